"""Each id of a rule that stands in a template, or that the code hands on as a fact, has its text in the reference."""

import ast
import re

from rules.reference import RULES
from ryfsite.environment import ROOT

RULE_ID = re.compile(r"(?:[RCPXDTS]\d{1,2}|W2?|ND)")
CODE = ("rules", "campaigns", "characters", "combat")


def test_every_rule_in_a_template_has_a_text():
    cited = {}
    for path in (ROOT / "templates").rglob("*.html"):
        for id in re.findall(r'{% rule "([^"]+)" %}', path.read_text(encoding="utf-8")):
            cited.setdefault(id, path)

    assert len(cited) > 20
    assert {id: str(path) for id, path in cited.items() if id not in RULES} == {}


def test_every_rule_in_the_code_has_a_text():
    """Constants that look like the id of a rule, as far as they are no grade of a name: "D8" of `Problem(…, "D8")`."""
    cited = {}
    for package in CODE:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE_ID.fullmatch(node.value):
                    cited.setdefault(node.value, path)

    assert len(cited) > 40
    assert {id: str(path) for id, path in cited.items() if id not in RULES} == {}
