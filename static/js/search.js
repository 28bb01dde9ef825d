// "/" goes to the search of the campaign, or into its field; not while someone writes, nor where keys are switched off.

const field = document.getElementById("q");
const link = document.getElementById("search-link");

function isOff() {
  try { return localStorage.getItem("keys-off") === "1"; } catch { return false; }
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches?.("input, select, textarea, [contenteditable]") || isOff()) return;
  event.preventDefault();
  if (field) {
    field.focus();
    field.select();
  } else link?.click();
});
