// The order by hand: a row is dragged to where a line shows that it lands, or moved with Alt and an arrow while it has
// the focus. A row is known by its key, since what is pushed meanwhile puts new rows in the place of the old ones.

let carried = "";

const rowAt = (event) => event.target.closest?.(".ladder [data-row]");
const rowOf = (key) => document.querySelector(`.ladder [data-row="${key}"]`);

// where the carried row would come to stand at that one: before it coming from below, after it coming from above
const landing = (onto) => {
  const row = rowOf(carried);
  if (!row || !onto || onto === row) return "";
  return row.compareDocumentPosition(onto) & Node.DOCUMENT_POSITION_FOLLOWING ? "lands-after" : "lands-before";
};

const show = (onto) => {
  for (const name of ["is-carried", "lands-before", "lands-after"]) {
    for (const row of document.querySelectorAll(`.ladder .${name}`)) row.classList.remove(name);
  }
  if (carried) rowOf(carried)?.classList.add("is-carried");
  const place = landing(onto);
  if (place) onto.classList.add(place);
};

document.addEventListener("dragstart", (event) => {
  carried = rowAt(event)?.dataset.row ?? "";
  if (!carried) return;
  event.dataTransfer.effectAllowed = "move";
  show(null);
});
const over = (event) => {
  if (!carried) return;
  const onto = rowAt(event);
  if (onto) event.preventDefault();
  show(onto);
};
document.addEventListener("dragenter", over);
document.addEventListener("dragover", over);
document.addEventListener("dragend", () => {
  carried = "";
  show(null);
});
document.addEventListener("drop", (event) => {
  const onto = rowAt(event);
  const place = carried && landing(onto);
  if (!place) return;
  event.preventDefault();
  const before = place === "lands-after" ? onto.nextElementSibling : onto;
  const form = document.getElementById("drag");
  form.elements.who.value = carried;
  form.elements.before.value = before?.dataset.row ?? "";
  document.getElementById("drop").click();
});

document.addEventListener("keydown", (event) => {
  const step = { ArrowUp: "move-up", ArrowDown: "move-down" }[event.key];
  const pick = event.target.closest?.(".ladder .pick");
  if (!event.altKey || !step || !pick) return;
  event.preventDefault();
  pick.click();
  document.getElementById(step).click();
});
