"""The regions of notes: as they are read, and as they are stored, for the fields that show them."""

from django.template.loader import render_to_string

from campaigns import places
from campaigns.models import Campaign, Membership, Notebook
from campaigns.regions import Audience, page, region
from campaigns.table import TABLE_REGIONS

TABLE_REGIONS.insert(0, "notebook")


@page("note")
def note_page(seat: Membership, about: str) -> list[str] | None:
    """Where notes are written; for those who may write them."""
    row = places.find(seat.campaign, about)
    return [f"note-{about}"] if row and row.can_be_written_by(seat) else None


@region("note")
def note(campaign: Campaign, about: str, audience: Audience) -> str:
    """What is written at a place. Raises Notebook.DoesNotExist where it is gone."""
    row = places.find(campaign, about)
    if row is None:
        raise Notebook.DoesNotExist
    known = [text for text in row.texts.values() if audience.role.leads or not text.is_secret]
    texts = [(text, getattr(row, text.key), row.versions.get(text.key, 0)) for text in known]
    return render_to_string("campaigns/_notes.html#note", {"campaign": campaign, "about": about, "texts": texts})


@region("notebook")
def notebook(campaign: Campaign, about: str, audience: Audience) -> str:
    """The notes of the campaign on its page."""
    leads = audience.role.leads
    row = Notebook.objects.filter(campaign=campaign).first() or Notebook(campaign=campaign)
    context = {"campaign": campaign, "leads": leads, "row": row.as_known(leads)}
    return render_to_string("campaigns/_notes.html#notebook", context)
