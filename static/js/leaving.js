// Whoever logs out takes along what they typed and was never sent (saved.js, writing.js keep it): the next one at this
// browser must not find it. It is said before.

const unsent = () => {
  try { return Object.keys(localStorage).filter((place) => place.startsWith("mesa ")); } catch { return []; }
};

document.getElementById("unsent").hidden = !unsent().length;
document.getElementById("log-out").addEventListener("submit", () => {
  for (const place of unsent()) localStorage.removeItem(place);
});
