// Asking without leaving the page. Without this script the same forms work by plain requests.

import { Composer } from "./composer.js";
import { Stream } from "./stream.js";
import { say, Turn } from "./turn.js";

const words = document.getElementById("words").dataset;
const form = document.getElementById("tanya");
const composer = form && new Composer(form);
const running = new Map(); // article -> its stream

function ask(question) {
  const turn = Turn.add(question);
  begun(question);
  const stream = new Stream(handlersOf(turn, question));
  running.set(turn.article, stream);
  composer.busy(true);
  turn.show();
  stream.ask(question, form);
}

function follow(article) {
  const turn = new Turn(article);
  turn.begin(article.id);
  turn.reopen();
  if (!form) article.querySelector("[data-stop]").remove(); // only its owner may stop it
  const stream = new Stream(handlersOf(turn, ""), { queryId: article.id });
  running.set(article, stream);
  composer?.busy(true);
  stream.resume();
}

function handlersOf(turn, question) {
  const over = () => {
    running.delete(turn.article);
    composer?.busy(false);
  };
  return {
    started(id) {
      turn.begin(id);
      history.replaceState(null, "", `/?jawaban=${id}`);
    },
    event(type, data) {
      if (type === "status") turn.status(data.text);
      if (type === "token") turn.sentence(data.text);
    },
    waiting() {
      turn.status(words.reconnecting);
    },
    refused(message) {
      over();
      turn.remove();
      if (!composer) return;
      composer.restore(question);
      composer.complain(message || words.failed);
    },
    async ended() {
      over();
      if (!(await turn.complete())) turn.fail(words.lost);
      else say(words.finished);
      if (composer) composer.conversation = turn.conversation();
    },
    lost() {
      over();
      turn.fail(words.lost);
    },
  };
}

/** The page changes from its opening to a conversation. */
function begun(question) {
  const opening = document.getElementById("opening");
  if (!opening) return;
  opening.replaceWith(document.getElementById("head-template").content.cloneNode(true));
  document.getElementById("examples")?.remove();
  composer.moveBelow(words.further);
  document.title = question.slice(0, 70);
}

async function rate(rating, submitter) {
  const body = new FormData(rating, submitter);
  const turn = new Turn(rating.closest(".turn"));
  turn.begin(turn.article.id);
  await fetch(rating.action, { method: "POST", body, redirect: "manual" }).catch(() => null);
  if (!(await turn.complete())) return;
  const reason = turn.article.querySelector(".reason textarea");
  (reason ?? turn.article.querySelector("[data-rate] [aria-pressed=true]"))?.focus();
}

function stop(article) {
  const stream = running.get(article);
  if (!stream) return;
  new Turn(article).status(words.stopping);
  stream.stop(form.elements.csrfmiddlewaretoken.value);
}

document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (target.matches("[data-rate]")) {
    event.preventDefault();
    rate(target, submitter);
  } else if (composer && target.action === form.action) {
    event.preventDefault();
    if (running.size) return;
    const chosen = submitter?.name === "question" ? submitter.value : "";
    if (chosen) {
      if (target.matches("[data-again]")) target.closest(".turn").remove();
      ask(chosen);
    } else if (composer.valid()) {
      const { text } = composer;
      composer.clear();
      ask(text);
    }
  }
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-stop]");
  if (button) stop(button.closest(".turn"));
});

document.querySelectorAll(".turn[data-running]").forEach(follow);
