"""Addresses that work for others: invitations and links to a seat never say localhost."""

from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from campaigns.models import Campaign


def addresses() -> list[str]:
    """What the GM can choose from on a LAN; nothing where SITE_URL says it."""
    return [] if _public() else settings.LAN_ADDRESSES


def base_url(campaign: Campaign) -> str | None:
    """Where others reach this site, without a trailing slash; None where this machine is on no network."""
    if public := _public():
        return public
    found = settings.LAN_ADDRESSES
    if not found:
        return None
    address = campaign.link_address if campaign.link_address in found else found[0]
    return f"http://{address}" + ("" if settings.PORT == 80 else f":{settings.PORT}")


def _public() -> str:
    """SITE_URL, unless it names this very machine: for others that leads nowhere."""
    host = urlsplit(settings.SITE_URL).hostname or ""
    return "" if host in {"localhost", "::1"} or host.startswith("127.") else settings.SITE_URL


def link_to(campaign: Campaign, path: str) -> str | None:
    base = base_url(campaign)
    return base and base + path


def qr(url: str) -> SafeString:
    """The QR code of a link, as SVG that takes its colour from the page."""
    svg = segno.make(url, error="m", micro=False).svg_inline(svgclass="qr", lineclass=None, omitsize=True, border=0)
    return mark_safe(svg.replace('stroke="#000"', 'stroke="currentColor"'))  # noqa: S308  segno's own drawing
