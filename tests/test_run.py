"""A start on somebody's computer: what is missing or wrong is named in a sentence, and an end is an end."""

import ast
import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from run import ROOT
from ryfsite import serve
from ryfsite.locks import locked

PATIENCE = 120  # seconds after which a test would rather fail than hang
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="programs here are shell scripts")


def program(path: Path, script: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def start_as(project: Path, version: tuple[int, int], *arguments: str, path: Path, base: Path | None = None):
    """run.py under a Python that says it is `version`, with the programs of the folder `path` only."""
    pretend = (
        "import hashlib, os, shutil, subprocess, sys, tempfile, pathlib, runpy\n"
        f"sys.version_info = {(*version, 0, 'final', 0)}\n"
        f"sys._base_executable = {str(base or sys.executable)!r}\n"
        f"sys.argv = {['run.py', *arguments]}\n"
        f"runpy.run_path({str(project / 'run.py')!r}, run_name='__main__')"
    )
    return subprocess.run(
        [sys.executable, "-c", pretend],
        cwd=project,
        env={**os.environ, "PATH": str(path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@pytest.fixture
def project(tmp_path) -> Path:
    """A clone of its own without any package to install, whose server only says hello."""
    folder = tmp_path / "clone"
    (folder / "ryfsite").mkdir(parents=True)
    for name in ("run.py", "ryfsite/__init__.py", "ryfsite/locks.py"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "ryfsite/serve.py").write_text("print('the server is here')")
    (folder / "requirements.txt").write_text("")
    return folder


# --- the Python -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["run.py"])
def test_an_old_python_can_read_it(name):
    ast.parse((ROOT / name).read_text(), feature_version=(3, 6))


@pytest.mark.parametrize("version", [(3, 6), (3, 10), (3, 15)])
def test_another_python_names_those_that_run_the_site(project, tmp_path, version):
    ended = start_as(project, version, path=tmp_path / "nothing")

    assert ended.returncode == 2
    assert f"This is Python {version[0]}.{version[1]}, and 3.11 to 3.14 is needed: install one" in ended.stderr
    assert "Traceback" not in ended.stderr


@posix_only
def test_an_old_python_hands_over_to_a_newer_one_of_this_computer(project, tmp_path):
    found = program(tmp_path / "programs" / "python3.12", 'test "$1" = -c || echo "3.12 runs: $*"').parent

    ended = start_as(project, (3, 9), "serve", "--reload", path=found)

    assert ended.stdout == f"3.12 runs: {project / 'run.py'} serve --reload\n"


@posix_only
def test_a_python_that_is_only_announced_is_passed_over(project, tmp_path):
    found = program(tmp_path / "programs" / "python3.13", "echo 'install it first'; exit 127").parent
    program(found / "python3.11", 'test "$1" = -c || echo "3.11 runs"')

    assert start_as(project, (3, 9), path=found).stdout == "3.11 runs\n"


def test_an_unknown_command_points_to_the_list(project, tmp_path):
    ended = start_as(project, (3, 11), "sevre", path=tmp_path)

    assert (ended.returncode, ended.stderr) == (
        2,
        "Mesa RyF: There is no command 'sevre': run.py --help lists them.\n",
    )


# --- its environment ------------------------------------------------------------------------------------------------


@posix_only
def test_a_python_without_venv_names_the_package(project, tmp_path):
    bare = program(tmp_path / "programs" / "python", "exit 1")

    ended = start_as(project, (3, 12), path=bare.parent, base=bare)

    assert ended.returncode == 2
    assert "Python 3.12 lacks venv: install it (on Debian or Ubuntu: apt-get install python3.12-venv)" in ended.stderr


def test_a_folder_that_cannot_be_written_is_named(project, tmp_path):
    (project / ".venv").write_text("root may write into any folder, but not into a file")

    ended = start_as(project, sys.version_info[:2], path=tmp_path)

    assert ended.returncode == 2
    assert f"{project / '.venv'} cannot be written" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_two_starts_at_once_repair_a_half_made_environment_once(project):
    (project / ".venv" / "bin").mkdir(parents=True)
    (project / ".venv" / "bin" / "python").write_text("cut short")
    (project / ".venv" / "unfinished").touch()
    command = [sys.executable, "run.py"]
    quiet = {**os.environ, "PIP_NO_INDEX": "1"}

    starts = [subprocess.Popen(command, cwd=project, env=quiet, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = "".join(start.communicate(timeout=PATIENCE)[0] for start in starts)

    assert [start.returncode for start in starts] == [0, 0]
    assert said.count("the server is here") == 2
    assert said.count("installing packages") == 1
    assert not (project / ".venv" / "unfinished").exists()

    # Now a package that pip cannot find, as without a network.
    (project / "requirements.txt").write_text(f"mesa-ryf-is-no-package==1 --hash=sha256:{'0' * 64}\n")
    ended = subprocess.run(command, cwd=project, env=quiet, capture_output=True, text=True, timeout=PATIENCE)

    assert ended.returncode == 2
    assert "Mesa RyF: pip could not install the packages" in ended.stderr
    assert "Traceback" not in ended.stderr


@posix_only
def test_a_lock_keeps_others_out(tmp_path):
    import fcntl

    with locked(tmp_path / "lock"), (tmp_path / "lock").open() as other, pytest.raises(BlockingIOError):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


# --- the server -----------------------------------------------------------------------------------------------------


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def place(tmp_path, free_port) -> dict[str, str]:
    """The environment of a start that would work."""
    others = {name: value for name, value in os.environ.items() if not name.startswith(("DJANGO_", "DATABASE_URL"))}
    return {**others, "HOST": "127.0.0.1", "PORT": str(free_port), "DATA_DIR": str(tmp_path / "data"), "SITE_URL": ""}


def start_server(place: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "ryfsite.serve"], cwd=ROOT, env=place, capture_output=True, text=True, timeout=PATIENCE
    )


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "ochenta", "PORT is 'ochenta': write a number from 1 to 65535"),
        ("PORT", "65536", "PORT is '65536': write a number"),
        ("HOST", "no such place", "HOST is 'no such place', no address: write 0.0.0.0"),
        ("HOST", "203.0.113.7", "HOST is '203.0.113.7', no address of this computer: write 0.0.0.0"),
        ("SITE_URL", "mesa.example.org", "SITE_URL is 'mesa.example.org': write a whole address"),
        ("SITE_URL", "https://[mesa", "SITE_URL is 'https://[mesa': write a whole address"),
        ("DATABASE_URL", "mysql://u:hunter2@h/d", "DATABASE_URL must name a PostgreSQL database"),
        ("DATABASE_URL", "postgres://u:hun/ter2@h/d", "DATABASE_URL cannot be read: write postgres://"),
        (
            "DATABASE_URL",
            "postgres://u:hunter2@127.0.0.1:1/d",
            "The database d on 127.0.0.1 cannot be reached (Connection refused): start",
        ),
        ("WORKERS", "two", "WORKERS is 'two': write a number from 1 to 64"),
        ("WORKERS", "65", "WORKERS is '65': write a number"),
        ("WORKERS", "2", "WORKERS is 2, and SQLite is served by one process: set DATABASE_URL"),
        ("DEBUG", "perhaps", "DEBUG is 'perhaps': write on or off"),
    ],
)
def test_a_wrong_variable_is_named_with_its_remedy(place, name, value, sentence):
    ended = start_server({**place, name: value})

    assert ended.returncode == 2
    assert ended.stderr.startswith(f"Mesa RyF: {sentence}")
    assert ended.stderr.count("\n") == 1
    assert "ter2" not in ended.stderr  # no part of a password


def test_all_that_is_wrong_is_named_at_once(place):
    ended = start_server({**place, "PORT": "0", "SITE_URL": "mesa"})

    assert [line.split(" is ")[0] for line in ended.stderr.splitlines()] == ["Mesa RyF: PORT", "Mesa RyF: SITE_URL"]


def test_a_busy_port_is_named_before_anything_is_touched(place, free_port, tmp_path):
    with socket.create_server(("127.0.0.1", free_port)):
        ended = start_server(place)

    assert ended.returncode == 2
    assert ended.stderr.startswith(f"Mesa RyF: Port {free_port} is in use: stop the other program, or choose another")
    assert list((tmp_path / "data").iterdir()) == []


def test_a_data_folder_that_cannot_be_made_is_named(place, tmp_path):
    (tmp_path / "file").write_text("")

    ended = start_server({**place, "DATA_DIR": str(tmp_path / "file" / "data")})

    assert ended.returncode == 2
    assert ended.stderr.startswith(f"Mesa RyF: The data folder {tmp_path / 'file' / 'data'} cannot be made")


def test_a_file_that_is_no_database_is_named(place, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "mesa.sqlite3").write_text("a shopping list " * 100)

    ended = start_server(place)

    assert ended.returncode == 2
    assert "mesa.sqlite3 cannot be opened (file is not a database)" in ended.stderr


def test_the_limit_of_open_files_is_raised():
    resource = pytest.importorskip("resource", reason="Windows has no such limit")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        serve.raise_open_files()

        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (min(before[1], 65536), before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


LAN = ["192.168.1.20", "10.0.0.5"]


@pytest.mark.parametrize(
    ("host", "port", "site_url", "expected"),
    [
        ("0.0.0.0", 8000, "", ["http://localhost:8000/", "http://192.168.1.20:8000/", "http://10.0.0.5:8000/"]),
        ("127.0.0.1", 8000, "", ["http://localhost:8000/"]),
        ("192.168.1.20", 80, "", ["http://192.168.1.20/"]),
        ("fe80::1", 8000, "", ["http://[fe80::1]:8000/"]),
        ("127.0.0.1", 8000, "http://mesa.lan", ["http://localhost:8000/", "http://mesa.lan/"]),
        ("0.0.0.0", 8000, "https://mesa.example.org", ["https://mesa.example.org/"]),
    ],
)
def test_the_printed_addresses_are_those_that_answer(host, port, site_url, expected):
    assert [url for _, url in serve.addresses(host, port, site_url, LAN)] == expected


OPEN_STREAM = """
import asyncio, sys, uvicorn
from ryfsite import serve
closing = asyncio.Event()

async def application(scope, receive, send):
    if scope["type"] == "lifespan":
        await receive(); await send({"type": "lifespan.startup.complete"})
        await receive(); await send({"type": "lifespan.shutdown.complete"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"open\\n", "more_body": True})
    await closing.wait()
    await send({"type": "http.response.body", "body": b"closed\\n"})

listener = serve.listen("127.0.0.1", int(sys.argv[1]))
config = uvicorn.Config(application, lifespan="on", log_config=None, timeout_graceful_shutdown=None)
serve.Server(config, closing.set).run(sockets=[listener])
"""


@pytest.mark.live
@posix_only
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_the_server_ends_with_a_stream_open(free_port, place, sign):
    command = [sys.executable, "-c", OPEN_STREAM, str(free_port)]
    with subprocess.Popen(command, cwd=ROOT, env=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdout.readline()
        with urllib.request.urlopen(f"http://127.0.0.1:{free_port}/", timeout=PATIENCE) as stream:
            assert stream.readline() == b"open\n"
            server.send_signal(sign)
            server.send_signal(sign)  # an impatient hand changes nothing
            assert stream.readline() == b"closed\n"
        _, complaints = server.communicate(timeout=PATIENCE)

    assert (server.returncode, complaints) == (0, b"")


@pytest.mark.live
@posix_only
def test_a_first_start_and_a_second_show_the_first_page(place, free_port, tmp_path):
    for _ in range(2):
        command = [sys.executable, "-m", "ryfsite.serve"]
        with subprocess.Popen(command, cwd=ROOT, env=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
            # Asked at once: the port is open before the site is ready, and the page comes when it is.
            lines = [server.stdout.readline().decode() for _ in range(2)]
            assert f"http://localhost:{free_port}/" in lines[1], server.communicate()
            with urllib.request.urlopen(f"http://localhost:{free_port}/", timeout=PATIENCE) as page:
                assert page.status == 200
            server.send_signal(signal.SIGINT)
            _, complaints = server.communicate(timeout=PATIENCE)
        assert (server.returncode, complaints) == (0, b"")

    assert (tmp_path / "data" / "secret.key").stat().st_mode & 0o077 == 0
