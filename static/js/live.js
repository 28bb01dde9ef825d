// The stream of the page: whole regions arrive and take the place of the old ones. One stream per page, closed while
// the tab is hidden (a browser opens only six connections to a host) and opened again where it left off.

const body = document.body;
const place = { after: body.dataset.after };
const seen = new Set();
const offline = document.getElementById("offline");
const QUIET = 40_000; // the server pings every 15 s: after this silence the line is dead
const SETTLED = 700; // after this time nothing moves any more because of a press
const PATIENCE = 1000; // how long an own press waits for the stream before the page asks
let source = null;
let lastHeard = 0;
let wait = 500;
let retry = 0;
let offlineTimer = 0;
let hasPressed = false; // on this line: what comes after an own press is news, however soon

const query = () => new URLSearchParams({
  page: body.dataset.page, as: body.dataset.role, lang: document.documentElement.lang, after: place.after,
});

function heard() {
  lastHeard = Date.now();
  wait = 500;
  clearTimeout(offlineTimer);
  offlineTimer = 0;
  if (!offline.hidden) announce(offline.dataset.back);
  offline.hidden = true;
}

function lost() {
  // a moment without a line is nothing to worry anybody with
  offlineTimer ||= setTimeout(() => {
    offline.hidden = false;
    announce(offline.textContent);
  }, 1500);
}

// --- regions -------------------------------------------------------------------------------------------------------

const asking = []; // questions that this page has not asked yet
function apply(html, { fresh }) {
  const box = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
  for (const region of [...box.children]) {
    const old = document.getElementById(region.id);
    if (old) replace(old, region, fresh);
    else if (region.matches(".entry")) prepend(region, fresh);
  }
  asking.splice(0).forEach(say); // after what they are about
  for (const key of box.dataset.entries.split(" ")) seen.add(key);
}

function replace(old, region, fresh) {
  const keepFocus = holding(old);
  const asked = questions(old);
  const points = [...old.querySelectorAll(".pool .value")].map((value) => value.textContent);
  const changed = [...old.querySelectorAll("[data-changes]")].map((part) => [part.dataset.changes, part.dataset.state]);
  if (old.querySelector("button")) become(old, region);
  else old.replaceWith(region);
  const now = document.getElementById(region.id);
  if (fresh) now.classList.add("is-fresh");
  htmx.process(now);
  keepFocus();
  if (fresh) asking.push(...[...now.querySelectorAll("[data-asks]")].filter((each) => !asked.has(each.dataset.asks)));
  for (const [name, state] of changed) {
    const part = now.querySelector(`[data-changes="${name}"]`);
    if (part && part.dataset.state !== state) body.dispatchEvent(new Event(`changed-${name}`));
  }
  if (fresh && now.matches(".pools")) {
    [...now.querySelectorAll(".pool .value")].filter((value, place) => value.textContent !== points[place]).forEach(say);
  }
  if (fresh && now.matches(".brief-slot") && !document.querySelector(".result.undone")) say(now);
}

const questions = (part) => new Set([...part.querySelectorAll("[data-asks]")].map((each) => each.dataset.asks));

// What has the focus in a part that is about to be another keeps it; where it is gone, the part itself has it: nobody is
// sent back to the top of the page.
function holding(part) {
  const held = document.activeElement;
  if (!part.contains(held)) return () => {};
  return () => {
    if (document.activeElement === held && held.isConnected) return;
    const now = document.getElementById(part.id);
    const kept = held.id && document.getElementById(held.id);
    if (!kept) now.tabIndex = -1;
    (kept || now).focus({ preventScroll: true });
  };
}

// Make `old` like `now` where it stands. A button that was taken off the page would take along the finger that is on
// it, the taps that wait for their turn, and the place where a refusal is shown. `isAnswer`: to what the fields say now
// (outdated.js), so that what is chosen takes it too, where nobody types.
function become(old, now, isAnswer = false) {
  if (old.nodeName !== now.nodeName || old.id !== now.id || old.localName === "template") return old.replaceWith(now);
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== now.data) old.data = now.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    // what somebody has unfolded stays so, and what has the focus can have it
    const isOurs = name === "open" ? old.localName === "details" : name === "tabindex" && old === document.activeElement;
    if (!now.hasAttribute(name) && !isOurs) old.removeAttribute(name);
  }
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const { value, checked } = now; // before what is new in it moves over
  const parts = [...old.childNodes];
  const wanted = [...now.childNodes];
  wanted.forEach((part, place) => (parts[place] ? become(parts[place], part, isAnswer) : old.append(part)));
  for (const part of parts.slice(wanted.length)) part.remove();
  // what a field holds is no attribute: it takes what the server says, unless someone is in it
  if (old === document.activeElement && !(isAnswer && old.matches("select, [type=checkbox]"))) return;
  if (old.matches("[type=checkbox]")) old.checked = checked;
  else if (old.matches("select, input:not([data-own])")) old.value = value;
}

// the same for what a field asks for anew, where every part of the answer has its place on the page
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.shouldSwap || detail.isError || detail.requestConfig.verb !== "get") return;
  const parts = [...new DOMParser().parseFromString(detail.serverResponse, "text/html").body.children];
  if (parts.some((part) => !document.getElementById(part.id))) return;
  detail.shouldSwap = false;
  for (const part of parts) {
    part.removeAttribute("hx-swap-oob");
    const keepFocus = holding(document.getElementById(part.id));
    become(document.getElementById(part.id), part, detail.isAsChosen);
    htmx.process(document.getElementById(part.id));
    keepFocus();
  }
});

