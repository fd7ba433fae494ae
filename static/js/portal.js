// What every page shares: copying a link, the notice of being offline, the mark that was opened.

const offline = document.getElementById("offline");

function showConnection() {
  if (offline) offline.hidden = navigator.onLine;
}

async function copyLink(button) {
  const address = new URL(button.dataset.copy, location.href).href;
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    selectInstead(address); // no clipboard without HTTPS
  }
  const label = button.querySelector("[data-label]");
  const before = label.textContent;
  label.textContent = button.dataset.done;
  setTimeout(() => { label.textContent = before; }, 2500);
}

function selectInstead(address) {
  const field = document.createElement("textarea");
  field.value = address;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) copyLink(button);
});
addEventListener("hashchange", () => {
  const quoted = /^#k(\d+-\d+)$/.exec(location.hash);
  if (quoted && !document.getElementById(location.hash.slice(1))) location.reload();
});
addEventListener("online", showConnection);
addEventListener("offline", showConnection);
showConnection();
