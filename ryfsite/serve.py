"""`python -m ryfsite.serve`: names what is wrong, prepares what is missing, serves until Ctrl-C.

run.py starts it inside .venv. With `--reload`, for developing, it starts itself again after each change. With WORKERS
(ryfsite.workers) it starts itself as `--prepare`, and as `--worker` with the numbers of a socket and of a line.
"""

import contextlib
import errno
import gc
import logging
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType

import uvicorn

from ryfsite import environment, locks
from ryfsite.environment import ROOT, Misconfigured
from ryfsite.workers import READY, keep

OPEN_FILES = 65536  # one for each open screen, and some
WATCHED = {".py", ".html", ".po"}
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104
ONLY_HERE = {"localhost", "127.0.0.1", "::1"}


def main(arguments: list[str]) -> int:
    """The exit code: 0 after Ctrl-C or SIGTERM, 2 when the environment is wrong (and says how)."""
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal without accents
    if arguments == ["--reload"]:
        return reload()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ryfsite.settings")
    if wrong := faults():
        for sentence in wrong:
            complain(sentence)
        return 2
    try:
        if arguments[:1] == ["--worker"]:
            return work(socket.socket(fileno=int(arguments[1])), socket.socket(fileno=int(arguments[2])))
        if arguments == ["--prepare"]:
            return prepare_all()
        # The port first: a second start by mistake must not touch the database of the first.
        listener = listen(environment.host(), environment.port())
        raise_open_files()
        with locks.hold(environment.in_use()):
            if (count := environment.workers()) > 1:
                count_together()
                return keep(listener, count, announce, complain)
            return prepare_all() or serve(listener, announce)
    except Misconfigured as fault:
        complain(str(fault))
        return 2
    except KeyboardInterrupt:
        return 0


def count_together() -> None:
    """Where the workers count (ryfsite.metrics), if anybody may read it; what is there is of an earlier run."""
    if os.environ.get("METRICS_TOKEN"):
        folder = environment.data_folder() / "metrics"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def prepare_all() -> int:
    from ryfsite import prepare

    prepare.everything()
    return 0


def complain(sentence: str) -> None:
    print(f"Mesa RyF: {sentence}", file=sys.stderr, flush=True)


def faults() -> list[str]:
    """Everything that is wrong in the environment, at once."""
    found = []
    for ask in (environment.host, environment.port, environment.site_url, environment.data_folder, environment.workers):
        try:
            ask()
        except Misconfigured as fault:
            found.append(str(fault))
    return found


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens already: a browser opened too early waits for its page instead of being refused."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise Misconfigured(
            f"HOST is {host!r}, no address: write 0.0.0.0 for the whole network, 127.0.0.1 for this computer only."
        ) from None
    listener = socket.socket(family, kind, protocol)
    # On Windows the same option would let two programs share the port, each with half of the visitors.
    option = socket.SO_EXCLUSIVEADDRUSE if sys.platform == "win32" else socket.SO_REUSEADDR
    listener.setsockopt(socket.SOL_SOCKET, option, 1)
    try:
        listener.bind(address)
        listener.listen(2048)
    except OSError as fault:
        listener.close()
        raise Misconfigured(why_not_bound(fault, host, port)) from fault
    return listener


def why_not_bound(fault: OSError, host: str, port: int) -> str:
    if fault.errno == errno.EADDRINUSE:
        other = 8001 if port == 8000 else 8000
        again = f"set PORT={other} and py run.py" if sys.platform == "win32" else f"PORT={other} make run"
        return f"Port {port} is in use: stop the other program, or choose another port with {again}."
    if fault.errno == errno.EACCES:
        return f"Port {port} is not allowed to this user: choose one above 1023, such as PORT=8000."
    return f"HOST is {host!r}, no address of this computer: write 0.0.0.0 for the whole network."


