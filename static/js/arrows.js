// Arrow up and down in a number do what its + and − do.

const STEPS = { ArrowUp: 1, ArrowDown: -1 };

document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  const number = event.target.closest?.(".stepper input[data-value]");
  if (!step || !number || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (number.value === number.defaultValue) {
    number.closest(".stepper").querySelector(`button[name=step][value="${step}"]`).click();
    return;
  }
  const typed = Number(number.value.replace("\u2212", "-")); // not saved yet: the arrow goes on from it
  if (!Number.isInteger(typed)) return;
  number.value = typed + step;
  number.dispatchEvent(new Event("change", { bubbles: true }));
});
