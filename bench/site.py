"""The site that is measured: a campaign made through the ORM, and the real server as a process of its own."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable, Iterator
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


def sit(campaign: object, name: str, role: str) -> object:
    """A guest of that name with a seat at the campaign."""
    from django.contrib.auth import get_user_model

    from campaigns.models import Membership

    person = get_user_model().objects.create_guest(name)
    return Membership.objects.create(campaign=campaign, user=person, role=role, name=name)


def hero_of(owner: object, name: str, pv: int = 20) -> object:
    from characters.models import Character

    attributes = ("physique", "dexterity", "intelligence", "perception", "charisma", "willpower")
    return Character.objects.create(
        campaign=owner.campaign,
        owner=owner,
        name=name,
        concept="Exploradora del río",
        is_finished=True,
        traits={
            "attributes": dict.fromkeys(attributes, 4),
            "skills": dict.fromkeys(SKILLS, 3),
            "fixed": {"pv": pv},
        },
    )


def lay_table(count: int = PLAYERS) -> Table:
    """Make the campaign: a GM, `count` players with a seat each, four heroes, and an evening's log."""
    from django.db import connections

    from campaigns.models import Campaign, Role

    campaign = Campaign.objects.create(name="La mesa de medir")
    gm = sit(campaign, "Marta", Role.GM)
    players = [sit(campaign, f"Jugador {number}", Role.PLAYER) for number in range(1, count + 1)]
    heroes = [hero_of(player, f"Héroe {number}") for number, player in enumerate(players[:HEROES], 1)]
    for hero in heroes:
        for _ in range(6):
            hero.change_pool(gm, "pv", -1)
            hero.roll(hero.owner, "stealth", difficulty=15)
    table = Table(campaign.key, heroes[0].key, seat_of(gm), seat_of(players[0]), tuple(map(seat_of, players)))
    connections.close_all()
    return table


SKILLS = (
    "notice", "search", "reflexes", "track", "music", "dodge", "stealth", "climb", "swim", "ride", "melee_weapons",
    "ranged_weapons", "brawl", "streetwise", "survival", "fauna", "healing_and_herbs",
)  # fmt: skip


def seat_of(member: object) -> Seat:
    """Their session, as if they had come by a link."""
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
    def processes(self) -> list[int]:
        """Its process, and with WORKERS those of the workers."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        return [self.pid, *map(int, children.read_text().split())] if children.exists() else [self.pid]

    @property
    def memory(self) -> int | None:
        """Bytes of it that are in memory."""
        return self._of_all("VmRSS:", 1024)

    @property
    def threads(self) -> int | None:
        return self._of_all("Threads:")

    def _of_all(self, name: str, unit: int = 1) -> int | None:
        found = [
            int(line.split()[1]) * unit
            for pid in self.processes
            if Path(f"/proc/{pid}/status").exists()
            for line in Path(f"/proc/{pid}/status").read_text().splitlines()
            if line.startswith(name)
        ]
        return sum(found) if found else None

    @property
    def processor(self) -> float | None:
        """Seconds of processor time it has used, whatever else runs on this computer."""
        return processor_of(self.processes)

    def database_processes(self) -> list[int]:
        """Those of PostgreSQL that work for this database; none for SQLite."""
        if not os.environ.get("DATABASE_URL"):
            return []
        import psycopg

        with psycopg.connect(os.environ["DATABASE_URL"]) as own:
            query = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> %s"
            return [pid for (pid,) in own.execute(query, [own.info.backend_pid]).fetchall()]

    @property
    def database_connections(self) -> int | None:
        from django.db import connection

        if connection.vendor == "postgresql":
            return len(self.database_processes())
        folder = Path(f"/proc/{self.pid}/fd")
        if not folder.exists():
            return None
        name = str(connection.settings_dict["NAME"])
        return sum(os.path.realpath(descriptor) == name for descriptor in folder.iterdir())


def processor_of(processes: Iterable[int]) -> float | None:
    """Seconds of processor time these have used so far; None where this system does not tell."""
    ticks = 0
    for pid in processes:
        try:
            ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
        except OSError:
            return None
    return ticks / os.sysconf("SC_CLK_TCK")
