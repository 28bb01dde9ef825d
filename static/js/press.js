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

const what = (path, button) => `${path} ${button.value}`;

document.addEventListener("htmx:configRequest", ({ detail, target }) => {
  const question = target.getAttribute("hx-get");
  // htmx lends a form the address and method of its button that was pressed last: what a field asks would be a press
  if (question) Object.assign(detail, { path: question, verb: "get", useUrlParams: true });
  else detail.parameters.press = lost.get(what(detail.path, target)) ?? newName();
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { path, parameters } = detail.requestConfig;
  if (!parameters.press) return;
  if (detail.xhr.status) lost.delete(what(path, detail.elt));
  else lost.set(what(path, detail.elt), parameters.press);
});

document.body.addEventListener("current", () => lost.clear());

// What goes wrong otherwise is answered with a whole page; here its sentence is said, so that no press fails in silence.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.isError || detail.xhr.getResponseHeader("HX-Retarget")) return;
  detail.shouldSwap = false;
  const page = new DOMParser().parseFromString(detail.serverResponse, "text/html");
  const notice = document.createElement("p");
  notice.className = "notice harm";
  notice.textContent = (page.querySelector("main p") ?? page.querySelector("p") ?? page.body).textContent;
  document.getElementById("refusal").replaceChildren(notice);
});
