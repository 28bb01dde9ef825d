// The page that stands in for one that could not come: asks for it again when there is a line, or when somebody looks.

addEventListener("online", () => location.reload());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) location.reload();
});
