// Back or forward to an entry of the log: the question is asked in a dialog, so that the page stays as it is.

const dialog = document.getElementById("jump");

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-jump]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  htmx.ajax("GET", link.href, { target: dialog, swap: "innerHTML" }).then(() => {
    if (!dialog.open && dialog.childElementCount) dialog.showModal();
  });
});

dialog.addEventListener("click", (event) => {
  if (!event.target.closest("#jump-stay")) return;
  event.preventDefault();
  dialog.close();
});

// done, or refused: the answer is on the page
document.body.addEventListener("answered", ({ detail: { elt } }) => {
  if (dialog.contains(elt)) dialog.close();
});
