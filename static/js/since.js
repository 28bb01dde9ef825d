// How long something waits, counted on: "· 12 s". What waits long stands out.
const LONG = 60;

function count() {
  for (const time of document.querySelectorAll("time[data-since]")) {
    const seconds = Math.max(0, Math.round((Date.now() - Date.parse(time.dateTime)) / 1000));
    const text = seconds < 100 ? `· ${seconds} s` : `· ${Math.floor(seconds / 60)} min`;
    if (time.textContent !== text) time.textContent = text;
    time.closest(".asked")?.classList.toggle("is-late", seconds >= LONG);
  }
}

setInterval(count, 1000);
count();
