// The order by hand: a row is dragged before another, or moved with Alt and an arrow while it has the focus.

let dragged = null;

const rowAt = (event) => event.target.closest?.(".ladder [data-row]");

document.addEventListener("dragstart", (event) => {
  dragged = rowAt(event);
  if (dragged) event.dataTransfer.effectAllowed = "move";
});
document.addEventListener("dragover", (event) => {
  if (dragged && rowAt(event)) event.preventDefault();
});
document.addEventListener("dragend", () => { dragged = null; });
document.addEventListener("drop", (event) => {
  const onto = rowAt(event);
  if (!dragged || !onto || onto === dragged) return;
  event.preventDefault();
  const rows = [...onto.parentElement.children];
  const before = rows.indexOf(dragged) < rows.indexOf(onto) ? onto.nextElementSibling : onto;
  const form = document.getElementById("drag");
  form.elements.who.value = dragged.dataset.row;
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
