"""What the three style sheets of the site say in a browser, and who links which."""

import re

import pytest

from tests.test_styles import SERVED, SOURCES, gathered, things

RULES = """texts => texts.flatMap(text => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return [...sheet.cssRules].map(rule => rule.cssText)
})"""
CLASS = re.compile(r"\.([a-z][\w-]*)")


def source(thing):
    with SOURCES.open(f"css/{thing}.css") as file:
        return file.read().decode()


@pytest.mark.parametrize("name", SERVED)
def test_what_is_served_says_what_its_files_say(browser, name):
    page = browser.new_page()

    served = page.evaluate(RULES, [gathered(SOURCES, f"css/{name}.css")])

    assert served == page.evaluate(RULES, [source(thing) for thing in things(name)])
    assert len(served) > len(things(name)) // 2
    page.close()


def test_a_page_links_the_sheets_that_know_its_things(every_page, as_):
    """A class that only `fight` knows, on a page that links `site` and `book`, would be left without its look."""
    known = {name: set(CLASS.findall(gathered(SOURCES, f"css/{name}.css"))) for name in SERVED}
    missing = {}
    for name, (who, path) in every_page.items():
        html = (who if hasattr(who, "get") else as_(who)).get(path, headers={"host": "localhost"}).content.decode()
        used = {word for words in re.findall(r'\sclass="([^"]*)"', html) for word in words.split()}
        linked = {sheet for sheet in SERVED if f"css/{sheet}.css" in html}
        styled = set().union(*(known[sheet] for sheet in linked))
        elsewhere = set().union(*(known[sheet] for sheet in SERVED if sheet not in linked))
        assert "site" in linked, name
        if lost := used & elsewhere - styled:
            missing[name] = sorted(lost)

    assert missing == {}
