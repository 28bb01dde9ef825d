"""A campaign as a file: all but what is one database's own, rows by their random keys (/schema/campaign-1.json)."""

import gzip
import json
from collections.abc import Iterator
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from campaigns.exchange.campaign import CAMPAIGN
from campaigns.exchange.rows import plain
from campaigns.exchange.shapes import Shape, many, obj
from campaigns.exchange.tables import TABLES, Table
from campaigns.exchange.text import anywhere, writable
from campaigns.models import Campaign

FORMAT: Final = "mesa-ryf/campaign"
VERSION: Final = 1
LARGE: Final = 5 * 1024 * 1024
"""A file of more bytes goes out packed: a server takes no larger ones in, and text shrinks to a tenth."""
TRIES: Final = 3


def schema() -> Shape:
    """What a file looks like, as JSON Schema: made from the tables, so that it says what is read."""
    rows = {name: many(table.shape, table.most) for name, table in TABLES.items()}
    head = {
        "$schema": {"type": "string", "maxLength": 200},
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "exported_at": {"type": "string", "maxLength": 40},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:mesa-ryf:campaign:{VERSION}",
        "title": f"A campaign of Mesa RyF, version {VERSION}",
        "description": "Everything of a campaign but who its people are. Rows are known by random keys.",
        **obj(needs=("format", "version", "campaign", "seats"), **head, campaign=CAMPAIGN.shape, **rows),
    }


def file_of(campaign: Campaign) -> tuple[bytes, str]:
    """The file, and how its name ends: a row in a line, and packed where it is large."""
    data = "".join(_lines(document_of(campaign))).encode()
    return (gzip.compress(data), ".json.gz") if len(data) > LARGE else (data, ".json")


def document_of(campaign: Campaign) -> dict[str, Any]:
    """All of the campaign, secrets too, as it is at one moment: read again where it changed meanwhile, at last while
    nothing can change. One query a table."""
    for _try in range(TRIES):
        before = _version(campaign)
        document = _read(campaign)
        if _version(campaign) == before:
            return document
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        return _read(campaign)


def _read(campaign: Campaign) -> dict[str, Any]:
    (own,) = _rows(CAMPAIGN, campaign)
    return {
        "$schema": f"/schema/campaign-{VERSION}.json",
        "format": FORMAT,
        "version": VERSION,
        "exported_at": timezone.now().isoformat(timespec="seconds"),
        "campaign": own,
        **{name: list(_rows(table, campaign)) for name, table in TABLES.items()},
    }


def _rows(table: Table, campaign: Campaign) -> Iterator[dict[str, Any]]:
    """What of each row is not as it is by default."""
    asked = [f"{name}__key" if name in table.references else name for name in table.columns]
    defaults = {name: each.get_default() for name, each in table.columns.items()}
    rows = table.model._base_manager.filter(**{table.of: campaign.pk}).order_by("pk")
    for values in rows.values_list(*asked).iterator():
        pairs = zip(table.columns, values, strict=True)
        yield {
            name: writable(plain(value), anywhere) for name, value in pairs if name == "key" or value != defaults[name]
        }


def _version(campaign: Campaign) -> int:
    return Campaign.objects.values_list("version", flat=True).get(pk=campaign.pk)


def _lines(document: dict[str, Any]) -> Iterator[str]:
    start = "{"
    for name, value in document.items():
        yield f"{start}\n{json.dumps(name)}: "
        if isinstance(value, list):
            yield "[" + ",".join("\n" + json.dumps(row, ensure_ascii=False) for row in value) + "]"
        else:
            yield json.dumps(value, ensure_ascii=False)
        start = ","
    yield "\n}\n"