function prepend(entry, fresh) {
  const log = document.getElementById("log");
  if (!log) return;
  log.prepend(entry);
  if (fresh) entry.classList.add("is-fresh");
  htmx.process(entry);
  log.querySelector(".empty-log")?.remove();
  for (const old of [...log.children].slice(Number(log.dataset.most))) old.remove();
  if (fresh) say(entry.querySelector(".line"));
  bring(entry.id.replace("entry-", ""));
}

// on a player's phone what one's own dice came to is in sight, wherever the page stands, unless one has gone on by keyboard
const own = new Set();
let steps = 0;
document.addEventListener("keydown", ({ key }) => { if (key === "Tab") steps += 1; });
function bring(key) {
  const entry = document.getElementById(`entry-${key}`);
  if (!own.has(key) || !entry?.closest(".phone-page") || !entry.querySelector(".rolls-line")) return;
  own.delete(key);
  const before = steps;
  setTimeout(() => { // once the panel above it has become what it will be
    if (steps !== before) return;
    const { top, bottom } = entry.getBoundingClientRect();
    const dock = document.querySelector(".dock")?.getBoundingClientRect().top ?? innerHeight;
    if (top < 0 || bottom > Math.min(dock, innerHeight)) entry.scrollIntoView({ block: "center" });
  }, SETTLED);
}

const SPOKEN = 250; // what is read out comes when all screens of a table have what is seen: it draws each page once more
let saying = [];
function say(words) {
  // several entries at once are announced as one, and each only once; drawn dice are no words
  const copy = words.cloneNode(true);
  for (const drawing of copy.querySelectorAll("svg")) drawing.remove();
  announce(copy.textContent);
}

function announce(words) {
  saying.push(words.replace(/\s+/g, " ").trim());
  if (saying.length > 1) return;
  setTimeout(() => {
    document.getElementById("announce").textContent = saying.join(". ");
    saying = [];
  }, SPOKEN);
}

// --- the line ------------------------------------------------------------------------------------------------------

function open() {
  if (source || document.hidden) return;
  clearTimeout(retry);
  let backlog = true;
  hasPressed = false;
  const line = new EventSource(`${body.dataset.stream}?${query()}`);
  source = line;
  line.addEventListener("hello", () => { heard(); setTimeout(() => { backlog = false; body.dataset.line = "current"; }, 300); });
  line.addEventListener("ping", heard);
  line.addEventListener("regions", (event) => {
    heard();
    place.after = event.lastEventId;
    apply(event.data, { fresh: !backlog || hasPressed });
  });
  line.addEventListener("present", (event) => { // who came or left: no entry of the log
    heard();
    apply(event.data, { fresh: false });
  });
  line.addEventListener("error", () => {
    if (source !== line) return;
    close();
    lost();
    retry = setTimeout(ask, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 1.6, 5000);
  });
}

function close() {
  source?.close();
  source = null;
  delete body.dataset.line;
}

// Ask over plain http what is new; it also tells why there is no stream.
async function ask() {
  try {
    const answer = await fetch(`${body.dataset.news}?${query()}`, { headers: { "HX-Request": "true" } });
    if ([401, 403, 404, 409].includes(answer.status)) return location.reload();
    if (!answer.ok) throw new Error(answer.status);
    heard();
    body.dispatchEvent(new Event("current"));
    if (answer.status === 200) {
      place.after = answer.headers.get("Mesa-After");
      apply(await answer.text(), { fresh: false });
    }
    open();
  } catch {
    lost();
    clearTimeout(retry);
    retry = setTimeout(ask, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 1.6, 5000);
  }
}

if (body.dataset.stream) {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) close();
    else ask();
  });
  document.addEventListener("htmx:beforeSend", ({ detail }) => { hasPressed ||= detail.requestConfig.verb !== "get"; });
  addEventListener("pagehide", close);
  // a form that leaves the page may end what it shows: its answer comes first, news only where there is none
  document.addEventListener("submit", (event) => setTimeout(() => {
    if (event.defaultPrevented) return;
    close();
    clearTimeout(retry);
    retry = setTimeout(ask, 8000);
  }));
  addEventListener("pageshow", ({ persisted }) => { if (persisted) ask(); });
  addEventListener("online", ask);
  addEventListener("offline", () => { close(); lost(); clearTimeout(retry); retry = setTimeout(ask, 1000); });
  setInterval(() => {
    if (source && Date.now() - lastHeard > QUIET) { close(); lost(); ask(); }
  }, 5000);
  open();

  // an own press that the stream has not brought within a second: ask
  const awaitEntry = (key) => {
    if (!key) return;
    own.add(key);
    bring(key);
    setTimeout(() => { if (!seen.has(key)) ask(); }, PATIENCE);
  };
  body.addEventListener("answered", ({ detail }) => awaitEntry(detail.xhr.getResponseHeader("Mesa-Entry")));
  body.addEventListener("awaited", ({ detail }) => awaitEntry(detail));
}

// an answer was lost, or the server is in trouble: what the press did, if it did anything, is among the news
body.addEventListener("answered", ({ detail: { xhr } }) => {
  if (!xhr.status) lost();
  if (!xhr.status || xhr.status >= 500) ask();
});
