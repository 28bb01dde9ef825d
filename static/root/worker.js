// Where a page cannot come for want of a line, a page that says so comes instead; it is all that this does. Kept in the
// browser are that page, in the language last read, and the files it names: nothing that belongs to a person. It lies at
// the root because a worker sees no pages above its own address.

const SHELF = "offline";
const PAGE = "/offline/";
const DAY = 24 * 3600 * 1000;
const FILES = /(?:href|src)="(\/static\/[^"#]+)/g;

self.addEventListener("install", (event) => event.waitUntil(keep()));

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (new URL(request.url).pathname.startsWith("/static/")) event.respondWith(file(request));
});

async function page(event) {
  let answer;
  try {
    answer = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await kept()) ?? Response.error();
  }
  event.waitUntil(renew(answer.headers.get("Content-Language")).catch(() => { /* the next page tries again */ }));
  return answer;
}

async function file(request) {
  try {
    return await fetch(request);
  } catch {
    const found = await (await caches.open(SHELF)).match(request, { ignoreVary: true });
    return found ?? fetch(request, { cache: "force-cache" }); // what a style sheet asks for, if the browser still has it
  }
}

async function kept() {
  return (await caches.open(SHELF)).match(PAGE, { ignoreVary: true });
}

async function renew(language) {
  const old = await kept();
  const isOld = !old || Date.now() - Date.parse(old.headers.get("Date")) > DAY;
  if (isOld || (language && language !== old.headers.get("Content-Language"))) await keep();
}

let keeping = Promise.resolve(); // one after the other, so that what was fetched last stays

function keep() {
  keeping = keeping.catch(() => { /* whoever asked has heard of it */ }).then(fetched);
  return keeping;
}

async function fetched() {
  const page = await fetch(PAGE, { cache: "no-cache" });
  if (!page.ok) throw new Error(`${PAGE} answers ${page.status}`);
  const names = Array.from((await page.clone().text()).matchAll(FILES), ([, name]) => name);
  const shelf = await caches.open(SHELF);
  await shelf.addAll(new Set(names));
  await shelf.delete(PAGE, { ignoreVary: true }); // else the page in another language may stay beside it
  await shelf.put(PAGE, page);
  for (const each of await shelf.keys()) {
    if (![PAGE, ...names].includes(new URL(each.url).pathname)) await shelf.delete(each);
  }
}
