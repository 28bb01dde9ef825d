// Find one among many rows by a part of its name, whatever its accents; Enter adds the first one and goes to its number,
// and from there Enter goes back, for the next one.

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const named = (row) => plain(row.querySelector("label").textContent);

for (const form of document.querySelectorAll("form[data-find]")) {
  const list = document.getElementById(form.dataset.find);
  const field = form.querySelector("input[type=search]");
  const none = form.querySelector(".no-match");
  let found = null; // the number that Enter led to
  const wanted = () => plain(field.value.trim());
  const shown = () => [...list.children].filter((row) => row.offsetParent !== null);

  const look = () => {
    list.classList.toggle("is-searched", wanted() !== "");
    for (const row of list.children) row.hidden = !named(row).includes(wanted());
    none.hidden = wanted() === "" || shown().length > 0;
  };

  const add = (event) => {
    event.preventDefault();
    const rows = wanted() === "" ? [] : shown();
    const row = rows.find((each) => named(each).startsWith(wanted())) ?? rows[0];
    if (!row) return;
    const number = row.querySelector("[data-value]");
    found = number;
    if (number.value === "0") row.querySelector("button[name=step][value='1']").click();
    row.classList.remove("is-none");
    field.value = "";
    look();
    number.focus();
    number.select();
  };

  list.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (target === found && relatedTarget) found = null;
  });
  list.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target !== found) return;
    event.preventDefault(); // left behind, it is saved
    field.focus();
  });
  field.addEventListener("input", look);
  form.addEventListener("submit", add);
  form.closest(".part").addEventListener("change", look);
}
