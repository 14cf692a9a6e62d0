"""Debian's nginx on loopback with the files of ``hosting/``, in front of a service in a separate process."""

import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2

from tests.support.app import PATIENCE, serve
from tests.support.paths import ROOT
from tests.support.ports import free_ports

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin") or "nginx"
DEBIANS = Path("/etc/nginx/nginx.conf")
IS_THERE = DEBIANS.exists() and Path(NGINX).exists()
NAME = "127.0.0.1"
"""The host name of the service, used instead of the one in the guide."""


@dataclass(frozen=True)
class Site:
    """The service as clients see it."""

    folder: Path
    port: int
    plain_port: int
    prefix: str = ""

    @property
    def address(self) -> str:
        """The public address, without the slash at its end."""
        return f"https://{NAME}:{self.port}{self.prefix}"

    @property
    def certificate(self) -> Path:
        """The certificate that clients have to trust."""
        return self.folder / "fullchain.pem"

    def client(self, address: str = NAME) -> httpx2.Client:
        """Return a client that trusts the certificate and connects from an address of this machine."""
        trusted = ssl.create_default_context(cafile=str(self.certificate))
        transport = httpx2.HTTPTransport(verify=trusted, local_address=address)
        return httpx2.Client(base_url=self.address, transport=transport, timeout=PATIENCE, follow_redirects=True)

    def requests(self) -> list[str]:
        """Return the requests to the service so far, with their addresses."""
        return (self.folder / "requests").read_text("utf-8").splitlines()

    def connect(self) -> ssl.SSLSocket:
        """Return a connection on which a test can send any HTTP/1.1 text."""
        trusted = ssl.create_default_context(cafile=str(self.certificate))
        plain = socket.create_connection((NAME, self.port), timeout=PATIENCE)
        return trusted.wrap_socket(plain, server_hostname=NAME)


RECORDING = """
import sys
from starlette.applications import Starlette
from byestand import __main__
from byestand.server import run
run.SECONDS_TO_BE_MISSED = 0
requests, answer = open(sys.argv.pop(1), "a", buffering=1, encoding="utf-8"), Starlette.__call__
async def record(self, scope, receive, send):
    if scope["type"] == "http":
        print(scope["client"][0], scope["method"], scope["path"], file=requests)
    await answer(self, scope, receive, send)
Starlette.__call__ = record
__main__.main()
"""
"""A service that records the client address of every request, which its own log never does."""


@contextmanager
def hosted_behind_nginx(prefix: str = "") -> Iterator[Site]:
    """Yield a service behind nginx, which knows two processes; one of them does not exist."""
    with nginx_alone(prefix) as (site, port):
        options = ("--host", NAME, "--port", str(port), "--public", f"{site.address}/", "--proxy", "127.0.0.1")
        with serve(site.folder / "n.sqlite", *options, program=("-c", RECORDING, str(site.folder / "requests"))):
            yield site


@contextmanager
def nginx_alone(prefix: str = "") -> Iterator[tuple[Site, int]]:
    """Yield a site without a running service, and the port on which nginx expects it."""
    with TemporaryDirectory() as folder:
        here, gone, secure, plain = free_ports(4)
        site = Site(Path(folder), secure, plain, prefix)
        certify(site.folder)
        with run_nginx(configure(site, (here, gone))):
            yield site, here


def certify(folder: Path) -> None:
    """Make a certificate for this machine, as the guide does."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-days", "2", "-subj", "/CN=x", "-addext", f"subjectAltName=IP:{NAME}",
         "-keyout", "privkey.pem", "-out", "fullchain.pem"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip


def configure(site: Site, processes: tuple[int, int]) -> Path:
    """Write Debian's configuration and ours with other ports and folders, and return its path."""
    folder = site.folder
    for part in ("modules", "sites"):
        (folder / part).mkdir()
    shutil.copy(ROOT / "hosting" / "nginx-workers.conf", folder / "modules")
    ours = (ROOT / "hosting" / "nginx.conf").read_text("utf-8").replace("bridge.example.org", NAME)
    ours = re.sub(r"^ *listen \[::\].*\n", "", ours, flags=re.MULTILINE)
    for old, new in (
        (":8013", f":{processes[0]}"),
        (":8014", f":{processes[1]}"),
        ("listen 80;", f"listen {NAME}:{site.plain_port};"),
        ("listen 443 ", f"listen {NAME}:{site.port} "),
        ("/etc/byestand/tls/", f"{folder}/"),
        ("/var/log/nginx/", f"{folder}/"),
        ("location / {", f"location {site.prefix}/ {{"),
        ("~ ^/nights/", f"~ ^{site.prefix}/nights/"),
    ):
        assert old in ours, old
        ours = ours.replace(old, new)
    (folder / "sites" / "byestand").write_text(ours, encoding="utf-8")
    temporary = "".join(
        f"\n\t{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = DEBIANS.read_text("utf-8")
    main = re.sub("^user .*$", "user root;" if os.geteuid() == 0 else "", main, flags=re.MULTILINE)
    for old, new in (
        ("/etc/nginx/modules-enabled/", f"{folder}/modules/"),
        ("/etc/nginx/sites-enabled/", f"{folder}/sites/"),
        ("/run/nginx.pid", f"{folder}/pid"),
        ("/var/log/nginx/", f"{folder}/"),
        ("http {", f"http {{{temporary}"),
    ):
        main = main.replace(old, new)
    (folder / "nginx.conf").write_text(main, encoding="utf-8")
    return folder / "nginx.conf"


@contextmanager
def run_nginx(config: Path) -> Iterator[None]:
    """Run nginx during a test."""
    # It listens before it goes into the background, so there is no need to wait.
    command = [NGINX, "-c", str(config), "-e", str(config.parent / "early.log")]
    subprocess.run(command, check=True, timeout=PATIENCE)
    try:
        yield
    finally:
        subprocess.run([*command, "-s", "stop"], check=True, timeout=PATIENCE)