def raise_open_files() -> None:
    """Allow as many open files as the system lets us: the usual 1,024 would be 1,000 open screens."""
    if sys.platform == "win32":  # which has no such limit
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def addresses(host: str, port: int, site_url: str, lan: list[str]) -> Iterator[tuple[str, str]]:
    """Where the site answers, each with its label: only the public address under https, which turns the others away."""
    if not site_url.startswith("https:"):
        at = "" if port == 80 else f":{port}"
        everywhere = host in EVERYWHERE
        if everywhere or host in ONLY_HERE:
            yield "En este ordenador / On this computer", f"http://localhost{at}/"
        for address in lan if everywhere else {host} - ONLY_HERE:
            name = f"[{address}]" if ":" in address else address
            yield "En la red / On the network", f"http://{name}{at}/"
    if site_url:
        yield "Dirección pública / Public address", f"{site_url}/"


def announce() -> None:
    found = addresses(environment.host(), environment.port(), environment.site_url(), environment.lan_addresses())
    print("Mesa RyF está en marcha / is running")
    for label, url in found:
        print(f"  {label:<38} {url}")
    print("  Ctrl-C para pararla / stops it", flush=True)


class Server(uvicorn.Server):
    """uvicorn, which ends at once with streams open, and tells when it is there."""

    def __init__(
        self, config: uvicorn.Config, close_streams: Callable[[], None], tell: Callable[[], None] = announce
    ) -> None:
        super().__init__(config)
        self.close_streams, self.tell = close_streams, tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        gc.freeze()  # what the program is made of: to look through all of it took 80 ms in the middle of a press
        self.tell()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Streams first: uvicorn waits for open answers before it tells the application that it ends.

        The signal is not kept, so that a wanted end is no failure, and a second one changes nothing.
        """
        self.close_streams()
        self.should_exit = True


def work(listener: socket.socket, line: socket.socket) -> int:
    """One of several: say on `line` that we serve, and end when its other end is gone."""

    def end_with_the_parent() -> None:
        with contextlib.suppress(OSError):
            line.recv(1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=end_with_the_parent, name="line", daemon=True).start()
    return serve(listener, lambda: line.sendall(READY))


def serve(listener: socket.socket, tell: Callable[[], None]) -> int:
    from ryfsite import asgi

    trusted = os.environ.get("FORWARDED_ALLOW_IPS", "").strip()
    config = uvicorn.Config(
        asgi.application,
        lifespan="on",
        ws="none",
        access_log=False,
        server_header=False,
        log_config=None,
        log_level="warning",
        proxy_headers=bool(trusted),
        forwarded_allow_ips=trusted or None,
        timeout_keep_alive=30,  # the next tap of a phone finds its connection open
        timeout_graceful_shutdown=2,
    )
    server = Server(config, asgi.close_streams, tell)
    try:
        server.run(sockets=[listener])
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # an impatient second Ctrl-C, while threads end
    return 0


# --- for developing -------------------------------------------------------------------------------------------------


def watched() -> dict[str, int]:
    """Every source and when it changed."""
    found = {}
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in {"data", "staticfiles"}]
        for name in files:
            if os.path.splitext(name)[1] in WATCHED:
                path = os.path.join(folder, name)
                try:
                    found[path] = os.stat(path).st_mtime_ns
                except FileNotFoundError:  # an editor swapped it just now
                    continue
    return found


def reload() -> int:
    """Serve in a child, and start a new one whenever a source changes; one that died waits for the next change."""
    os.environ.setdefault("DEBUG", "on")
    try:
        while True:
            seen = watched()
            child = subprocess.Popen([sys.executable, "-m", "ryfsite.serve"], cwd=ROOT)
            try:
                while watched() == seen:
                    time.sleep(0.5)
            finally:
                child.terminate()
                child.wait()
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a stop before the first page is an orderly one too
    code = main(sys.argv[1:])
    logging.shutdown()
    sys.stdout.flush()
    # At once: Python would first wait for a page that its thread still works on, and tidy up what ends here anyway.
    os._exit(code)
