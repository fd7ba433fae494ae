// One question and its answer on the page, from the first status line to the finished sources.

const words = document.getElementById("words").dataset;
const spoken = document.getElementById("spoken");
const MARKERS = /\s*((?:\[\d{1,3}\])+)/g;

export class Turn {
  constructor(article) {
    this.article = article;
    this.answer = article.querySelector(".answer");
    this.paragraph = null;
  }

  /** A new one at the end of the conversation. */
  static add(question) {
    const article = fromTemplate("turn-template");
    article.querySelector("[data-question]").textContent = question;
    document.getElementById("conversation").append(article);
    return new Turn(article);
  }

  /** What is being said of a running answer that was drawn by the server: begin it anew. */
  reopen() {
    const fresh = fromTemplate("turn-template").querySelector(".answer");
    this.answer.replaceChildren(...fresh.childNodes);
  }

  begin(queryId) {
    this.queryId = queryId;
    this.article.id = queryId;
  }

  show() {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.article.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
  }

  status(text) {
    const line = this.answer.querySelector("[data-status]");
    if (line && line.textContent !== text) line.textContent = text;
  }

  /** A verified sentence, with the numbers of its sources. */
  sentence(text) {
    const lines = text.split("\n");
    lines.forEach((line, n) => {
      if (n > 0 || !this.paragraph) this.newParagraph();
      if (line.trim()) this.paragraph.append(...pieces(line));
    });
    const said = document.createElement("p");
    said.textContent = text.replace(MARKERS, "").trim();
    spoken.append(said);
  }

  newParagraph() {
    if (this.paragraph && !this.paragraph.childNodes.length) return;
    this.paragraph = document.createElement("p");
    this.answer.querySelector("[data-text]").append(this.paragraph);
  }

  /** The finished answer as the server draws it, its sources among it. False if it cannot be had. */
  async complete() {
    const response = await fetch(`/jawaban/${this.queryId}/isi`).catch(() => null);
    if (response?.status !== 200) return false;
    this.answer.innerHTML = await response.text(); // drawn and escaped by our own template
    this.article.removeAttribute("data-running");
    return true;
  }

  conversation() {
    return this.answer.querySelector("[data-conversation]")?.dataset.conversation ?? "";
  }

  fail(message) {
    const notice = fromTemplate("failure-template");
    notice.querySelector("[data-message]").textContent = message;
    this.answer.replaceChildren(notice);
    say(message);
  }

  remove() {
    this.article.remove();
  }
}

export function say(text) {
  spoken.replaceChildren();
  const line = document.createElement("p");
  line.textContent = text;
  spoken.append(line);
}

function fromTemplate(id) {
  return document.getElementById(id).content.firstElementChild.cloneNode(true);
}

function pieces(line) {
  const found = [];
  let position = 0;
  for (const match of line.matchAll(MARKERS)) {
    found.push(arriving(line.slice(position, match.index)), numbers(match[1]));
    position = match.index + match[0].length;
  }
  if (position < line.length) found.push(arriving(line.slice(position)));
  return found;
}

function arriving(text) {
  const span = document.createElement("span");
  span.className = "arriving";
  span.textContent = text;
  return span;
}

function numbers(markers) {
  const cite = document.createElement("span");
  cite.className = "cite";
  for (const [number] of markers.matchAll(/\d+/g)) {
    const mark = document.createElement("span");
    mark.className = "cite__number arriving";
    mark.textContent = number;
    const name = document.createElement("span");
    name.className = "visually-hidden";
    name.textContent = `${words.source} `;
    mark.prepend(name);
    cite.append(mark);
  }
  return cite;
}
