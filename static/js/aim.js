// A press on a row of the order aims at that one: the hand below it, and the attack beside it.
document.addEventListener("click", (event) => {
  const pick = event.target.closest("button[data-pick]");
  if (!pick) return;
  for (const tick of document.querySelectorAll("#several input:checked")) tick.checked = false; // one alone again
  for (const id of ["who", "target"]) {
    const select = document.getElementById(id);
    if (![...(select?.options ?? [])].some((option) => option.value === pick.dataset.pick)) continue;
    select.value = pick.dataset.pick;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }
});

// whoever is aimed at is framed in the order
function frame() {
  const aimed = [...document.querySelectorAll("#target, #attack [name=also]:checked")].map(({ value }) => value);
  for (const pick of document.querySelectorAll(".ladder [data-pick]")) {
    pick.closest(".who").classList.toggle("is-target", aimed.includes(pick.dataset.pick));
  }
}
document.addEventListener("change", frame);
new MutationObserver(frame).observe(document.getElementById("content"), { // a region has come, or another panel
  subtree: true, childList: true, attributeFilter: ["class", "selected"],
});
frame();

// more actions unfold below the attack: they, and the one that is picked, come into sight
const intoSight = (part) => part?.scrollIntoView({ block: "nearest" });
document.addEventListener("toggle", (event) => { if (event.target.id === "acts" && event.target.open) intoSight(event.target); }, true);
document.body.addEventListener("htmx:afterSettle", (event) => intoSight(event.target.closest("#doing")));

// once the fight starts the order needs the room
document.addEventListener("click", (event) => {
  if (event.target.closest("button[id^=start-]")) document.querySelector(".add-fighters")?.removeAttribute("open");
});

// the order follows the turn where it scrolls by itself
let now = "";
function follow() {
  const ladder = document.querySelector(".ladder");
  const row = ladder?.querySelector(".is-now");
  const name = row?.querySelector("[data-pick]")?.dataset.pick;
  if (!name || name === now) return;
  now = name;
  const [place, box] = [row, ladder].map((each) => each.getBoundingClientRect());
  ladder.scrollTop += Math.min(0, place.top - box.top) + Math.max(0, place.bottom - box.bottom);
}
document.body.addEventListener("changed-how", follow);
follow();
