// Where each change saves itself: says saving, saved or not saved, and takes away what was told about a field.

const state = document.getElementById("saved");
const waiting = new Set();
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
  waiting.add(detail.xhr);
  const field = row(detail.elt);
  if (field) {
    field.querySelector(".told")?.replaceChildren();
    for (const input of field.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    wrong.delete(field);
  }
  show();
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!waiting.delete(detail.xhr)) return;
  const field = row(detail.elt);
  if (!detail.successful && (field === null || detail.elt.matches("form") || !detail.xhr.status)) {
    // a typed value stays as it was typed; a refused press has left nothing unsaved
    wrong.add(field ?? state);
    for (const input of detail.elt.querySelectorAll("input:not([type=hidden])")) input.setAttribute("aria-invalid", "true");
    leaving = "";
  } else if (detail.successful) wrong.delete(state);
  show();
  if (leaving && !waiting.size) location.assign(leaving);
});

// leaving waits until what was just typed is saved, and does not happen if it is refused
let leaving = "";
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || !waiting.size || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  leaving = link.href;
});
addEventListener("beforeunload", (event) => { if (waiting.size) event.preventDefault(); });
show();
