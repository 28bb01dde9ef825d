// Find among what stands on a page: what does not hold the words is hidden, and so is what has nothing left in it.

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

for (const box of document.querySelectorAll("[data-seek]")) {
  const field = box.querySelector("input[type=search]");
  const status = box.querySelector("[data-none]");
  const around = box.closest("main");
  const lines = [...around.querySelectorAll("[data-sought]")].map((line) => [line, words(line)]);
  box.hidden = false;

  function words(line) {
    const group = line.closest("section[data-sought-in]")?.querySelector("h3")?.textContent ?? "";
    const table = line.closest(".table-of-house")?.querySelector("summary")?.textContent ?? "";
    const typed = [...line.querySelectorAll("input[type=text]")].map((each) => each.value);
    const said = [...line.querySelectorAll("legend, label, summary")].map((each) => each.textContent);
    return plain([group, table, ...said, ...typed].join(" "));
  }

  const look = () => {
    const wanted = plain(field.value.trim());
    let found = 0;
    for (const [line, said] of lines) {
      line.hidden = !said.includes(wanted);
      if (!line.hidden) found += 1;
    }
    for (const group of [...around.querySelectorAll("[data-sought-in]")].reverse()) {
      group.hidden = wanted !== "" && !group.querySelector("[data-sought]:not([hidden])");
    }
    for (const table of around.querySelectorAll(".table-of-house")) {
      const has = table.querySelector("[data-sought]:not([hidden])") !== null;
      table.hidden = wanted !== "" && !has;
      if (wanted !== "") table.open = has;
    }
    for (const link of around.querySelectorAll(".rules-index a[href^='#']")) {
      link.parentElement.hidden = document.getElementById(link.hash.slice(1)).hidden;
    }
    status.textContent = found === 0 ? status.dataset.none : "";
  };

  field.addEventListener("input", look);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      field.value = "";
      look();
    }
  });
}
