// Small helps for fields; every page works without them.

// the − and + beside a number
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-step]");
  if (!button) return;
  const input = button.closest(".stepper").querySelector("input");
  const step = Number(button.dataset.step);
  if (input.type !== "number") input.value = Math.max(1, (parseInt(input.value, 10) || 0) + step); // dice may stand there
  else if (step > 0) input.stepUp();
  else input.stepDown();
  input.dispatchEvent(new Event("change", { bubbles: true }));
});

// Enter in a field never presses the first button it finds, only the one that the field names
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("[data-no-submit] input")) {
    event.preventDefault();
    const button = document.getElementById(event.target.dataset.enter);
    if (button) button.click();
    else event.target.dispatchEvent(new Event("change", { bubbles: true }));
  }
});

// a field that acts when it changes needs no button
for (const form of document.querySelectorAll("form[data-on-change]")) {
  form.querySelector("[data-fallback]")?.remove();
  form.addEventListener("change", () => form.requestSubmit());
}

// a file that is too large is told before it is sent
document.addEventListener("change", ({ target }) => {
  if (!target.matches("input[type=file][data-most]")) return;
  const isTooLarge = target.files[0]?.size > Number(target.dataset.most);
  target.setCustomValidity(isTooLarge ? target.dataset.tooLarge : "");
  target.reportValidity();
}, true);

// copying needs a secure page: over http on a LAN the link itself is there to be selected
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.querySelector("[data-label]").textContent = button.dataset.copied;
  });
}

// what was refused is put away by the next press; not by a question, which a field asks while the finger is on its way
document.getElementById("refusal")?.addEventListener("click", ({ currentTarget }) => currentTarget.replaceChildren());
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.verb !== "get") document.getElementById("refusal")?.replaceChildren();
});

// a form that adds one thing is empty again for the next
document.body.addEventListener("answered", ({ detail: { elt, xhr } }) => {
  const form = elt.form ?? elt;
  if (xhr.status === 204 && form.matches("form[data-clears]")) form.reset();
});

// what is meant for one press is put back once it was done; and a roll that was chosen is the one that is explained
document.body.addEventListener("answered", ({ detail: { elt, xhr } }) => {
  if (xhr.status !== 204 || !elt.form) return;
  const left = [...elt.form.querySelectorAll("[data-once]")].filter((field) => (field.type === "checkbox" ? field.checked : field.value));
  for (const field of left) {
    if (field.type === "checkbox") field.checked = false;
    else field.value = "";
  }
  const explained = elt.form.querySelector("details[data-explains]");
  const choice = explained?.querySelector("select");
  const isChosen = choice && [...choice.options].some((option) => option.value === elt.value);
  if (isChosen) choice.value = elt.value;
  if (left.length || (isChosen && explained.open)) elt.form.dispatchEvent(new Event("change"));
});

// a field that looks for something in a long list beside it
document.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-filters]")) return;
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const wanted = plain(target.value.trim());
  for (const row of document.getElementById(target.dataset.filters).querySelectorAll("[data-filtered] > *")) {
    row.hidden = !plain(row.textContent).includes(wanted);
  }
});
