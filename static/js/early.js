// Runs before the page is drawn. An address whose fragment names quoted words (#k1310-1402) is
// asked for again with the same words in its query, since only the server can mark them.
(() => {
  document.documentElement.classList.replace("no-js", "js");
  const quoted = /^#k(\d+-\d+)$/.exec(location.hash);
  if (!quoted || !/^\/dokumen\/doc_[0-9a-f]{32}\/v\d+/.test(location.pathname)) return;
  const query = new URLSearchParams(location.search);
  if (query.get("k") === quoted[1]) return;
  query.delete("bagian");
  query.set("k", quoted[1]);
  location.replace(`${location.pathname}?${query}${location.hash}`);
})();
