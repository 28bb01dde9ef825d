// The time to answer an attack: counted down, said aloud once near its end, and when it is up its button is pressed,
// on the page of who was asked and on the GM's. The server decides by its own clock, and the first press counts.
const LAST = 10;
const AGAIN = 5000; // a press that did not get through

const page = document.querySelector("[data-now]");
const ahead = page ? Date.parse(page.dataset.now) - Date.now() : 0; // of this clock
const said = new Set();
const pressed = new Map();

function count() {
  for (const time of document.querySelectorAll("time[data-until]")) {
    const left = Math.ceil((Date.parse(time.dateTime) - Date.now() - ahead) / 1000);
    const text = `· ${Math.max(0, left)} s`;
    if (time.textContent !== text) time.textContent = text;
    time.closest(".ask, .asked")?.classList.toggle("is-last", left <= LAST);
    const name = `${time.dataset.until} ${time.dateTime}`;
    if (left <= LAST && left > 0 && !said.has(name)) {
      said.add(name);
      document.getElementById("announce").textContent = time.dataset.last;
    }
    if (left < 0 && Date.now() - (pressed.get(name) ?? 0) > AGAIN) {
      pressed.set(name, Date.now());
      document.getElementById(time.dataset.until)?.click();
    }
  }
}

setInterval(count, 1000);
count();
