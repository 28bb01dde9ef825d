// Keys of the encounter: what has `aria-keyshortcuts` is pressed, or gets the focus, by that key alone; "?" lists them.
// They can be switched off (WCAG 2.1.4), and none acts while someone writes, or with Ctrl, Alt or Meta.

const KEYS = { // those of the hand and the attack
  throw: "T", weapon: "A", target: "O", who: "B", amount: "S",
  "do-harm": "D", "do-heal": "C", "do-hide": "H", "do-look": "V", "do-remove": "X",
};
const FIRST = { '[id^="stay-up-"]': "F", '[id^="defend-"]': "Q" }; // of several that ask, the first
const OFF = "keys-off";
const dialog = document.getElementById("keys");
const shower = document.getElementById("show-keys");
let before = null; // where the focus was when a key took it to a field

function off() {
  try { return localStorage.getItem(OFF) === "1"; } catch { return false; }
}

function mark() {
  for (const [id, key] of Object.entries(KEYS)) set(document.getElementById(id), key);
  for (const [which, key] of Object.entries(FIRST)) set(document.querySelector(which), key);
}

const set = (part, key) => {
  if (part && part.getAttribute("aria-keyshortcuts") !== key) part.setAttribute("aria-keyshortcuts", key);
};

const marked = () => [...document.querySelectorAll("[aria-keyshortcuts]")];
const isField = (part) => part.matches?.("input, select, textarea, [contenteditable]");
const isTyped = (part) => isField(part) && !part.matches("[type=checkbox], [type=radio]");

function nameOf(part) {
  const words = part.getAttribute("aria-label") ?? (isField(part) ? part.labels?.[0]?.firstChild?.textContent : part.textContent);
  return (words ?? "").replace(/\s+/g, " ").trim();
}

function show() {
  mark();
  const rows = marked().map((part) => [part.getAttribute("aria-keyshortcuts"), nameOf(part)]);
  dialog.querySelector("dl").replaceChildren(...rows.map(([key, name]) => {
    const [row, term, words] = ["div", "dt", "dd"].map((tag) => document.createElement(tag));
    term.textContent = key.replace("ArrowUp", "↑").replace("ArrowDown", "↓");
    words.textContent = name;
    row.append(term, words);
    return row;
  }));
  document.getElementById("keys-on").checked = !off();
  dialog.showModal();
}

function use(part) {
  if (part === shower) return show();
  if (!isField(part) && !part.matches("[tabindex]")) return part.click();
  part.closest("details")?.setAttribute("open", "");
  before = document.activeElement;
  part.focus();
  part.select?.();
}

if (dialog && shower) {
  shower.hidden = false;
  shower.addEventListener("click", show);
  document.getElementById("keys-on").addEventListener("change", ({ target }) => {
    try { localStorage.setItem(OFF, target.checked ? "0" : "1"); } catch { /* only for this page, then */ }
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing || dialog.open) return;
    if (isTyped(event.target)) {
      if (event.key !== "Escape") return;
      if (before?.isConnected && before !== document.body) before.focus({ preventScroll: true });
      else event.target.blur();
      return;
    }
    if (off()) return;
    const part = marked().find((each) => each.getAttribute("aria-keyshortcuts") === event.key.toUpperCase() && !each.disabled);
    if (!part) return;
    event.preventDefault();
    use(part);
  });
  mark();
  new MutationObserver(mark).observe(document.body, {
    subtree: true, childList: true, attributeFilter: ["aria-keyshortcuts"],
  });
}
