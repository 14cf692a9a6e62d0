"""The service behind Debian's nginx with the files of ``hosting/``: client addresses, sizes and slow clients."""

import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator

import httpx2
import pytest

from tests.support.app import PATIENCE
from tests.support.hosted_service import NIGHT_FORM
from tests.support.nginx import IS_THERE, Site, hosted_behind_nginx, nginx_alone

pytestmark = pytest.mark.skipif(not IS_THERE, reason="there is no nginx of Debian's")

MEGABYTE = 1024 * 1024
CURL = ("curl", "--silent", "--show-error", "--max-time", str(PATIENCE))


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with hosted_behind_nginx() as found:
        yield found


def curl(site: Site, *options: str) -> str:
    command = [*CURL, "--cacert", str(site.certificate), *options]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def upload(client: httpx2.Client, path: str, size: int) -> httpx2.Response:
    if path.startswith("/api/"):
        return client.post(path, content=b"x" * size)
    headers = {"sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    return client.post(path, files={"file": ("a.csv", b"x" * size)}, headers=headers)


def test_a_request_comes_from_the_visitor_whatever_he_says_of_himself(site: Site) -> None:
    invented = {"x-forwarded-for": "203.0.113.9", "x-forwarded-host": "evil.example", "x-forwarded-proto": "http"}
    with site.client("127.0.0.7") as visitor:
        assert visitor.get("/help", headers=invented).status_code == 200
    assert site.requests()[-1] == "127.0.0.7 GET /help"


def test_pages_are_encrypted_and_by_http_2_and_others_lead_there(site: Site) -> None:
    assert curl(site, "--http2", "--write-out", "%{http_version}", f"{site.address}/healthz") == "ok\n2"
    plain = httpx2.get(f"http://127.0.0.1:{site.plain_port}/help?x=1")
    assert (plain.status_code, plain.headers["location"]) == (301, "https://127.0.0.1/help?x=1")


def test_forms_are_taken_and_cookies_come_back_encrypted_only(site: Site) -> None:
    with site.client() as visitor:
        sent = visitor.post("/theme", data={"theme": "dark"}, headers={"origin": site.address}, follow_redirects=False)
        assert (sent.status_code, sent.headers["location"], "; Secure" in sent.headers["set-cookie"]) == (
            303,
            "/",
            True,
        )
        assert visitor.post("/theme", headers={"origin": "https://127.0.0.1"}).status_code == 403


@pytest.mark.parametrize("path", ["/check", "/api/check"])
def test_a_file_that_is_too_long_for_the_app_or_for_nginx_gets_the_same_answer(site: Site, path: str) -> None:
    with site.client("127.0.0.8") as visitor:
        by_app, by_nginx = (upload(visitor, path, size * MEGABYTE - 100_000) for size in (9, 10))
    assert (by_app.status_code, by_nginx.status_code) == (413, 413)
    assert by_app.text == by_nginx.text
    assert "ploads are limited to 8 MB" in by_app.text
    assert by_app.headers["content-type"] == by_nginx.headers["content-type"]


def test_every_upload_that_is_refused_early_is_told_why(site: Site) -> None:
    """If the app closes a connection on which nginx still sends, about one of six gets 502."""
    seen = Counter[int]()
    for number in range(20):
        with site.client(f"127.0.1.{number + 1}") as visitor:
            seen[upload(visitor, "/check", 9 * MEGABYTE - 100_000).status_code] += 1
    assert seen == {413: 20}


def test_who_sends_slowly_keeps_nginx_waiting_and_not_the_app(site: Site) -> None:
    half = b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\ncode="
    before = len(site.requests())
    slow = [site.connect() for _ in range(40)]
    for one in slow:
        one.sendall(half)
    with site.client() as visitor:
        assert visitor.get("/help").status_code == 200
    assert site.requests()[before:] == ["127.0.0.1 GET /help"]
    for one in slow:
        one.close()


@pytest.mark.parametrize(
    "path", ["/", "/static/components.css", "/static/app.js", "/api/openapi.json", "/m/W1813/file/csv"]
)
def test_text_is_compressed_once(site: Site, path: str) -> None:
    with site.client() as visitor:
        packed = visitor.get(path, headers={"accept-encoding": "gzip"})
        plain = visitor.get(path, headers={"accept-encoding": "identity"})
    assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "Accept-Encoding")
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert packed.num_bytes_downloaded < len(plain.content) / 2


@pytest.mark.parametrize("version", ["--http1.1", "--http2"])
def test_a_stream_is_not_compressed_and_every_line_comes_at_once(site: Site, version: str) -> None:
    with site.client() as desk:
        night = desk.post("/nights", data=NIGHT_FORM).url.path
        cookies = "; ".join(f"{name}={value}" for name, value in desk.cookies.items())
        asked = (*CURL, "-Ni", version, "--compressed", "--cacert", str(site.certificate), "--cookie", cookies)
        with subprocess.Popen([*asked, f"{site.address}{night}/stream"], stdout=subprocess.PIPE, text=True) as stream:
            assert stream.stdout
            lines = iter(stream.stdout)
            head = "".join(iter(lambda: next(lines), "\n")).lower()
            assert "content-type: text/event-stream" in head
            assert "content-encoding" not in head
            positions = (json.loads(line[5:])["position"] for line in lines if line.startswith("data:"))
            assert next(positions) == 1
            assert desk.post(f"{night}/play/start", data={"revision": "1"}).status_code == 200
            assert next(positions) > 1
            stream.terminate()


def test_where_no_process_answers_it_is_503_with_a_sentence() -> None:
    with nginx_alone() as (site, _), site.client() as visitor:
        away = visitor.get("/help")
    assert (away.status_code, away.headers["content-type"]) == (503, "text/html")
    assert "Byestand does not answer" in away.text


def test_below_a_path_pages_files_and_redirects_are_below_it() -> None:
    with hosted_behind_nginx("/bridge") as site, site.client() as desk:
        night = desk.post("/nights", data=NIGHT_FORM)
        assert re.fullmatch("/bridge/nights/[0-9]+", night.url.path)
        for page in (night, desk.get("/"), desk.get(f"{night.url.path.removeprefix('/bridge')}/play")):
            led = re.findall(r'\s(?:href|src|action|hx-get|data-stream|data-home)="(/[^"]*)"', page.text)
            assert len(led) > 20
            assert [path for path in led if not path.startswith("/bridge/")] == []
        style = next(path for path in led if path.endswith(".css")).removeprefix("/bridge")
        assert desk.get(style).headers["cache-control"].endswith("immutable")
        assert desk.get("/healthz").text == "ok\n"
