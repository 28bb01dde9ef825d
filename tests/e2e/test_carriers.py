"""Words that would like to be markup, and names written from right to left, in a real browser; also as pushed."""

from playwright.sync_api import expect

from characters.models import Character
from tests.e2e.screens import newest

WORDS = "\"><img src=x onerror=alert(1)>'"
WATCHING = """() => {
  window.broken = [];
  document.addEventListener("securitypolicyviolation", (event) => window.broken.push(event.violatedDirective));
}"""
LEFTS = """(line) => {
  const words = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  const lefts = [];
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    if (node.data.trim()) lefts.push(range.getBoundingClientRect().left);
  }
  return lefts;
}"""


def test_what_is_pushed_and_what_is_loaded_stays_words(screen, campaign, marta, ines, brianda):
    page, dialogs = screen(ines, brianda.get_absolute_url()), []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.evaluate(WATCHING)

    brianda.afflict(marta, WORDS)

    expect(page.get_by_text(WORDS).first).to_be_visible()
    assert page.evaluate("window.broken") == []
    Character.objects.filter(pk=brianda.pk).update(name=WORDS, concept=WORDS)
    for path in ("", "print/", "files/", "history/"):
        page.goto(brianda.get_absolute_url() + path)
        assert page.locator("img[src=x]").count() == 0, path
    assert dialogs == []


def test_a_name_from_right_to_left_moves_nothing_beside_it(screen, campaign, marta, ines):
    hero = Character.objects.create(
        campaign=campaign, owner=ines, name="דבורה", is_finished=True, traits={"fixed": {"pv": 20}}
    )
    hero.change_pool(marta, "pv", -7)

    line = newest(screen(marta, campaign.get_absolute_url())).locator(".line")

    expect(line).to_contain_text("דבורה pierde 7")
    lefts = line.evaluate(LEFTS)
    assert len(lefts) > 1
    assert lefts == sorted(lefts)
    assert line.locator("b").first.evaluate("(name) => getComputedStyle(name).unicodeBidi") == "isolate"
