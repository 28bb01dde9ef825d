"""The rules in force as Markdown, from the command line."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def printed(*arguments):
    out = StringIO()
    call_command("rules", *arguments, stdout=out)
    return out.getvalue()


def test_the_rules_of_a_preset():
    text = printed("ryf-table")

    assert text.startswith("## Tiradas\n\n### R1 · Dado objetivo\n")
    assert "| Casi imposible | 30 | 21 |" in text


def test_in_another_language():
    assert printed("ryf-table", "--language", "en").startswith("## Rolls\n")


def test_the_rules_of_a_campaign(campaign):
    campaign.changes = {"rolls.critical_margin": 8}
    campaign.save()

    text = printed(campaign.key)

    assert "### R6 · Crítico (cambia en esta mesa)" in text
    assert "**8** (de serie: 10)" in text


def test_whose_they_are_must_be_known(db):
    with pytest.raises(CommandError, match="nobody"):
        printed("nobody")
