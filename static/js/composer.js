// The box in which one writes: it grows, counts, and says what is wrong without losing the text.

const COUNT_FROM = 200; // characters left

export class Composer {
  constructor(form) {
    this.form = form;
    this.field = form.elements.question;
    this.button = form.querySelector("button");
    this.error = document.getElementById("question-error");
    this.counter = form.querySelector("[data-counter]");
    this.limit = Number(form.dataset.limit);
    this.field.addEventListener("input", () => this.changed());
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      form.requestSubmit();
    });
    form.noValidate = true; // its own words, in the page's language
    this.changed();
  }

  get text() {
    return this.field.value.trim();
  }

  get conversation() {
    return this.form.elements.conversation_id.value;
  }

  set conversation(id) {
    this.form.elements.conversation_id.value = id;
  }

  /** Whether the text can be sent; says why not. */
  valid() {
    const length = [...this.text].length;
    const { empty, over } = this.form.dataset;
    if (length === 0) return this.complain(empty);
    if (length > this.limit) return this.complain(over);
    this.complain("");
    return true;
  }

  complain(message) {
    this.error.textContent = message;
    this.error.hidden = !message;
    this.field.toggleAttribute("aria-invalid", Boolean(message));
    this.field.parentElement.classList.toggle("composer__box--wrong", Boolean(message));
    if (message) this.field.focus();
    return false;
  }

  clear() {
    this.field.value = "";
    this.changed();
  }

  restore(text) {
    if (!this.field.value) this.field.value = text;
    this.changed();
    this.field.focus();
  }

  busy(running) {
    this.button.disabled = running;
  }

  changed() {
    const left = this.limit - [...this.text].length;
    const { left: remaining, tooMany } = this.form.dataset;
    this.counter.textContent =
      left > COUNT_FROM ? "" : `${Math.abs(left)} ${left < 0 ? tooMany : remaining}`;
    this.counter.classList.toggle("counter--over", left < 0);
    if (left >= 0 && this.text) this.complain("");
    if (!CSS.supports("field-sizing", "content")) this.grow();
  }

  grow() {
    this.field.rows = Math.min(8, Math.max(1, this.field.value.split("\n").length));
    while (this.field.rows < 8 && this.field.scrollHeight > this.field.clientHeight + 2) {
      this.field.rows += 1;
    }
  }

  /** From the middle of an empty page to below the conversation. */
  moveBelow(placeholder) {
    this.form.classList.add("composer--below");
    this.form.querySelector("label").classList.add("visually-hidden");
    this.field.placeholder = placeholder;
  }
}
