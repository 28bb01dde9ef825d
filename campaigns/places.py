"""Where notes stand: rows of texts by their place, "scene-<key>" and the like."""

from collections.abc import Mapping
from typing import Final

from campaigns.models import Adventure, Campaign, JournalEntry, Notebook, Page, Scene, Text

ROWS: Final[Mapping[str, type[Page]]] = {each.kind_of_row: each for each in (Notebook, Adventure, Scene, JournalEntry)}


def find(campaign: Campaign, place: str) -> Page | None:
    """The row at `place`, None where there is none."""
    kind, _dash, key = place.partition("-")
    if place == Notebook.place:
        return Notebook.objects.filter(campaign=campaign).first() or Notebook(campaign=campaign)
    if kind not in ROWS or not key:
        return None
    row = ROWS[kind].of(campaign).filter(key=key).first()
    if row:
        row.campaign = campaign
    return row


def text_at(place: str, field: str) -> Text:
    """The text that an entry of the log tells of."""
    return ROWS[place.partition("-")[0]].texts[field]
