// One press counts once: each request carries a name of its own, and a press whose answer was lost keeps its name until
// the page shows again what is so: pressing again after a lost connection does not count twice.

const lost = new Map();

function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

let pressed = null;

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("button[hx-post]");
    // the second click of a double click on one button; quick taps on − and + all count
    if (button && button === pressed && event.detail > 1 && !("repeat" in button.dataset)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    pressed = button;
  },
  true,
);

document.addEventListener(
  "keydown",
  (event) => {
    if (event.repeat && event.key === "Enter" && event.target.closest?.("button")) event.preventDefault();
  },
  true,
);

// without an answer, or with that of a server in trouble, nobody knows yet what a press did
const isUnknown = (xhr) => !xhr.status || xhr.status >= 500;
const what = (path, button) => `${path} ${button.value}`;

document.addEventListener("htmx:configRequest", ({ detail, target }) => {
  const question = target.getAttribute("hx-get");
  // htmx lends a form the address and method of its button that was pressed last: what a field asks would be a press
  if (question) Object.assign(detail, { path: question, verb: "get", useUrlParams: true });
  else detail.parameters.press = lost.get(what(detail.path, target)) ?? newName();
});

// Each request says itself that it is over, as "answered" on the body. htmx says so on the element that asked, and nobody
// hears that once a pushed region has taken the element's place.
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  detail.xhr.addEventListener("loadend", () => document.body.dispatchEvent(new CustomEvent("answered", { detail })));
});

document.addEventListener("htmx:beforeSend", ({ detail: { elt, requestConfig } }) => {
  lost.delete(what(requestConfig.path, elt));
});

document.body.addEventListener("answered", ({ detail: { elt, requestConfig, xhr } }) => {
  const { path, parameters } = requestConfig;
  if (parameters.press && isUnknown(xhr)) lost.set(what(path, elt), parameters.press);
});

document.body.addEventListener("current", () => lost.clear());

// What goes wrong otherwise is answered with a whole page; here its sentence is said, so that no press fails in silence.
const isWholePage = (xhr) => xhr.status >= 400 && !["HX-Retarget", "HX-Redirect"].some((name) => xhr.getResponseHeader(name));

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (isWholePage(detail.xhr)) detail.shouldSwap = false;
});

document.body.addEventListener("answered", ({ detail: { xhr } }) => {
  if (!isWholePage(xhr)) return;
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  const notice = document.createElement("p");
  notice.className = "notice harm";
  notice.textContent = (page.querySelector("main p") ?? page.querySelector("p") ?? page.body).textContent;
  document.getElementById("refusal").replaceChildren(notice);
});
