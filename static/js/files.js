// Copying a text that stands on the page, and printing it. Over http on a LAN there is no clipboard: what is to be
// copied is selected, and says so.

for (const button of document.querySelectorAll("button[data-copies]")) {
  const text = document.getElementById(button.dataset.copies);
  button.hidden = false;
  button.addEventListener("click", async () => {
    text.focus();
    text.select();
    let words = button.dataset.selected;
    if (navigator.clipboard) {
      try {
        await navigator.clipboard.writeText(text.value);
        words = button.dataset.copied;
      } catch {} // not allowed: it is selected
    }
    button.firstChild.textContent = words;
    document.getElementById("announce").textContent = words;
  });
}

for (const button of document.querySelectorAll("button[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
