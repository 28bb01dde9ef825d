// A press on a row of the order aims at that one: the hand below it, and the attack beside it.
document.addEventListener("click", (event) => {
  const pick = event.target.closest("button[data-pick]");
  if (!pick) return;
  for (const id of ["who", "target"]) {
    const select = document.getElementById(id);
    if (![...(select?.options ?? [])].some((option) => option.value === pick.dataset.pick)) continue;
    select.value = pick.dataset.pick;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }
});

// once the fight starts the order needs the room
document.addEventListener("click", (event) => {
  if (event.target.closest("button[id^=start-]")) document.querySelector(".add-fighters")?.removeAttribute("open");
});
