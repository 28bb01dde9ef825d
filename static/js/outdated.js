// A question and what was chosen when it was asked. An answer to anything else than what the fields say now is not shown:
// the question is asked anew. Those who can be asked so name "outdated" among what triggers them; while one is asked, what
// is within it is not asked by itself, it comes along.

const chosen = new WeakMap(); // by each request
const asked = new Map(); // each part whose answer is awaited, with its request
const unanswered = new Set(); // asked when there was no line

const asksAnew = (part) => part.getAttribute("hx-trigger")?.includes("outdated");
const fields = (part) => JSON.stringify([...htmx.values(part, "get").entries()]);

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb !== "get" || !asksAnew(detail.elt)) return;
  chosen.set(detail, fields(detail.elt));
  asked.set(detail.elt, detail);
  detail.isNew = true; // what the same news changes is in its answer already
  setTimeout(() => { detail.isNew = false; });
});

document.addEventListener("htmx:confirm", (event) => {
  const { elt, verb } = event.detail;
  const request = verb === "get" && asked.get(elt.parentElement?.closest("[hx-trigger*=outdated]"));
  if (!request) return;
  event.preventDefault();
  if (!request.isNew) chosen.set(request, "another since");
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => { // before live.js puts it where it belongs
  const { requestConfig } = detail;
  if (!chosen.has(requestConfig)) return;
  asked.delete(requestConfig.elt);
  detail.isAsChosen = chosen.get(requestConfig) === fields(requestConfig.elt);
  if (detail.isAsChosen) return;
  detail.shouldSwap = false;
  htmx.trigger(requestConfig.elt, "outdated");
}, true);

document.body.addEventListener("answered", ({ detail: { requestConfig, xhr } }) => {
  if (asked.get(requestConfig.elt) === requestConfig) asked.delete(requestConfig.elt);
  const isAgain = requestConfig.triggeringEvent?.type === "outdated";
  if (!xhr.status && !isAgain && chosen.has(requestConfig)) unanswered.add(requestConfig.elt);
});
document.body.addEventListener("current", () => {
  for (const part of unanswered) if (part.isConnected) htmx.trigger(part, "outdated");
  unanswered.clear();
});
