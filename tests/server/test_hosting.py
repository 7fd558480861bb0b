"""What `docs/hosting.md` tells a host to use: the files in `deploy/`, read by what they are for."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient
from tests.server.conftest import Api
from tests.serving import PLAIN, Serving, free_port, until

ROOT = Path(__file__).parents[2]
THREE = ("kind.1", "kind.2", "kind.3")
MAIN = "from twohalls.cli import main; main()"
AROUND = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{inside}
}}
"""


@dataclass
class Proxy:
    """nginx with our configuration, on ports of its own."""

    secure: int
    plain: int
    url: str
    client: httpx2.Client


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a certificate for this machine, as certbot leaves one."""
    folder = tmp_path_factory.mktemp("certificate")
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    about = ["-days", "1", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *files, *about]
    subprocess.run(make, check=True, capture_output=True)
    return folder


@pytest.fixture
def proxy(
    request: pytest.FixtureRequest, serve: Callable[..., Serving], certificate: Path, tmp_path: Path
) -> Iterator[tuple[Proxy, Serving]]:
    """nginx in front of a server; given a path, the site lies under it."""
    path: str = getattr(request, "param", "")
    secure, plain = free_port(), free_port()
    url = f"https://localhost:{secure}{path}"
    server = serve(url=url)
    written = (ROOT / "deploy" / "nginx.conf").read_text()
    if path:
        written = written.replace("location / {", f"location {path}/ {{")
    for ours, theirs in (
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{secure} ssl http2;"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("server 127.0.0.1:8000;", f"server 127.0.0.1:{server.port};"),
        ("/etc/letsencrypt/live/halls.example.org", str(certificate)),
        ("halls.example.org", "localhost"),
    ):
        assert ours in written
        written = written.replace(ours, theirs)
    written = re.sub(r"\n *listen \[::\].*", "", written)
    file = tmp_path / "nginx.conf"
    file.write_text(AROUND.format(folder=tmp_path, inside=written))
    found = subprocess.run(
        [ROOT / "scripts" / "hosting"], capture_output=True, text=True, check=True
    )
    running = subprocess.Popen([found.stdout.split()[-1], "-c", str(file), "-p", str(tmp_path)])
    trusted = ssl.create_default_context(cafile=str(certificate / "fullchain.pem"))
    with httpx2.Client(
        base_url=url, verify=trusted, timeout=60, trust_env=False, follow_redirects=True
    ) as client:
        until(lambda: listens(client, f"{url}/rules"))
        yield Proxy(secure, plain, url, client), server
    running.terminate()
    running.wait()


def listens(client: httpx2.Client, url: str) -> bool:
    try:
        return client.get(url).status_code == 200
    except httpx2.TransportError:
        return False


def test_the_site_is_served_over_http_2_and_plain_requests_are_led_to_it(proxy, certificate):
    found, _ = proxy
    answer = httpx2.get(f"http://127.0.0.1:{found.plain}/rules", trust_env=False, timeout=60)
    assert answer.status_code == 301
    assert answer.headers["location"].startswith("https://")
    ask = ["curl", "-s", "--http2", "--noproxy", "*", "--cacert", certificate / "fullchain.pem"]
    ask += ["-o", "/dev/null", "-w", "%{http_version} %{http_code}", f"{found.url}/rules"]
    assert subprocess.run(ask, capture_output=True, text=True, check=True).stdout == "2 200"


@pytest.mark.parametrize("proxy", ["", "/halls"], indirect=True)
def test_people_sit_down_play_and_see_what_happens_at_once_through_nginx(proxy):
    found, _ = proxy
    seats = [{"name": name} for name in ("Ada", "Bert", "Cleo")]
    new = found.client.post("/api/v1/tables", json={"game": "tammany", "seats": seats})
    assert new.status_code == 201, new.text
    made = new.json()
    for seat in made["seats"]:
        joined = found.client.post(f"/j/{seat['token']}", data={"name": "Zoe"})
        assert joined.status_code == 200, joined.text
        assert str(joined.url) == f"{found.url}/t/{made['id']}"
        assert "Zoe" in joined.text
    assert any(one.name == "__Host-twohalls" and one.secure for one in found.client.cookies.jar)
    path = f"/api/v1/tables/{made['id']}"
    with found.client.stream("GET", f"{path}/stream") as stream:
        lines = stream.iter_lines()
        next(line for line in lines if line.startswith("id:"))
        view = found.client.get(path).json()
        move = {"seat": view["awaited"][0], "version": view["version"], "key": "1"}
        answer = found.client.post(f"{path}/moves", json={**move, "line": "boss 1"})
        assert answer.status_code == 200, answer.text
        reached = answer.json()["version"]
        assert next(line for line in lines if line.startswith(f"id:{reached}."))


def test_systemd_understands_the_unit(tmp_path: Path):
    unit = (ROOT / "deploy" / "twohalls.service").read_text()
    file = tmp_path / "twohalls.service"
    file.write_text(unit.replace("/opt/twohalls/bin/twohalls", sys.executable))
    found = subprocess.run(
        ["systemd-analyze", "verify", file], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stderr) == (0, "")


NO_FOLDER = """
import tempfile

