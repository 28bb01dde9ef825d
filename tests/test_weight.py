"""What a first visit weighs, as it is served: at most 120 KiB with its fonts, 50 without (bytes are no times)."""

import asyncio
import re

import pytest
from django.core.management import call_command

from bench.site import lay_table
from bench.weight import WITH_FONTS, WITHOUT, Weight, first_visit
from bench.wire import Visitor

pytestmark = pytest.mark.live
PLAYERS = 6


@pytest.fixture
def served(tmp_path, settings, live):
    """The server with its static files collected, and an ordinary campaign in it."""
    from ryfsite import wsgi

    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "ryfsite.styles.GatheredStyles"}}
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["admin", "guide"])
    wsgi.application.load_middleware()
    yield live
    wsgi.application.load_middleware()


def visits(port, visited) -> list[Weight]:
    async def all_of_them() -> list[Weight]:
        found = []
        for seat, path in visited:
            async with Visitor(port, seat) as visitor:
                found.append(await first_visit(visitor, path))
        return found

    return asyncio.run(all_of_them())


def test_start_table_and_sheet_are_light(served):
    table = lay_table(PLAYERS)

    for weight in visits(
        served.port, ((None, "/"), (table.owner, table.page), (table.gm, table.page), (table.owner, table.sheet))
    ):
        assert weight.of(".woff2") > 10_000, "the fonts were not found"
        assert weight.of(".css") > 5_000, "the styles were not found"
        assert weight.of(".js") > 10_000, "the scripts were not found"
        assert weight.whole <= WITH_FONTS * 1024, str(weight)
        assert weight.without_fonts <= WITHOUT * 1024, str(weight)
        assert [address for address in weight.sizes if re.search(r"//|^[a-z]+:", address)] == []
