// A menu closes when one has chosen from it, pressed elsewhere or Escape.

const close = (open) => { for (const each of open) each.open = false; };
const menus = () => [...document.querySelectorAll("details.menu[open]")];

document.addEventListener("click", ({ target }) => {
  close(menus().filter((each) => !each.contains(target) || target.closest("a")));
});
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const each of menus()) if (each.contains(document.activeElement)) each.querySelector("summary").focus();
  close(menus());
});