def gettempdir():
    raise FileNotFoundError("no usable temporary directory")

tempfile.gettempdir = gettempdir
"""


def test_what_is_installed_serves_a_user_without_home_or_temporary_folder(tmp_path: Path):
    """From a wheel, on an empty database, as the unit starts it; opponents play there, too."""
    source, unpacked = tmp_path / "source", tmp_path / "installed"
    for part in ("src", "scripts"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / part, source / part, ignore=ignored)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=source, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(unpacked)
    shutil.rmtree(source)
    (unpacked / "sitecustomize.py").write_text(NO_FOLDER)
    nowhere = str(tmp_path / "nowhere")
    knows = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(unpacked),
        "PYTHONUNBUFFERED": "1",
        "HOME": nowhere,
        "TMPDIR": nowhere,
        "TWOHALLS_DATABASE": f"sqlite:///{tmp_path / 'tables.db'}",
        "TWOHALLS_WARM": "false",
        "TWOHALLS_PACE": "0",
    }
    command = [sys.executable, "-c", MAIN, "serve"]
    command += ["--port", "0", "--no-browser"]
    said = tmp_path / "said"
    with said.open("w") as file:
        running = subprocess.Popen(
            command, env=knows, cwd=tmp_path, stdout=subprocess.PIPE, stderr=file, text=True
        )
    assert running.stdout is not None
    url = running.stdout.readline().split()[4].rstrip("/")
    try:
        with httpx2.Client(
            base_url=url, timeout=60, follow_redirects=True, trust_env=False, verify=PLAIN
        ) as browser:
            until(lambda: listens(browser, f"{url}/healthz"))
            for game in ("tammany", "cityhall"):
                page = browser.post(f"/new/{game}", data=dict.fromkeys(THREE, "person"))
                assert page.status_code == 200, page.text
                for address in set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)):
                    assert browser.get(address).status_code == 200, address
            seats = [{"name": name, "kind": "random"} for name in ("Ada", "Bert", "Cleo")]
            made = browser.post("/api/v1/tables", json={"game": "tammany", "seats": seats}).json()
            path, right = (
                f"/api/v1/tables/{made['id']}",
                {"Authorization": f"Bearer {made['watch']}"},
            )
            until(lambda: browser.get(path, headers=right).json()["version"] > made["version"] + 9)
            assert "Traceback" not in said.read_text()
    finally:
        running.terminate()
        running.wait()
        running.stdout.close()


def test_a_host_runs_the_admin_commands_with_what_the_service_knows(
    client: TestClient, database: str, tmp_path: Path
):
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    [short] = re.findall(r"^halls\(\).*$", page, re.MULTILINE)
    knows = tmp_path / "twohalls.env"
    knows.write_text(f"TWOHALLS_DATABASE='{database}'\nTWOHALLS_SMTP_FROM='Two Halls <h@x.org>'\n")
    for theirs, ours in (
        ("/etc/twohalls.env", str(knows)),
        ("runuser -u twohalls --", "env"),
        ("/opt/twohalls/bin/twohalls", f'{sys.executable} -c "{MAIN}"'),
    ):
        assert theirs in short
        short = short.replace(theirs, ours)
    table = Api(client)
    said = f'{short}\nhalls admin tables; halls admin backup "{tmp_path}/copy.db"'
    done = subprocess.run(["sh", "-ec", said], capture_output=True, text=True, check=True)
    assert table.id in done.stdout
    assert (tmp_path / "copy.db").stat().st_size
