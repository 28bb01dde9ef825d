"""The site that is measured: a campaign made through the ORM, and the real server as a process of its own."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parent.parent
PLAYERS = 200
HEROES = 4
PATIENCE = 60


@dataclass(frozen=True)
class Seat:
    """Somebody at the table: the cookie of their session, and the role their pages are made for."""

    name: str
    role: str
    session: str


@dataclass(frozen=True)
class Table:
    """The campaign as its addresses."""

    campaign: str
    hero: str
    gm: Seat
    owner: Seat
    players: tuple[Seat, ...]

    @property
    def page(self) -> str:
        return f"/t/{self.campaign}/"

    @property
    def sheet(self) -> str:
        return f"/c/{self.hero}/"

    @property
    def points(self) -> str:
        return f"/c/{self.hero}/points/pv/"

    @property
    def roll(self) -> str:
        return f"/c/{self.hero}/roll/"


@contextmanager
def database(url: str) -> Iterator[str]:
    """`url` itself for SQLite (""); for PostgreSQL a new database beside the one it names, dropped at the end."""
    if not url:
        yield ""
        return
    import psycopg
    from psycopg import sql

    name = f"bench_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(url, autocommit=True) as admin:
            admin.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def lay_table(count: int = PLAYERS) -> Table:
    """Make the campaign: a GM, `count` players with a seat each, four heroes, and an evening's log."""
    from django.contrib.auth import get_user_model
    from django.db import connections

    from campaigns.models import Campaign, Membership, Role
    from characters.models import Character

    people = get_user_model().objects
    campaign = Campaign.objects.create(name="La mesa de medir")

    def sit(name: str, role: Role) -> Membership:
        return Membership.objects.create(campaign=campaign, user=people.create_guest(name), role=role, name=name)

    gm = sit("Marta", Role.GM)
    players = [sit(f"Jugador {number}", Role.PLAYER) for number in range(1, count + 1)]
    heroes = [
        Character.objects.create(
            campaign=campaign,
            owner=player,
            name=f"Héroe {number}",
            concept="Exploradora del río",
            is_finished=True,
            traits={
                "attributes": dict.fromkeys(
                    ("physique", "dexterity", "intelligence", "perception", "charisma", "willpower"), 4
                ),
                "skills": dict.fromkeys(SKILLS, 3),
                "fixed": {"pv": 20},
            },
        )
        for number, player in enumerate(players[:HEROES], 1)
    ]
    for hero in heroes:
        for _ in range(6):
            hero.change_pool(gm, "pv", -1)
            hero.roll(hero.owner, "stealth", difficulty=15)
    table = Table(campaign.key, heroes[0].key, _seat(gm), _seat(players[0]), tuple(_seat(player) for player in players))
    connections.close_all()
    return table


SKILLS = (
    "notice", "search", "reflexes", "track", "music", "dodge", "stealth", "climb", "swim", "ride", "melee_weapons",
    "ranged_weapons", "brawl", "streetwise", "survival", "fauna", "healing_and_herbs",
)  # fmt: skip


def _seat(member: object) -> Seat:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from accounts.browsers import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(member.user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = member.user.get_session_auth_hash()
    session["seen"] = int(time.time())
    session.save()
    return Seat(member.name, member.role, session.session_key)


class Server:
    """`python -m ryfsite.serve` on a free port of the loopback."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self.port = 0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> float:
        """Seconds from the command to the whole first page."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        output = (self._data / "server.log").open("ab")
        began = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ryfsite.serve"],
            cwd=ROOT,
            env={**os.environ, "HOST": "127.0.0.1", "PORT": str(self.port)},
            stdout=output,
            stderr=output,
        )
        output.close()
        while not self._answers():
            if self._process.poll() is not None or time.perf_counter() - began > PATIENCE:
                raise RuntimeError("the server did not start: " + (self._data / "server.log").read_text()[-2000:])
            time.sleep(0.01)
        return time.perf_counter() - began

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=PATIENCE) as answer:
                return answer.status == 200 and bool(answer.read())
        except OSError:
            return False

    def stop(self) -> float:
        """Seconds until it has ended."""
        assert self._process is not None
        began = time.perf_counter()
        self._process.send_signal(signal.SIGINT if os.name != "nt" else signal.SIGTERM)
        try:
            self._process.wait(PATIENCE)
        finally:
            if self._process.poll() is None:
                self._process.kill()
        return time.perf_counter() - began

    # --- what it holds; None where this system does not tell ---------------------------------------------------------

    @property
    def memory(self) -> int | None:
        """Bytes of it that are in memory."""
        return next((int(line.split()[1]) * 1024 for line in self._status() if line.startswith("VmRSS:")), None)

    @property
    def processor(self) -> float | None:
        """Seconds of processor time it has used, whatever else runs on this computer."""
        file = Path(f"/proc/{self.pid}/stat")
        if not file.exists():
            return None
        ticks = file.read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    @property
    def threads(self) -> int | None:
        return next((int(line.split()[1]) for line in self._status() if line.startswith("Threads:")), None)

    def _status(self) -> list[str]:
        file = Path(f"/proc/{self.pid}/status")
        return file.read_text().splitlines() if file.exists() else []

    @property
    def database_connections(self) -> int | None:
        from django.db import connection

        if connection.vendor == "postgresql":
            import psycopg

            with psycopg.connect(os.environ["DATABASE_URL"]) as own:
                query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> %s"
                return own.execute(query, [own.info.backend_pid]).fetchone()[0]
        folder = Path(f"/proc/{self.pid}/fd")
        if not folder.exists():
            return None
        name = str(connection.settings_dict["NAME"])
        return sum(os.path.realpath(descriptor) == name for descriptor in folder.iterdir())
