// Carries one question to the server and its events back: over a WebSocket, which resumes after
// the last event heard; where that cannot be opened by a plain request and server-sent events; and
// where those fail too by asking now and then whether the answer is there.

const RETRY_MS = [400, 1000, 2000, 4000, 8000];
const POLL_MS = 2000;
const POLLS = 90;
const TYPES = ["meta", "status", "sources", "token", "done", "error"];
const ENDS = new Set(["done", "error"]);

export class Stream {
  /** `handlers`: started(id), event(type, data), refused(message), waiting(), ended(), lost(). */
  constructor(handlers, { queryId = "" } = {}) {
    this.handlers = handlers;
    this.queryId = queryId;
    this.seq = 0;
    this.failures = 0;
    this.over = false;
  }

  ask(question, form) {
    this.form = form;
    this.message = {
      type: "ask",
      question,
      conversation_id: form.elements.conversation_id.value || null,
    };
    this.question = question;
    this.connect();
  }

  resume() {
    this.connect();
  }

  /** Asked for before the answer has an id, it is sent as soon as it has one. */
  stop(token) {
    this.stopToken = token;
    if (this.queryId) this.sendStop();
  }

  sendStop() {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify({ type: "stop", query_id: this.queryId }));
    } else {
      const body = new URLSearchParams({ csrfmiddlewaretoken: this.stopToken });
      fetch(`/jawaban/${this.queryId}/henti`, { method: "POST", body, redirect: "manual" }).catch(() => {});
    }
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    let opened = false;
    try {
      this.socket = new WebSocket(`${scheme}//${location.host}/ws/chat/`);
    } catch {
      this.withoutSocket();
      return;
    }
    this.socket.onopen = () => {
      opened = true;
      this.socket.send(JSON.stringify(this.queryId ? this.resumption() : this.message));
    };
    this.socket.onmessage = ({ data }) => this.heard(JSON.parse(data));
    this.socket.onclose = () => this.closed(opened);
  }

  resumption() {
    return { type: "resume", query_id: this.queryId, seq: this.seq };
  }

  heard({ seq, type, data, query_id: queryId }) {
    if (this.over) return;
    if (seq === 0) {
      this.finish(() => this.handlers.refused(data.message));
      return;
    }
    this.failures = 0;
    this.take(seq, type, data, queryId);
  }

  take(seq, type, data, queryId) {
    if (this.over || seq <= this.seq) return;
    this.seq = seq;
    this.know(queryId);
    this.handlers.event(type, data);
    if (ENDS.has(type)) this.finish(() => this.handlers.ended());
  }

  know(queryId) {
    if (this.queryId || !queryId) return;
    this.queryId = queryId;
    this.handlers.started(queryId);
    if (this.stopToken) this.sendStop();
  }

  closed(opened) {
    if (this.over) return;
    if (!opened && !this.queryId) {
      this.withoutSocket();
    } else if (!this.queryId) {
      this.finish(() => this.handlers.refused("")); // sent, but nothing came: not asked twice
    } else if (this.failures < RETRY_MS.length) {
      this.handlers.waiting();
      setTimeout(() => this.connect(), RETRY_MS[this.failures]);
      this.failures += 1;
    } else {
      this.listen();
    }
  }

  async withoutSocket() {
    if (!this.queryId && !(await this.post())) return;
    this.listen();
  }

  async post() {
    const body = new FormData(this.form);
    body.set("question", this.question);
    try {
      const response = await fetch(this.form.action, {
        method: "POST", body, headers: { Accept: "application/json" },
      });
      const answer = await response.json();
      if (response.ok) {
        this.know(answer.query_id);
        return true;
      }
      this.finish(() => this.handlers.refused(answer.message));
    } catch {
      this.finish(() => this.handlers.refused(""));
    }
    return false;
  }

  listen() {
    const source = new EventSource(`/v1/answers/${this.queryId}/stream`);
    const heard = (event) => {
      if (event.data === undefined) return; // an error of the connection, not of the answer
      const { type, lastEventId, data } = event;
      this.take(Number(lastEventId), type, JSON.parse(data), this.queryId);
      if (this.over) source.close();
    };
    TYPES.forEach((type) => source.addEventListener(type, heard));
    source.onerror = () => {
      if (this.over || source.readyState !== EventSource.CLOSED) return;
      source.close();
      this.poll();
    };
  }

  async poll(left = POLLS) {
    if (this.over) return;
    const state = await fetch(`/jawaban/${this.queryId}/isi`).then((r) => r.status, () => 0);
    if (state === 200) this.finish(() => this.handlers.ended());
    else if (left > 0) setTimeout(() => this.poll(left - 1), POLL_MS);
    else this.finish(() => this.handlers.lost());
  }

  finish(then) {
    this.over = true;
    this.socket?.close();
    then();
  }
}
