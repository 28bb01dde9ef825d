// Where changes save themselves: says saving, saved, not saved or no connection, takes away what was told about a field,
// and keeps what was typed into it until the server has it.

const body = document.body;
const state = document.getElementById("saved");
const waiting = new Map(); // each request on its way, with its row
const wrong = new Set();
const again = new Set(); // forms of one field whose value did not arrive: sent once more when there is a line
const texts = new Map(); // what each text says of itself (writing.js)
const SOON = 4000;

const row = (element) => element.closest?.("[data-row]");
const place = (form) => `mesa ${body.dataset.seat} ${form.getAttribute("action")}`;
const typed = (form) => form.querySelector("input:not([type=hidden], [type=radio], [type=file])");

function says(word) {
  return [...texts.values()].includes(word);
}

function show() {
  if (!state) return;
  const isLate = again.size || says("offline");
  const word = isLate ? "offline"
    : waiting.size || says("saving") ? "saving"
    : wrong.size || says("unsaved") ? "unsaved" : "saved";
  state.hidden = false;
  state.classList.toggle("is-saving", word === "saving");
  state.classList.toggle("is-unsaved", word === "unsaved" || word === "offline");
  const text = state.querySelector("span");
  if (text.textContent !== state.dataset[word]) text.textContent = state.dataset[word];
}

document.addEventListener("htmx:beforeRequest", ({ detail, defaultPrevented }) => {
  const field = row(detail.elt);
  if (defaultPrevented || detail.requestConfig.verb === "get" || !(field || "always" in (state?.dataset ?? {}))) return;
  waiting.set(detail.xhr, field);
  if (field) {
    field.querySelector(".told")?.replaceChildren();
    for (const input of field.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    wrong.delete(field);
  }
  show();
});

body.addEventListener("answered", ({ detail: { elt, xhr } }) => {
  if (!waiting.delete(xhr)) return;
  const field = row(elt);
  const isLost = !xhr.status || xhr.status >= 500;
  if (field && elt.matches("form")) (isLost ? later : done)(elt);
  if (xhr.status >= 200 && xhr.status < 400) wrong.delete(state);
  else if (field === null || elt.matches("form") || !xhr.status) {
    stay();
    if (field && [...waiting.values()].includes(field)) return; // what was pressed there since decides
    // a typed value stays as it was typed; a refused press has left nothing unsaved
    wrong.add(field ?? state);
    const typed = isLost || elt.matches("[data-clears]") ? [] : elt.querySelectorAll(":is(input:not([type=hidden]), select, textarea)");
    for (const input of typed) input.setAttribute("aria-invalid", "true"); // of several, the sentence says which
  }
  show();
  go();
});

body.addEventListener("keeping", ({ detail }) => {
  texts.set(detail.what, detail.state);
  if (detail.state === "unsaved" || detail.state === "offline") stay();
  show();
  go();
});

// --- what did not arrive ---------------------------------------------------------------------------------------------

function later(form) {
  again.add(form);
  remember(form, typed(form)?.value);
  setTimeout(retry, SOON);
}

function done(form) {
  again.delete(form);
  remember(form);
}

function remember(form, value) {
  try {
    if (value === undefined) localStorage.removeItem(place(form));
    else localStorage.setItem(place(form), JSON.stringify(value));
  } catch { /* full, or forbidden */ }
}

function send() {
  if (navigator.onLine) for (const form of again) htmx.trigger(form, "change");
}
const retry = () => { if (!waiting.size) send(); };

addEventListener("online", retry);
body.addEventListener("current", retry);

// typed, and left, before this page could hear it
function isUnheard(form, field) {
  return form.getAttribute("hx-trigger")?.includes("change") && field.type !== "checkbox"
    && field !== document.activeElement && field.value !== field.defaultValue;
}

for (const form of document.querySelectorAll("form[data-row]:not([data-text]), [data-row] form")) {
  let kept = null;
  try { kept = JSON.parse(localStorage.getItem(place(form))); } catch { /* nothing of ours */ }
  const field = typed(form);
  if (!field || (kept === null && !isUnheard(form, field))) continue;
  if (!isUnheard(form, field)) field.value = kept;
  again.add(form);
}
if (again.size) addEventListener("load", send); // whatever else is typed by then

// --- leaving waits until what was just typed is saved, and does not happen if it is refused -----------------------------

let leaving = "";
let isRefused = false; // since the finger went down on the link: a quick server answers before it is up again
const isBusy = () => waiting.size > 0 || says("saving");

function stay() {
  leaving = "";
  isRefused = true;
}

function go() {
  if (leaving && !isBusy()) location.assign(leaving);
}

for (const start of ["pointerdown", "keydown"]) document.addEventListener(start, () => { isRefused = false; }, true);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || !(isBusy() || isRefused) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (isBusy()) leaving = link.href;
});
addEventListener("beforeunload", (event) => { if (waiting.size) event.preventDefault(); });
if (state && "always" in state.dataset) show();
