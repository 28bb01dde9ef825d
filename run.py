#!/usr/bin/env python3
"""Mesa RyF on a fresh clone, with nothing but Python 3.11 to 3.14 (on Windows: py run.py ...).

  run.py [serve] [--reload]   prepare what is missing and serve; --reload, for developing, starts again after a change
  run.py test [...]           run the tests; what follows goes to pytest
  run.py check                ruff, types, import layers, migrations, messages, deploy check
  run.py bench [...]          run the benchmarks
  run.py shots                take the pictures of README and guides anew (needs a browser)
  run.py doctor [--language]  say what is wrong with this installation, in plain words
  run.py audit                look at the packages: hashes, what needs them, known faults where that can be asked
  run.py messages             gather the texts to translate into locale/ (needs gettext)

HOST, PORT, SITE_URL, DATABASE_URL, WORKERS, DATA_DIR, SECRET_KEY come from the environment; the README explains them.
"""
# Standard library only, and the grammar of Python 3.6: an old Python must be able to read this file to be told so.

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
OLDEST, NEWEST = (3, 11), (3, 14)
WINDOWS = sys.platform == "win32"
SITE = ("requirements.txt",)
TESTS = ("requirements.txt", "requirements-dev.txt")
OURS = "HOST PORT SITE_URL DATABASE_URL WORKERS DATA_DIR SECRET_KEY DEBUG DEMO SIGN_UP TIME_ZONE".split()
OURS += ["FORWARDED_ALLOW_IPS", "LOG_FORMAT", "METRICS_TOKEN"]
CHECKS = [
    ["-m", "ruff", "check", "."],
    ["-m", "ruff", "format", "--check", "."],
    ["-m", "mypy"],
    ["-c", "from importlinter import cli; cli.lint_imports_command()"],
    ["manage.py", "makemigrations", "--check", "--dry-run"],
    ["-m", "pytest", "-q", "tests/test_messages.py"],
    ["manage.py", "check", "--deploy", "--fail-level", "WARNING"],
]
GATHER_MESSAGES = ("makemessages", "--locale=es", "--no-location", "--no-obsolete", "--no-wrap") + tuple(
    "--ignore=" + name for name in (".venv", "staticfiles", "data", "tests", "bench", "docs")
)


def main(arguments: "list[str]") -> int:
    if arguments and arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    command = arguments[0] if arguments and not arguments[0].startswith("-") else "serve"
    rest = arguments[1:] if arguments and arguments[0] == command else arguments
    if command not in COMMANDS:
        stop(f"There is no command {command!r}: run.py --help lists them.")
    use_a_supported_python()
    os.chdir(str(ROOT))
    return COMMANDS[command](rest)


def stop(sentence: str) -> None:
    """End with one sentence: what is wrong, and what to do."""
    print("Mesa RyF: " + sentence, file=sys.stderr)
    sys.exit(2)


# --- the Python -----------------------------------------------------------------------------------------------------


def use_a_supported_python() -> None:
    """Go on under the newest Python of this computer that can run the site, when this one cannot."""
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        return
    versions = [f"3.{minor}" for minor in range(NEWEST[1], OLDEST[1] - 1, -1)]
    if WINDOWS:
        candidates = [["py", "-" + version] for version in versions]
    else:
        candidates = [["python" + version] for version in versions] + [["python3"]]
    for candidate in candidates:
        if shutil.which(candidate[0]) and is_supported(candidate):
            become(candidate + [str(ROOT / "run.py")] + sys.argv[1:])
    stop(
        f"This is Python {dotted(sys.version_info)}, and {dotted(OLDEST)} to {dotted(NEWEST)} is needed: "
        "install one of those from your system's packages or from python.org, and try again."
    )


def dotted(version: "tuple[int, ...]") -> str:
    return f"{version[0]}.{version[1]}"


def is_supported(candidate: "list[str]") -> bool:
    """Asked of the program itself: what is on PATH may be a stub that only says what to install."""
    question = f"import sys; sys.exit(not {OLDEST} <= sys.version_info[:2] <= {NEWEST})"
    return succeeds(candidate + ["-c", question])


def succeeds(command: "list[str]") -> bool:
    return subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0


def become(command: "list[str]") -> None:
    """Run `command` in the place of this program, so that Ctrl-C and signals reach it alone."""
    sys.stdout.flush()
    if not WINDOWS:
        os.execvp(command[0], command)
    sys.exit(wait_for(subprocess.Popen(command)))


def wait_for(child: "subprocess.Popen[bytes]") -> int:
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:  # the console gave it to the child too, which ends in its own time
            continue


# --- its environment ------------------------------------------------------------------------------------------------


def python_with(lock_files: "tuple[str, ...]") -> str:
    """The Python of .venv with all that `lock_files` name installed; made, brought up to date or repaired first."""
    python = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
    wanted = [stamp(name) for name in lock_files]
    if not has_installed(python, wanted):
        from ryfsite.locks import locked

        try:
            with locked(VENV / "lock"):
                if not has_installed(python, wanted):  # another start may have done it meanwhile
                    install(python, lock_files, wanted)
        except OSError as fault:
            place = fault.filename or VENV
            stop(f"{place} cannot be written ({fault.strerror}): put the project where you can write, or make room.")
    return str(python)


