// What is typed into a text saves itself, and is kept in this browser until the server has it. One request at a time
// goes out for each text; what is typed meanwhile is sent after it. Each carries the version it was begun at, and a name
// of its own, so that sending it again after a lost answer changes nothing twice.

const WAIT = 800; // of silence before what was typed is sent
const PATIENCE = 8000; // how long an answer may take before the line counts as lost
const AGAIN = [2000, 4000, 8000]; // when it is tried again
const KEPT_ALIVE = 60_000; // a browser lets no larger request outlive its page

const body = document.body;

function newName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function attend(form) {
  const field = form.elements.text;
  const told = form.querySelector(".told");
  const place = `mesa ${body.dataset.seat} ${form.getAttribute("action")}`;
  let stored = field.defaultValue; // what the server has, as far as this page knows
  let version = Number(form.elements.version.value);
  let sent = null; // { text, version, press }: on its way, or out without an answer
  let news = null; // what somebody else stored, for when nobody is typing here
  let isSending = false;
  let isClash = false;
  let tries = 0;
  let timer = 0;

  const isDirty = () => field.value !== stored;
  const say = (state) => body.dispatchEvent(new CustomEvent("keeping", { detail: { what: form, state } }));
  const tell = (html) => told.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);

  // a reload, or a browser that is closed, loses nothing
  function keep() {
    try {
      if (isDirty() || sent) localStorage.setItem(place, JSON.stringify({ text: field.value, version, sent }));
      else localStorage.removeItem(place);
    } catch { /* full, or forbidden: then the page is all there is */ }
  }

  function wait(time) {
    clearTimeout(timer);
    timer = setTimeout(send, time);
  }

  async function send() {
    clearTimeout(timer);
    if (isSending || isClash) return;
    if (!sent) {
      if (!isDirty()) return settle();
      if (field.required && !field.value.trim() && field === document.activeElement) return say("unsaved");
      sent = { text: field.value, version, press: newName() };
    }
    keep();
    isSending = true;
    say(tries ? "offline" : "saving");
    const answer = await post(sent);
    isSending = false;
    if (!answer || answer.status >= 500 || answer.status === 429) return later();
    tries = 0;
    if (answer.ok) arrived(answer);
    else if (answer.status === 409) clash(answer.text);
    else refused(answer);
  }

  async function post({ text, version, press }) {
    const data = new URLSearchParams(new FormData(form));
    data.set("text", text);
    data.set("version", version);
    data.set("press", press);
    try {
      const answer = await fetch(form.action, {
        method: "POST", body: data, headers: { "HX-Request": "true" }, redirect: "error",
        keepalive: data.toString().length < KEPT_ALIVE, signal: AbortSignal.timeout?.(PATIENCE),
      });
      return { ok: answer.ok, status: answer.status, headers: answer.headers, text: await answer.text() };
    } catch {
      return null;
    }
  }

  function arrived(answer) {
    stored = sent.text;
    version = Number(answer.headers.get("Mesa-Version"));
    sent = null;
    told.replaceChildren();
    field.removeAttribute("aria-invalid");
    const entry = answer.headers.get("Mesa-Entry");
    if (entry) body.dispatchEvent(new CustomEvent("awaited", { detail: entry }));
    if (isDirty()) send();
    else settle();
  }

  function later() {
    wait(AGAIN[Math.min(tries++, AGAIN.length - 1)]);
    say("offline");
  }

  function refused({ status, text }) {
    sent = null;
    keep();
    field.setAttribute("aria-invalid", "true");
    if (status === 422) tell(text);
    else {
      const page = new DOMParser().parseFromString(text, "text/html");
      const notice = document.createElement("p");
      notice.className = "problem";
      notice.textContent = page.querySelector("main p")?.textContent || form.dataset.lost;
      told.replaceChildren(notice);
    }
    say("unsaved");
  }

  function clash(html) {
    sent = null;
    isClash = true;
    keep();
    tell(html);
    say("unsaved");
  }

  told.addEventListener("click", ({ target }) => {
    const pick = target.closest("button[value]");
    if (!pick) return;
    const both = pick.closest(".clash");
    version = Number(both.dataset.version);
    stored = field.defaultValue = both.dataset.theirs;
    if (pick.value === "theirs") field.value = stored;
    isClash = false;
    told.replaceChildren();
    field.focus();
    send();
  });

  function settle() {
    keep();
    say("saved");
    take();
  }

  // what somebody else stored takes the field over only where nobody is in it
  function take() {
    if (!news || isSending || sent || isClash) return;
    if (news.version > version) {
      if (isDirty() || field === document.activeElement) return;
      field.value = field.defaultValue = stored = news.text;
      version = news.version;
    }
    news = null;
  }

  form.addEventListener("stored", ({ detail }) => { news = detail; take(); });
  form.addEventListener("submit", (event) => { event.preventDefault(); send(); });
  field.addEventListener("input", () => {
    keep();
    if (isClash) return;
    say(tries ? "offline" : "saving");
    if (!tries) wait(WAIT);
  });
  field.addEventListener("change", send);
  field.addEventListener("blur", () => { if (isDirty()) send(); else take(); });
  for (const moment of ["online", "pagehide"]) addEventListener(moment, () => { if (isDirty() || sent) send(); });
  document.addEventListener("visibilitychange", () => { if (document.hidden && isDirty()) send(); });
  body.addEventListener("current", () => { if (sent) send(); });

  let kept = null;
  try { kept = JSON.parse(localStorage.getItem(place)); } catch { /* nothing, or nothing of ours */ }
  if (kept) {
    ({ version, sent } = kept);
    field.value = kept.text;
    field.closest("details")?.setAttribute("open", "");
    send();
  }
}

document.querySelectorAll("form[data-text]").forEach(attend);
