// The rules page is searched as one types: every word must stand somewhere in a rule, whatever its accents.

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const form = document.getElementById("find-rules");
const field = form.querySelector("input[type=search]");
const status = document.getElementById("found");
const rules = [...document.querySelectorAll(".entry-of-rules")];
const texts = new Map(rules.map((rule) => [rule, plain(rule.textContent)]));

const indexed = (id) => document.querySelector(`.rules-index a[href="#${id}"]`).parentElement;
const { none, one, many } = status.dataset;

function look() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  for (const rule of rules) {
    rule.hidden = indexed(rule.id).hidden = !words.every((word) => texts.get(rule).includes(word));
  }
  for (const chapter of document.querySelectorAll(".chapters > section")) {
    chapter.hidden = indexed(chapter.id).hidden = !chapter.querySelector(".entry-of-rules:not([hidden])");
  }
  const found = rules.filter((rule) => !rule.hidden).length;
  const said = found === 0 ? none : found === 1 ? one : many.replace("0", found);
  status.textContent = words.length === 0 ? "" : said;
}

field.addEventListener("input", look);
addEventListener("hashchange", () => { // a link to a rule that the search has put away shows it
  const rule = document.getElementById(location.hash.slice(1));
  if (!rule?.hidden) return;
  field.value = "";
  look();
  rule.scrollIntoView();
});