def stamp(lock_file: str) -> str:
    made_by = f"{sys.implementation.name} {dotted(sys.version_info)}\n"
    return hashlib.sha256(made_by.encode() + (ROOT / lock_file).read_bytes()).hexdigest()


def has_installed(python: Path, wanted: "list[str]") -> bool:
    installed = VENV / "installed"
    return python.exists() and installed.exists() and set(wanted) <= set(installed.read_text().split())


def install(python: Path, lock_files: "tuple[str, ...]", wanted: "list[str]") -> None:
    """Make .venv where there is none, or none that works, then let pip bring it up to the lock files.

    `unfinished` lies there meanwhile: an install cut short may look whole to pip, so the next one starts afresh.
    """
    unfinished = VENV / "unfinished"
    if unfinished.exists() or not is_whole(python):
        make_venv(unfinished)
    unfinished.touch()
    print("Mesa RyF: installing packages, the first time only (a minute or so)...", flush=True)
    command = [str(python), "-m", "pip", "install", "--require-hashes", "--disable-pip-version-check", "--no-input"]
    for name in lock_files:
        command += ["-r", name]
    failed = subprocess.call(command + ["-qq"])
    unfinished.unlink()  # pip has ended in order, well or not
    if failed:
        stop("pip could not install the packages (its reason is above): see that you are online, and try again.")
    (VENV / "installed").write_text("\n".join(wanted))


def is_whole(python: Path) -> bool:
    question = f"import pip, sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
    return python.exists() and succeeds([str(python), "-c", question])


def make_venv(unfinished: Path) -> None:
    base = getattr(sys, "_base_executable", None) or sys.executable  # run.py may itself run inside the .venv to replace
    if not succeeds([base, "-c", "import venv, ensurepip"]):
        version = dotted(sys.version_info)
        stop(
            f"Python {version} lacks venv: install it (on Debian or Ubuntu: apt-get install python{version}-venv), "
            "and try again."
        )
    unfinished.touch()
    for old in VENV.iterdir():
        if old.is_dir() and not old.is_symlink():
            shutil.rmtree(str(old))
        elif old.name not in ("lock", "unfinished"):
            old.unlink()
    if subprocess.call([base, "-m", "venv", str(VENV)]) != 0:
        stop(f"Python could not make {VENV} (its reason is above): see that it can be written, and try again.")


# --- the commands ---------------------------------------------------------------------------------------------------


def serve(arguments: "list[str]") -> None:
    if arguments not in ([], ["--reload"]):
        stop("serve takes --reload or nothing: HOST and PORT come from the environment, such as PORT=8001.")
    become([python_with(SITE), "-m", "ryfsite.serve"] + arguments)


def test(arguments: "list[str]") -> int:
    return in_a_clean_place(
        [["-m", "pytest", "-n", "auto"] + arguments], DATABASE_URL=os.environ.get("DATABASE_URL", "")
    )


def bench(arguments: "list[str]") -> int:
    place = {name: os.environ.get(name, "") for name in ("DATABASE_URL", "WORKERS")}
    return in_a_clean_place([["-m", "bench"] + arguments], **place)


def shots(arguments: "list[str]") -> int:
    return in_a_clean_place([["-m", "docs.take_shots"] + arguments])


def check(arguments: "list[str]") -> int:
    """What CI asks of every change besides the tests, as the public site under https."""
    return in_a_clean_place(CHECKS, SITE_URL="https://mesa.example.org", SECRET_KEY=os.urandom(40).hex())


def doctor(arguments: "list[str]") -> int:
    """What is wrong with this installation. It installs nothing: that the packages are not there is a finding."""
    python = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
    if not has_installed(python, [stamp(name) for name in SITE]):
        print(" ✗ Los paquetes no son los de esta versión: make run los instala.")
        print("   The packages are not those of this version: make run installs them.")
        return 1
    return subprocess.call([str(python), "-m", "ryfsite.doctor"] + arguments)


def audit(arguments: "list[str]") -> int:
    return in_a_clean_place([[".ci/audit.py"] + arguments])


def in_a_clean_place(commands: "list[list[str]]", **environment: str) -> int:
    """Run each command with an empty data folder and no settings of this computer's site but those given.

    All of them run, whatever the others said; the exit code is the highest of theirs.
    """
    python = python_with(TESTS)
    others = {name: value for name, value in os.environ.items() if name not in OURS}
    failed = {}
    with tempfile.TemporaryDirectory(prefix="mesa-ryf-") as folder:
        for command in commands:
            if len(commands) > 1:
                print("\n==> " + " ".join(command), flush=True)
            code = wait_for(subprocess.Popen([python] + command, env=dict(others, DATA_DIR=folder, **environment)))
            if code:
                failed[" ".join(command)] = code
    if failed and len(commands) > 1:
        print("\nMesa RyF: these failed: " + "; ".join(failed), file=sys.stderr)
    return max(failed.values(), default=0)


def messages(arguments: "list[str]") -> None:
    if not shutil.which("xgettext"):
        stop("xgettext is missing: install gettext (on Debian or Ubuntu: apt-get install gettext), and try again.")
    become([python_with(SITE), "-m", "django"] + list(GATHER_MESSAGES))


COMMANDS = {
    "serve": serve,
    "test": test,
    "check": check,
    "bench": bench,
    "shots": shots,
    "doctor": doctor,
    "audit": audit,
    "messages": messages,
}


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
