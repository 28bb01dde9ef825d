// A region that holds what is stored, and fields outside it that take it over: nobody's typing is ever replaced.

const FIELDS = ":is(input:not([type=hidden]), select, textarea):not([data-clears] *)";

function fill(part) {
  const row = document.querySelector(`[data-row="${part.dataset.for}"]`);
  if (!row) return;
  const stored = part.dataset.value;
  if ("text" in row.dataset) { // it knows itself whether somebody is typing
    const detail = { text: stored, version: Number(part.dataset.version) };
    return row.dispatchEvent(new CustomEvent("stored", { detail }));
  }
  if (stored !== undefined) for (const field of row.querySelectorAll(FIELDS)) take(row, field, stored);
  for (const piece of part.content.querySelectorAll("[data-part]")) {
    const old = row.querySelector(`[data-part="${piece.dataset.part}"]`);
    if (!old || old.isEqualNode(piece)) continue;
    const now = document.importNode(piece, true);
    const held = old.contains(document.activeElement) ? document.activeElement.id : "";
    old.replaceWith(now);
    htmx.process(now);
    if (held) document.getElementById(held)?.focus({ preventScroll: true });
  }
  const [less, more] = row.querySelectorAll("button[name=step]");
  if (less) less.ariaDisabled = "least" in part.dataset ? "true" : null;
  if (more) more.ariaDisabled = "most" in part.dataset ? "true" : null;
  if (stored !== "0") row.classList.remove("is-none");
}

function take(row, field, stored) {
  if (field.type === "radio") {
    field.checked = field.value === stored;
    return;
  }
  const isWrong = field.getAttribute("aria-invalid") === "true";
  const isOnItsWay = row.matches(".htmx-request") || row.querySelector(".htmx-request");
  const isHeld = field === document.activeElement || isOnItsWay; // what was typed is not answered yet
  const isTyping = isHeld && field.value !== (field.defaultValue ?? field.value);
  if (!isWrong && !isTyping && field.value !== stored) {
    // all of it was chosen, for the next key to replace: so it is again
    const isChosen = field === document.activeElement && field.selectionStart === 0 && field.selectionEnd === field.value.length;
    field.value = stored;
    if (isChosen) field.select();
  }
  if ("defaultValue" in field) field.defaultValue = stored;
  const was = row.querySelector("input[name=was]");
  if (was && (field.value === stored || row.dataset.sent === stored)) was.value = stored;
}

for (const place of document.querySelectorAll("[data-fills]")) {
  place.querySelectorAll("template[data-version]").forEach(fill); // stored while the page was made
  new MutationObserver(() => place.querySelectorAll("template").forEach(fill)).observe(place, { childList: true });
}

// what a text began from: the last one that was stored for certain
document.addEventListener("htmx:configRequest", ({ detail: { elt } }) => {
  const was = elt.querySelector("input[name=was]");
  if (was) Object.assign(elt.dataset, { sent: elt.querySelector(FIELDS).value, from: was.value });
});
document.addEventListener("htmx:beforeOnLoad", ({ detail: { elt, xhr } }) => { // before the next one that waits is sent
  const was = elt.querySelector("input[name=was]");
  if (was && xhr.status === 204 && was.value === elt.dataset.from) was.value = elt.dataset.sent;
});

// two have written the same: mine over theirs, which I have seen now
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=was]");
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  button.form.querySelector("input[name=was]").value = button.value;
  button.form.requestSubmit();
}, true);
