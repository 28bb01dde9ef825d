// Keys of the encounter: what has `aria-keyshortcuts` is pressed, or gets the focus, by that key alone; "?" lists them.
// They can be switched off (WCAG 2.1.4), and none acts while someone writes, or with Ctrl, Alt or Meta.

const KEYS = { // those of the hand, the attack, and what comes and goes with them
  throw: "T", weapon: "A", target: "O", who: "B", amount: "S",
  "do-harm": "D", "do-heal": "C", "do-hide": "H", "do-look": "V", "do-remove": "X", "hand-open": "8",
  band: "Shift+D", cover: "Shift+C", prone: "Shift+P", modifier: "Shift+I", token: ",", protagonism: ".",
  "try-surprise": "Shift+S", "do-act": "Shift+T", "mine-toggle": "Z", "to-screen": "Shift+V", chronicle: "Shift+R",
  "own-dice": "Shift+J", named: "Shift+E", "add-from-library": "Shift+B", "add-at-hand": "Shift+W", "add-foe": "Shift+N",
  "save-encounter": "Shift+K", "award-them": "Shift+Y",
};
const FIRST = { // of several, the first
  '[id^="stay-up-"]': "F", '[id^="defend-"]': "Q", '[id^="defend-"] ~ [id^="defend-"]': "Shift+U", '[id^="take-"]:not([id^="take-up-"])': "Shift+Q",
  '[id^="dodge-all-"]': "Shift+X", '[id^="breathe-"]': "Shift+G", "#log .back-to": "Shift+Z", '[id^="rests-"]': "-",
  "#many > summary": "Shift+O", "#listed > summary": "Shift+L", "#how > summary": "Shift+H", "#acts > summary": "Shift+M",
  ".add-fighters > summary": "Shift+A", ".add-fighters .more > summary": "Shift+F",
};
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
  const label = part.labels?.[0];
  const ofLabel = isTyped(part) ? label?.firstChild : label; // a field that is within its label has words of its own
  const words = part.getAttribute("aria-label") ?? (isField(part) ? ofLabel : part)?.textContent;
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
  if (part.matches("summary")) part.focus({ preventScroll: true }); // what it unfolds is one Tab away
  if (!isField(part) && !part.matches("[tabindex], [data-jump]")) return part.click();
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
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing || document.querySelector("dialog[open]")) return;
    if (isTyped(event.target)) {
      if (event.key !== "Escape") return;
      if (before?.isConnected && before !== document.body) before.focus({ preventScroll: true });
      else event.target.blur();
      return;
    }
    if (off()) return;
    const letter = event.key.toUpperCase(); // only of letters Shift makes another key: + and ? are typed with it
    const key = event.shiftKey && /^\p{L}$/u.test(event.key) ? `Shift+${letter}` : letter;
    const part = marked().find((each) => each.getAttribute("aria-keyshortcuts") === key && !each.disabled);
    if (!part) return;
    event.preventDefault();
    use(part);
  });
  mark();
  new MutationObserver(mark).observe(document.body, {
    subtree: true, childList: true, attributeFilter: ["aria-keyshortcuts"],
  });
}
