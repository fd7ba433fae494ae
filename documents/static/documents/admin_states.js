// Keeps the states of documents and jobs on the page up to date: by the WebSocket /ws/jobs/, and
// by asking every few seconds where that is not to be had.
(() => {
  "use strict";
  const POLL_MS = 3000;
  const RECONNECT_MS = 5000;
  const BUSY = new Set(["queued", "processing", "pending", "running"]);
  const STATES = new URL("/admin/documents/document/states/", location.href);
  const wanted = { document: new Set(), job: new Set() };
  let lastSeq = null;
  let isConnected = false;
  let timer = null;

  const places = (kind, id) =>
    document.querySelectorAll(
      `[data-live="${kind}"]` + (id ? `[data-id="${CSS.escape(id)}"]` : ""),
    );

  function isBusy(place) {
    const state = place.querySelector("[data-status]");
    return state !== null && BUSY.has(state.dataset.status);
  }

  // Ask for fresh fragments of what is on this page; several wishes become one request.
  function refresh(kind, id) {
    if (places(kind, id).length === 0) return;
    wanted[kind].add(id);
    timer ??= setTimeout(load, 150);
  }

  async function load() {
    timer = null;
    const address = new URL(STATES);
    for (const kind of Object.keys(wanted)) {
      address.searchParams.set(kind, [...wanted[kind]].slice(0, 200).join(","));
      wanted[kind].clear();
    }
    try {
      const response = await fetch(address, { headers: { Accept: "application/json" } });
      if (response.ok) show(await response.json());
    } catch {
      // The next event or poll tries again.
    }
  }

  function show(fragments) {
    for (const [kind, byId] of Object.entries(fragments)) {
      for (const [id, html] of Object.entries(byId)) {
        for (const place of places(kind, id)) place.innerHTML = html;
      }
    }
  }

  function setProgress(kind, id, value) {
    for (const place of places(kind, id)) {
      const bar = place.querySelector("progress");
      if (bar) bar.value = value;
    }
  }

  // An event within a stage only moves the bars; everything else asks for fresh fragments.
  const lastSeen = new Map();
  function hear(event) {
    lastSeq = event.seq;
    const { job_id: jobId, document: item } = event.data;
    setProgress("job", jobId, event.data.progress);
    if (item) setProgress("document", item.id, item.progress);
    const state = JSON.stringify([event.data.job_status, item?.id, item?.status, item?.stage]);
    if (lastSeen.get(jobId) === state) return;
    lastSeen.set(jobId, state);
    refresh("job", jobId);
    if (item) refresh("document", item.id);
    else for (const place of places("document")) if (isBusy(place)) refresh("document", place.dataset.id);
  }

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const after = lastSeq === null ? "" : `?after=${lastSeq}`;
    const socket = new WebSocket(`${scheme}://${location.host}/ws/jobs/${after}`);
    socket.onopen = () => {
      isConnected = true;
      poll();
    };
    socket.onmessage = (message) => hear(JSON.parse(message.data));
    socket.onclose = () => {
      isConnected = false;
      setTimeout(connect, RECONNECT_MS);
    };
  }

  function poll() {
    for (const place of document.querySelectorAll("[data-live]")) {
      if (isBusy(place)) refresh(place.dataset.live, place.dataset.id);
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    if (!document.querySelector("[data-live], [data-upload]")) return;
    connect();
    setInterval(() => {
      if (!isConnected && !document.hidden) poll();
    }, POLL_MS);
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) poll();
    });
  });
  // The upload page adds rows; what is queued there is looked at once.
  document.addEventListener("states:added", poll);
})();
