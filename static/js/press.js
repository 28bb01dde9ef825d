// One press counts once: each request carries a name of its own, and a press without an answer keeps its name,
// so that pressing again after a lost connection does not count twice.

const unanswered = new WeakMap();

function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("button[hx-post]");
    // the second click of a double click; quick taps on − and + all count
    if (button && event.detail > 1 && !("repeat" in button.dataset)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
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

document.addEventListener("htmx:configRequest", ({ detail, target }) => {
  if (detail.verb === "get") return;
  const name = unanswered.get(target) ?? newName();
  unanswered.set(target, name);
  detail.parameters.press = name;
});

document.addEventListener("htmx:afterRequest", ({ detail, target }) => {
  if (detail.xhr.status) unanswered.delete(target);
});
