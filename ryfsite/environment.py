"""What the environment says, read by small functions that fail with one sentence and its remedy.

Nothing here imports Django, so that `ryfsite.serve` can name a fault before anything else starts.
"""

import contextlib
import os
import secrets
import socket
import sys
import zoneinfo
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
MOST_WORKERS = 64
LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")


class Misconfigured(Exception):
    """A fault of the environment, worded for whoever starts the program: what is wrong and what to do."""


def switch(name: str, default: bool) -> bool:
    """An on/off variable: 1/0, on/off, yes/no, true/false."""
    value = os.environ.get(name, "").strip().lower()
    if value in {"1", "on", "yes", "true"}:
        return True
    if value in {"0", "off", "no", "false"}:
        return False
    if value == "":
        return default
    raise Misconfigured(f"{name} is {value!r}: write on or off.")


def log_format() -> str:
    value = os.environ.get("LOG_FORMAT", "").strip().lower() or "plain"
    if value not in {"plain", "json"}:
        raise Misconfigured(f"LOG_FORMAT is {value!r}: write plain or json.")
    return value


def port() -> int:
    value = os.environ.get("PORT", "").strip() or "8000"
    if not (value.isascii() and value.isdecimal()) or not 0 < int(value) < 65536:
        raise Misconfigured(f"PORT is {value!r}: write a number from 1 to 65535, such as 8000.")
    return int(value)


def host() -> str:
    return os.environ.get("HOST", "").strip() or "0.0.0.0"  # noqa: S104  the whole table is on the LAN


def workers() -> int:
    """How many processes share the port: one unless WORKERS says more, which takes PostgreSQL and no Windows."""
    value = os.environ.get("WORKERS", "").strip() or "1"
    if not (value.isascii() and value.isdecimal()) or not 0 < int(value) <= MOST_WORKERS:
        raise Misconfigured(f"WORKERS is {value!r}: write a number from 1 to {MOST_WORKERS}.")
    database = os.environ.get("DATABASE_URL", "").strip()
    if int(value) > 1 and (not database or database.startswith("sqlite")):
        raise Misconfigured(
            f"WORKERS is {value}, and SQLite is served by one process: set DATABASE_URL to a PostgreSQL database, "
            "or leave WORKERS out."
        )
    if int(value) > 1 and sys.platform == "win32":
        raise Misconfigured(f"WORKERS is {value}, and Windows serves with one process: leave WORKERS out.")
    return int(value)


def site_url() -> str:
    """The public address without a trailing slash, or "" when the site lives on a LAN."""
    value = os.environ.get("SITE_URL", "").strip().rstrip("/")
    if not value:
        return ""
    try:
        parts = urlsplit(value)
        _ = parts.port
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path or parts.query:
        raise Misconfigured(f"SITE_URL is {value!r}: write a whole address, such as https://mesa.example.org.")
    return value


def data_folder() -> Path:
    """Where everything that must be kept lives (database, secret key); made when absent, for this user alone."""
    folder = Path(os.environ.get("DATA_DIR", "").strip() or ROOT / "data").expanduser().resolve()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise Misconfigured(
            f"The data folder {folder} cannot be made ({fault.strerror}): set DATA_DIR to a folder you can write to."
        ) from fault
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Misconfigured(f"The data folder {folder} is read-only: set DATA_DIR to a folder you can write to.")
    return folder


def in_use() -> Path:
    """The lock that every server of this data folder holds while it runs."""
    return data_folder() / "serving.lock"


def secret_key() -> str:
    """SECRET_KEY, else the one kept in the data folder, made at the first start and readable by its owner only."""
    if key := os.environ.get("SECRET_KEY", ""):
        return key
    file = data_folder() / "secret.key"
    if not file.exists():
        # Written whole under another name first: two starts at once agree on one key, and none is ever half there.
        made = file.with_name(f"secret.{os.getpid()}.new")
        descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as out:
            out.write(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):
            os.link(made, file)
        made.unlink()
    return file.read_text().strip()


def time_zone() -> str:
    """The zone of the times in the log."""
    value = os.environ.get("TIME_ZONE", "").strip() or "Europe/Madrid"
    try:
        zoneinfo.ZoneInfo(value)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        raise Misconfigured(
            f"TIME_ZONE is {value!r}, which is no zone: write one such as America/Mexico_City."
        ) from None
    return value


def lan_addresses() -> list[str]:
    """The addresses under which others on the same network reach this machine, best first; none is invented.

    A datagram socket "connected" to a far address sends nothing and tells which of ours would be used.
    """
    found: list[str] = []
    for target in ("10.254.254.254", "192.168.254.254", "172.31.254.254", "1.1.1.1"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            found.append(probe.getsockname()[0])
    try:
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        pass
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "0."))]


def own_hosts() -> list[str]:
    """Host headers that are us: the public one alone under https, else also loopback, LAN and the machine's name."""
    public = urlsplit(site_url()).hostname
    if public and site_url().startswith("https:"):
        return [public]
    name = socket.gethostname().lower()
    named = [name, f"{name}.local"] if name else []
    return [*([public] if public else []), *LOOPBACK_HOSTS, *lan_addresses(), *named]
