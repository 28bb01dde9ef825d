"""What deploy/ puts on a host fits the site it serves. `deploy/try` runs it; here is what can be seen at once."""

import re
import shutil
import subprocess

import pytest

import run

DEPLOY = run.ROOT / "deploy"


@pytest.mark.parametrize("name", ["setup", "manage"])
def test_a_script_can_be_read_and_run(name):
    assert (DEPLOY / name).stat().st_mode & 0o111
    assert subprocess.run(["bash", "-n", DEPLOY / name], capture_output=True).stderr == b""


def test_every_setting_that_is_written_is_one_that_is_read():
    written = re.search(r"<<END\n(.*?)\nEND\n", (DEPLOY / "setup").read_text(), re.DOTALL)[1]
    names = {line.partition("=")[0] for line in written.splitlines() if not line.startswith("#")}

    assert {"SITE_URL", "DATABASE_URL", "WORKERS", "FORWARDED_ALLOW_IPS"} <= names <= set(run.OURS)


def test_the_proxies_and_the_settings_agree_on_the_port():
    port = re.search(r"^PORT=(\d+)$", (DEPLOY / "setup").read_text(), re.MULTILINE)[1]

    assert f"reverse_proxy 127.0.0.1:{port} " in (DEPLOY / "Caddyfile").read_text()
    assert f"proxy_pass http://127.0.0.1:{port};" in (DEPLOY / "nginx.conf").read_text()


def test_caddy_understands_its_file(tmp_path):
    if not shutil.which("caddy"):
        pytest.skip("no Caddy here")
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"]
    environment = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}

    ended = subprocess.run(command, capture_output=True, text=True, env=environment)

    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize("unit", ["mesa-ryf.service", "mesa-ryf-backup.service", "mesa-ryf-backup.timer"])
def test_systemd_understands_its_units(unit, tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd here")
    for each in DEPLOY.glob("mesa-ryf*"):  # with a program that is there
        (tmp_path / each.name).write_text(each.read_text().replace("/opt/mesa-ryf/.venv/bin/python", "/bin/true"))

    ended = subprocess.run(["systemd-analyze", "verify", tmp_path / unit], capture_output=True, text=True)

    assert (ended.returncode, ended.stderr) == (0, "")
