// Sends chosen or dropped files one by one and shows what became of each.
(() => {
  "use strict";
  const form = document.querySelector("[data-upload]");
  if (!form) return;
  const zone = form.querySelector("[data-zone]");
  const input = form.querySelector('input[type="file"]');
  const rows = form.querySelector("[data-rows]");
  const sum = form.querySelector("[data-sum]");
  const waiting = [];
  let total = 0;
  let done = 0;
  let isSending = false;

  function element(tag, className, text = "") {
    const made = document.createElement(tag);
    made.className = className;
    made.textContent = text;
    return made;
  }

  function add(files) {
    for (const file of files) {
      const row = element("li", "upload-row");
      row.append(
        element("span", "upload-name", file.name),
        element("span", "upload-message", form.dataset.waiting),
      );
      rows.append(row);
      total += 1;
      if (file.size > Number(form.dataset.maxBytes)) end(row, form.dataset.tooLarge);
      else if (file.size === 0) end(row, form.dataset.empty);
      else waiting.push({ file, row });
    }
    count();
    next();
  }

  function end(row, message) {
    row.classList.add("upload-row--refused");
    row.querySelector(".upload-message").textContent = message;
    row.querySelector("progress")?.remove();
    done += 1;
    count();
  }

  function count() {
    sum.textContent = sum.dataset.pattern.replace("{done}", done).replace("{total}", total);
  }

  function next() {
    if (isSending || waiting.length === 0) return;
    isSending = true;
    send(waiting.shift());
  }

  function send({ file, row }) {
    const message = row.querySelector(".upload-message");
    const bar = element("progress", "state-progress");
    bar.max = 1;
    bar.value = 0;
    row.append(bar);
    message.textContent = "";

    const body = new FormData(form);
    body.delete("files");
    body.append("files", file);
    const request = new XMLHttpRequest();
    request.open("POST", location.href);
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = (event) => {
      bar.value = event.loaded / event.total;
      if (event.loaded === event.total) message.textContent = form.dataset.storing;
    };
    request.onload = () => receive(request, row);
    request.onerror = () => end(row, form.dataset.failed);
    request.onloadend = () => {
      isSending = false;
      next();
    };
    request.send(body);
  }

  function receive(request, row) {
    let answer = {};
    try {
      answer = JSON.parse(request.responseText);
    } catch {
      // A page instead of an answer: logged out, or refused before the view.
    }
    if (request.status === 413) return end(row, answer.message ?? form.dataset.tooLarge);
    if (!answer.rows?.length) return end(row, answer.message ?? form.dataset.denied);
    const place = document.createElement("template");
    place.innerHTML = answer.rows[0];
    row.replaceWith(place.content.querySelector("li"));
    done += 1;
    count();
    document.dispatchEvent(new Event("states:added"));
  }

  input.addEventListener("change", () => {
    add(input.files);
    input.value = "";
  });
  for (const name of ["dragenter", "dragover"]) {
    zone.addEventListener(name, (event) => {
      event.preventDefault();
      zone.classList.add("upload-zone--over");
    });
  }
  for (const name of ["dragleave", "drop"]) {
    zone.addEventListener(name, () => zone.classList.remove("upload-zone--over"));
  }
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    add(event.dataTransfer.files);
  });
})();
