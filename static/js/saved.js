// Where each change saves itself: says saving, saved or not saved, and takes away what was told about a field.

const state = document.getElementById("saved");
const waiting = new Map(); // each request on its way, with its row
const wrong = new Set();

function show() {
  if (!state) return;
  const word = waiting.size ? "saving" : wrong.size ? "unsaved" : "saved";
  state.hidden = false;
  state.classList.toggle("is-saving", word === "saving");
  state.classList.toggle("is-unsaved", word === "unsaved");
  const text = state.querySelector("span");
  if (text.textContent !== state.dataset[word]) text.textContent = state.dataset[word];
}

const row = (element) => element.closest?.("[data-row]");

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "get") return;
  const field = row(detail.elt);
  waiting.set(detail.xhr, field);
  if (field) {
    field.querySelector(".told")?.replaceChildren();
    for (const input of field.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    wrong.delete(field);
  }
  show();
});

document.body.addEventListener("answered", ({ detail: { elt, xhr } }) => {
  if (!waiting.delete(xhr)) return;
  const field = row(elt);
  if (xhr.status >= 200 && xhr.status < 400) wrong.delete(state);
  else if (field === null || elt.matches("form") || !xhr.status) {
    leaving = "";
    isRefused = true;
    if (field && [...waiting.values()].includes(field)) return; // what was pressed there since decides
    // a typed value stays as it was typed; a refused press has left nothing unsaved
    wrong.add(field ?? state);
    const typed = elt.matches("[data-clears]") ? [] : elt.querySelectorAll(":is(input:not([type=hidden]), select, textarea)");
    for (const input of typed) input.setAttribute("aria-invalid", "true"); // of several, the sentence says which
  }
  show();
  if (leaving && !waiting.size) location.assign(leaving);
});

// leaving waits until what was just typed is saved, and does not happen if it is refused
let leaving = "";
let isRefused = false; // since the finger went down on the link: a quick server answers before it is up again
for (const start of ["pointerdown", "keydown"]) document.addEventListener(start, () => { isRefused = false; }, true);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || !(waiting.size || isRefused) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (waiting.size) leaving = link.href;
});
addEventListener("beforeunload", (event) => { if (waiting.size) event.preventDefault(); });
show();
