"""One row as plain JSON and back, known by its key and naming others by theirs: no number of a database is in it."""

import base64
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.db import models

from campaigns.exchange.tables import TABLES, Table
from campaigns.models import Campaign


def plain(value: Any) -> Any:
    """A value of a column as JSON has it; times in UTC, to the last digit."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return base64.b64encode(value).decode() if isinstance(value, bytes | memoryview) else value


def written(row: models.Model) -> dict[str, Any]:
    """All of a row of a campaign."""
    values = {name: getattr(row, name) for name in _table_of(type(row)).columns}
    return {name: value.key if isinstance(value, models.Model) else plain(value) for name, value in values.items()}


def unsaved(campaign: Campaign, model: type[models.Model], values: Mapping[str, Any]) -> Any:
    """The row that `written` wrote, for a campaign where it is no more. ObjectDoesNotExist where it names what has gone
    too."""
    table = _table_of(model)
    row = model(**{name: value for name, value in values.items() if name not in table.references})
    for name, column in table.columns.items():
        if isinstance(column, models.DateTimeField) and (text := values.get(name)) is not None:
            setattr(row, name, datetime.fromisoformat(text))
    for name, other in table.references.items():
        if (key := values.get(name)) is not None:
            named = TABLES[other]
            setattr(row, name, named.model._base_manager.get(**{named.of: campaign, "key": key}))
    if any(each.related_model is Campaign for each in model._meta.concrete_fields):
        row.campaign = campaign  # type: ignore[attr-defined]
    return row


def _table_of(model: type[models.Model]) -> Table:
    return next(table for table in TABLES.values() if table.model is model)
