// Suggests documents while their names are typed: title, citation, file.
(() => {
  "use strict";
  const WAIT_MS = 200;
  const list = document.getElementById("documents");
  let waiting = 0;
  let asked = "";

  const suggest = async (text) => {
    asked = text;
    const answer = await fetch(`${list.dataset.address}?term=${encodeURIComponent(text)}`);
    if (!answer.ok || asked !== text) return;
    const { results } = await answer.json();
    list.replaceChildren(
      ...results.map(({ value, label }) => {
        const option = document.createElement("option");
        option.value = value;
        option.label = label;
        return option;
      }),
    );
  };

  for (const field of document.querySelectorAll("input[list=documents]")) {
    field.addEventListener("input", () => {
      clearTimeout(waiting);
      const text = field.value.trim();
      if (text.length > 1) waiting = setTimeout(() => suggest(text).catch(() => {}), WAIT_MS);
    });
  }
})();
