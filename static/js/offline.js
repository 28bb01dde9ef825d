// Without a line a press is refused where it can be seen: it would count at a moment that nobody chose. What is typed is
// kept and sent later (saved.js, writing.js).

const words = document.getElementById("offline").dataset;

function say(sentence) {
  const notice = document.createElement("p");
  notice.className = "notice harm";
  notice.textContent = sentence;
  document.getElementById("refusal").replaceChildren(notice);
}

const isPress = ({ elt, requestConfig }) => requestConfig.verb !== "get" && elt.matches("button");

document.addEventListener("htmx:beforeRequest", (event) => {
  if (navigator.onLine || !isPress(event.detail)) return;
  event.preventDefault();
  say(words.refused);
});

// it was sent, and whether it arrived nobody knows yet
document.body.addEventListener("answered", ({ detail }) => {
  if (!detail.xhr.status && isPress(detail)) say(words.unanswered);
});

// Where there are service workers (https, or this very computer), one says so too in the place of a page that cannot come.
navigator.serviceWorker?.register("/worker.js").catch(() => { /* forbidden, or no room: the site does without */ });
