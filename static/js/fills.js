// A region that holds what is stored, and fields outside it that take it over: nobody's typing is ever replaced.

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function fill(part) {
  const row = document.querySelector(`[data-row="${part.dataset.for}"]`);
  if (!row) return;
  const stored = part.dataset.value;
  if ("text" in row.dataset) { // it knows itself whether somebody is typing
    const detail = { text: stored, version: Number(part.dataset.version) };
    return row.dispatchEvent(new CustomEvent("stored", { detail }));
  }
  for (const input of row.querySelectorAll("input:not([type=hidden])")) {
    if (input.type === "radio") input.checked = input.value === stored;
    else if (input.getAttribute("aria-invalid") !== "true" && (input !== document.activeElement || input.value === input.defaultValue)) {
      input.value = input.defaultValue = stored;
    } else input.defaultValue = stored;
  }
  for (const piece of part.content.querySelectorAll("[data-part]")) {
    row.querySelector(`[data-part="${piece.dataset.part}"]`)?.replaceWith(document.importNode(piece, true));
  }
  const [less, more] = row.querySelectorAll("button[name=step]");
  less?.toggleAttribute("aria-disabled", false);
  if (less) less.ariaDisabled = "least" in part.dataset ? "true" : null;
  if (more) more.ariaDisabled = "most" in part.dataset ? "true" : null;
  if (stored !== "0") row.classList.remove("is-none");
}

for (const place of document.querySelectorAll("[data-fills]")) {
  place.querySelectorAll("template[data-version]").forEach(fill); // stored while the page was made
  new MutationObserver(() => place.querySelectorAll("template").forEach(fill)).observe(place, { childList: true });
}

// find one among many
for (const field of document.querySelectorAll("input[data-find]")) {
  const list = document.getElementById(field.dataset.find);
  field.parentElement.hidden = false;
  field.addEventListener("input", () => {
    const wanted = plain(field.value.trim());
    list.classList.toggle("is-searched", wanted !== "");
    for (const row of list.children) row.hidden = !plain(row.querySelector("label").textContent).includes(wanted);
  });
}
