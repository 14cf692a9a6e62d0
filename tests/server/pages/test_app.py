"""The app without a browser: pages, files, errors, sessions, and security."""

import asyncio
import io
import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import anyio
import httpx2
import pytest
from anyio import to_process
from pypdf import PdfReader
from starlette.testclient import TestClient

from byestand.catalog import find
from byestand.errors import RequestRefused
from byestand.formats import csv, formats
from byestand.formats import json as movement_json
from byestand.job import Lane, job
from byestand.model.people import Contestant, Person
from byestand.server.api.routes import description
from byestand.server.jobs import pool as work
from byestand.server.jobs.job_results import Done, JobPage
from byestand.server.jobs.lanes import ADDRESS, LaneLimits
from byestand.server.pages.movement import view as movement
from byestand.server.urls import ADDRESSES, MENU
from byestand.sheets.sheet_list import SHEETS
from byestand.verify import judge
from tests.support import sections
from tests.support.app import PATIENCE, broken_csv, by_name, client, serve
from tests.support.crawler import InThisProcess
from tests.support.night_files import names_in, night_file, sections_in
from tests.support.setups import section_data, session_data

PAGES = (
    "/",
    "/?pairs=37&cases=2",
    "/?pairs=26&winners=1&sort=balance",
    "/m/W0605",
    "/m/W1812ER?missing=N19&boards=2&round=3&pair=E5&cases=2",
    "/m/M0808X?boards=0",
    "/change",
    "/change?now=W1813&pairs=38",
    "/second",
    "/second?movement=M0505&seconds=1",
    "/individuals?players=20",
    "/m/R0505",
    "/check",
    "/library",
    "/library?tables=18&rovers=1",
    "/nights",
    "/help",
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("app") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


@pytest.mark.parametrize("address", PAGES)
def test_every_page_answers_and_obeys_its_own_content_policy(page: TestClient, address: str) -> None:
    """A page has no inline script, style or handler: the policy would refuse it, so none can be injected."""
    answer = page.get(address)
    assert answer.status_code == 200
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    text = answer.text
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|https?://(?!127)", text)
    assert all("src=" in tag or "application/json" in tag for tag in re.findall(r"<script[^>]*>", text))


def test_the_best_choice_and_its_sentence_stand_first(page: TestClient) -> None:
    """36 pairs, 26 boards, two cases: W1813, where everyone plays the same boards (Hill's own example)."""
    text = page.get("/?pairs=36&boards=26&cases=2").text
    best = text[text.index('id="answer"') :]
    (headline,) = re.findall(r"<h1>.*?</h1>", best)
    assert re.sub(r"<.*?>", "", headline) == "18-table Web W1813"
    assert "Every pair plays the same 26 boards" in best
    assert "The Mitchell would be M1813" in text


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/?pairs=3", 400, "not 3"),
        ("/?pairs=x", 400, "must be a whole number"),
        ("/?pairs=36&boards=26&minutes=100", 400, "not both"),
        ("/?pairs=36&refuse=everything", 400, "must be one or more of"),
        ("/?pairs=36&sort=colour", 400, "sort must be one of"),
        ("/m/W1912", 404, "odd number of tables needs an odd number"),
        ("/m/nonsense", 400, "unknown movement"),
        ("/m/W0605?round=6", 400, "round must be 1 to 5, not 6"),
        ("/m/W0605?pair=E7", 400, "unknown pair or player; numbers are n1-n6, e1-e6"),
        ("/m/W0605/file/docx", 400, "unknown format"),
        ("/m/W1812ER?winners=1", 400, "cannot be arrow-switched"),
        ("/change?now=W1813&pairs=36", 400, "no change is needed"),
        ("/second?movement=R0505", 400, "second sessions need ns and ew pairs"),
        ("/second?movement=M0505&seconds=99", 400, "1 to 20 seconds"),
        ("/individuals?players=3", 400, "players"),
        ("/library?rovers=1", 400, "at most 12 table counts"),
        ("/m/W0605/paper/poster.pdf", 400, "unknown sheet"),
        ("/library?family=fish", 400, "unknown family; families are crisscross, howell"),
        ("/nights/99", 404, "session 99 not found"),
        ("/check/gone", 404, "upload it again"),
        ("/no/such/page", 404, "page not found"),
        ("/files/selection.zip", 400, "select 1 to"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence_with_its_status(
    page: TestClient, address: str, status: int, words: str
) -> None:
    answer = page.get(address)
    assert answer.status_code == status
    assert words in answer.text.replace("&#39;", "'").lower()
    assert "Traceback" not in answer.text


def test_who_walks_in_is_told_what_is_set_up_now(page: TestClient) -> None:
    text = page.get("/change?now=W1813&pairs=38").text
    assert "Current: 18-table Web, 13 rounds, 13 deal groups, 36 pairs" in text
    assert "<h1>Now 38 pairs</h1>" in text


def test_what_people_type_is_never_taken_for_html(page: TestClient) -> None:
    evil = "<script>alert(1)</script>"
    for address in (f"/?pairs={evil}", f"/change?now={evil}&pairs=4", f"/library?family={evil}", f"/m/{evil[:20]}"):
        assert "<script>alert" not in page.get(address).text
    kept = page.post("/nights", data={"movement": "W0605", "name": evil})
    assert "<script>alert" not in page.get(kept.headers["location"]).text


def test_one_winner_is_shown_with_the_rounds_that_the_plan_switched(page: TestClient) -> None:
    plan = page.get("/api/plan?pairs=26&winners=1").json()["candidates"][0]
    text = page.get("/?pairs=26&winners=1").text
    switched = "%2C".join(map(str, plan["switched_rounds"])) or "none"
    assert f"switch={switched}" in text


@pytest.mark.parametrize("format", formats.FORMATS)
def test_every_format_is_downloaded_as_export_writes_it(page: TestClient, format: str) -> None:
    answer = page.get(f"/m/W0605/file/{format}?boards=2")
    suffix = formats.FORMATS[format].suffix
    assert answer.headers["content-disposition"] == f'attachment; filename="W0605{suffix}"'
    (document,) = formats.loads(answer.content, source=f"W0605{suffix}")
    assert document.movement.same_schedule(find("W0605"))


def test_a_selection_comes_as_a_zip_of_judged_movements(page: TestClient) -> None:
    answer = page.get("/files/selection.zip?pick=W0605&pick=M0707&to=mov")
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.namelist() == ["W0605.MOV", "M0707.MOV"]
    for name in archive.namelist():
        (document,) = formats.loads(archive.read(name), source=name)
        assert judge(document.movement).is_sound


def test_the_faults_of_a_file_are_marked_at_the_very_cells(page: TestClient) -> None:
    """EW pair 1 sits at tables 1 and 2 in round 2: these two cells, and no other of that round."""
    dropped = page.post("/check", files={"file": ("../../our game.csv", broken_csv())})
    text = page.get(dropped.headers["location"]).text
    assert "our game.csv" in text
    assert "../" not in text
    rows = re.findall(r'<tr><th scope="row">(\d+)</th>(.*?)</tr>', text, re.DOTALL)
    marked = [int(table) for table, cells in rows if "error" in re.findall(r'<td data-round="2"[^>]*>', cells)[0]]
    assert marked == [1, 2]
    assert "W0605" in text


@pytest.mark.parametrize("cases", [0, 100])
def test_a_file_is_checked_for_as_many_cases_as_there_can_be(page: TestClient, cases: int) -> None:
    dropped = page.post("/check", files={"file": ("a.csv", broken_csv())}).headers["location"]
    assert page.get(f"{dropped}?cases=99").status_code == 200
    answer = page.get(f"{dropped}?cases={cases}")
    assert answer.status_code == 400
    assert f"ets of boards must be 1 to 99, not {cases}" in answer.text


def test_a_broken_file_is_converted_only_when_told_to(page: TestClient) -> None:
    dropped = page.post("/check", files={"file": ("a.csv", broken_csv())}).headers["location"]
    assert page.get(f"{dropped}/as/mov").status_code == 422
    assert page.get(f"{dropped}/as/json?as_it_is=1").json()["tables"] == 6


def test_a_file_that_is_no_movement_is_refused_with_the_reason(page: TestClient) -> None:
    dropped = page.post("/check", files={"file": ("a.csv", b"once upon a time")})
    answer = page.get(dropped.headers["location"])
    assert answer.status_code == 422
    assert "a.csv" in answer.text


@pytest.mark.parametrize(
    "sheet", [*(n for n, s in SHEETS.items() if s.is_for(sections.section(find("W0605"), 4))), "all"]
)
def test_every_sheet_comes_as_a_pdf_and_as_a_picture(page: TestClient, sheet: str) -> None:
    document = page.get(f"/m/W0605/paper/{sheet}.pdf?boards=4")
    assert document.headers["content-type"] == "application/pdf"
    assert len(PdfReader(io.BytesIO(document.content)).pages) >= 1
    picture = page.get(f"/m/W0605/paper/{sheet}.svg?boards=4")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.content.startswith(b"<svg")


def test_no_address_gets_into_a_header(page: TestClient) -> None:
    """A line break in the list of sheets would begin a header of its own."""
    answer = page.get("/m/W0605/paper/mats,%0D%0Achart.pdf")
    assert answer.headers["content-disposition"] == 'attachment; filename="W0605-mats-chart.pdf"'


def test_the_second_session_seats_everybody_once_with_names(page: TestClient) -> None:
    """Five tables, five rounds, twice: all ten pairs get one of the ten seats each."""
    form = {"movement": "M0505", "names": "N1\tAnna & Boris", "seconds": "1"}
    text = page.post("/second", data=form).text
    assert "Anna &amp; Boris" in text
    rows = page.post("/second/seating.csv", data=form).text.splitlines()
    seats = [row.split(",") for row in rows[1:]]
    labels = {f"{letter}{number}" for letter in "NE" for number in range(1, 6)}
    document = page.post("/second/seating.pdf", data=form).content
    assert "Anna & Boris" in "".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(document)).pages)
    assert {old for old, *_ in seats} == {new for _, new, *_ in seats} == labels


def test_the_second_session_of_the_night_on_the_desk_is_offered(page: TestClient) -> None:
    where = page.post("/nights", data={"movement": "W0605", "name": "Twice"}).headers["location"]
    page.post(where, data={"pairs": "N1\tAnna & Boris"})
    text = page.get("/second").text
    assert 'value="W0605"' in text
    assert "Anna &amp; Boris" in text


def test_the_best_individual_for_44_players_is_the_rainbow(page: TestClient) -> None:
    """Eleven tables: 11 is prime, and the rule serves for all eleven rounds."""
    assert "R1111" in re.findall(r"<h1>.*?</h1>", page.get("/individuals?players=44").text)[0]
    assert page.get("/api/individuals?players=44").json()["candidates"][0]["name"] == "R1111"


class TestSafety:
    def test_only_our_own_names_are_answered(self, page: TestClient) -> None:
        """A host name that another person points at this machine must not read its pages."""
        for host, status in (
            ("evil.example", 421),
            ("evil.example:8013", 421),
            ("localhost:9000", 200),
            ("localhost:80@evil.example", 421),
            ("localhost:65536", 421),
            ("localhost:x", 421),
            ("[::1]x:8013", 421),
            ("", 421),
            ("localhost:8013", 200),
            ("[::1]:8013", 200),
            ("192.168.1.7", 200),
        ):
            assert page.get("/", headers={"host": host}).status_code == status, host

    def test_other_sites_change_nothing(self, page: TestClient) -> None:
        night = {"movement": "W0605", "name": "theirs"}
        for headers in (
            {"origin": "http://evil.example"},
            {"origin": "null"},
            {"sec-fetch-site": "cross-site"},
            {"sec-fetch-site": "same-site"},
        ):
            assert page.post("/nights", data=night, headers=headers).status_code == 403
        assert "theirs" not in page.get("/nights").text
        own = {"origin": "http://127.0.0.1:8013", "sec-fetch-site": "same-origin"}
        assert page.post("/nights", data=night, headers=own).status_code == 303

    def test_too_much_is_not_read(self, page: TestClient) -> None:
        assert page.post("/api/verify", content=b"x", headers={"content-length": str(10**9)}).status_code == 413
        chunks = (b"x" * 2**20 for _ in range(9))
        assert page.post("/api/verify", content=chunks).status_code == 413

    def test_a_page_for_too_much_says_what_it_is(self, page: TestClient) -> None:
        opened = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "content-length": str(10**9)}
        answer = page.post("/theme", content=b"x", headers=opened)
        assert answer.status_code == 413
        assert "<h1>Too large</h1>" in answer.text
        assert "the form is larger than 1 MB" in answer.text
        assert "Please wait" not in answer.text

    def test_nothing_outside_the_static_folder_is_served(self, page: TestClient) -> None:
        for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd"):
            assert page.get(path).status_code == 404

    def test_a_theme_leads_back_here_and_nowhere_else(self, page: TestClient) -> None:
        for back, where in (("/m/W0605?round=2", "/m/W0605?round=2"), ("//evil.example", "/"), ("https://evil", "/")):
            answer = page.post("/theme", data={"theme": "dark", "back": back})
            assert answer.headers["location"] == where
        page.cookies.clear()
        page.cookies.set("theme", "dark")
        assert 'data-theme="dark"' in page.get("/help").text
        page.cookies.clear()
        page.cookies.set("theme", '"><script>')
        assert 'data-theme="auto"' in page.get("/help").text
        page.cookies.clear()


@job("quick")
def die() -> bytes:
    os._exit(9)


@job("quick")
def fail() -> bytes:
    return bytes(1 // 0)


@job("quick")
def interrupt() -> bytes:
    os.kill(os.getpid(), signal.SIGINT)
    return b"still here"


class TestWork:
    def test_what_takes_too_long_is_ended_and_the_next_is_answered(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The search for a two-way rover over sixty tables takes half a minute."""
        lanes = dict.fromkeys(work.LANES, LaneLimits(1, 0.5))
        monkeypatch.setattr(work, "LANES", lanes)
        with client(tmp_path / "n.sqlite") as page:
            answer = page.get("/m/M6060TR")
            assert answer.status_code == 503
            assert "topped after 0.5 seconds" in answer.text
            lanes["quick"] = LaneLimits(1, PATIENCE)
            assert page.get("/m/W0605").status_code == 200

    def test_one_client_cannot_stop_another(self) -> None:
        """Two long searches by one client, with two workers: a second client is answered before they end."""
        lanes: dict[Lane, LaneLimits] = {"quick": LaneLimits(2, PATIENCE)}

        async def both() -> list[str]:
            pool, order = work.WorkerPool(lanes), list[str]()
            await pool.open()

            async def client(name: str, wanted: str) -> None:
                ADDRESS.set(name)
                with suppress(RequestRefused):
                    await pool.work(movement.content, by_name(wanted), ())
                order.append(name)

            slow = [asyncio.create_task(client("greedy", "M6060TR")) for _ in range(2)]
            await asyncio.sleep(0.1)
            await client("other", "W0605")
            for task in slow:
                task.cancel()
            await asyncio.gather(*slow, return_exceptions=True)
            await pool.close()
            return order

        assert asyncio.run(both()) == ["other"]

    def test_a_worker_that_dies_says_so_in_a_sentence_and_is_replaced(self) -> None:
        async def three() -> tuple[Done[JobPage], Done[JobPage]]:
            pool = work.WorkerPool({"quick": LaneLimits(1, PATIENCE)})
            await pool.open()
            first = await pool.work(movement.content, by_name("W0605"), ())
            with pytest.raises(RequestRefused, match="out of memory or time"):
                await pool.work(die)
            return first, await pool.work(movement.content, by_name("W0605"), ())

        before, after = asyncio.run(three())
        assert before == after

    @pytest.mark.skipif(sys.platform == "win32", reason="children are no business of Windows")
    def test_nothing_is_said_of_a_process_whose_end_was_seen_elsewhere(self, caplog: pytest.LogCaptureFixture) -> None:
        """Closing a process asks whether it has ended; then asyncio, which waits for it, finds none and warns."""

        async def begin_and_end() -> None:
            pool = work.WorkerPool({"quick": LaneLimits(1, PATIENCE)})
            await pool.open()
            with pytest.raises(RequestRefused, match="out of memory or time"):
                await pool.work(die)
            await asyncio.sleep(0.2)  # the waiting side is notified in a thread
            logging.getLogger("asyncio").warning("something else")

        before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system sees the end of all children
        try:
            asyncio.run(begin_and_end())
        finally:
            signal.signal(signal.SIGCHLD, before)
        assert caplog.messages == ["something else"]

    def test_a_fault_of_ours_is_told_on_the_terminal_and_not_to_who_asked(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        async def ask() -> None:
            await work.WorkerPool({"quick": LaneLimits(1, PATIENCE)}).work(fail)

        with pytest.raises(RequestRefused, match="internal error; see the terminal for details") as no:
            asyncio.run(ask())
        assert no.value.status == 500
        assert "ZeroDivisionError" in capsys.readouterr().err

    @pytest.mark.skipif(sys.platform != "linux", reason="others have no list of children")
    def test_a_pool_that_is_closed_while_its_first_process_starts_leaves_none(self) -> None:
        def children() -> set[str]:
            return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split())

        async def open_and_close(seconds: float) -> None:
            pool = work.WorkerPool({"quick": LaneLimits(1, PATIENCE)})
            await pool.open()
            await asyncio.sleep(seconds)
            await pool.close()

        before = children()
        for milliseconds in (0, 5, 10, 20, 40):
            asyncio.run(open_and_close(milliseconds / 1000))
        assert not children() - before

    def test_a_process_that_starts_slowly_is_started_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """On a busy machine Python may take longer to start than anyio waits."""
        seconds = iter((0.0, 0.0))
        monkeypatch.setattr(to_process, "fail_after", lambda usual: anyio.fail_after(next(seconds, usual)))

        async def ask() -> Done[bytes]:
            return await work.WorkerPool({"quick": LaneLimits(1, PATIENCE)}).work(interrupt)

        assert asyncio.run(ask()).value == b"still here"
        assert next(seconds, None) is None, "both were slow"

    def test_ctrl_c_in_the_terminal_ends_nothing_that_is_being_worked_on(self) -> None:
        """It reaches all processes of the terminal; the server ends them when it ends itself."""

        async def ask() -> Done[bytes]:
            return await work.WorkerPool({"quick": LaneLimits(1, PATIENCE)}).work(interrupt)

        assert asyncio.run(ask()).value == b"still here"


broken = csv.loads(broken_csv().decode())


def setup_of(*sections: object, title: str = "Good") -> dict[str, object]:
    return {"event": {"title": title}, "sections": sections or (section_data(),)}


def catalog(name: str, **changed: object) -> dict[str, object]:
    return {"kind": "catalog", "name": name} | changed


def custom(document: object) -> dict[str, object]:
    return {"kind": "custom", "name": "Ours", "document": document}


class TestNights:
    def test_nonsense_does_not_become_a_night(self, page: TestClient) -> None:
        for body in ("{bad", "name=&pairs=garbage"):
            refused = page.post("/nights", content=body, headers={"content-type": "application/x-www-form-urlencoded"})
            assert refused.status_code == 400

    def test_a_night_is_kept_changed_and_opened_again(self, page: TestClient) -> None:
        where = page.post("/nights", data={"movement": "W0605", "boards": "4", "name": "Tuesday"}).headers["location"]
        names = "N1\tAnna & Boris\nE6\tCarl & Dora"
        saved = page.post(where, data={"name": "Tuesday", "pairs": names, "notes": "two\nlines", "letter": "B"})
        assert saved.status_code == 303
        text = page.get(where).text
        assert all(words in text for words in ("Anna &amp; Boris", "Carl &amp; Dora", "two\nlines"))
        assert "Tuesday" in page.get("/help").text
        (document,) = formats.loads(page.get(f"{where}/file/bws").content, source="a.bws")
        assert document.section.contestants["N1"] == Contestant((Person("Anna"), Person("Boris")))
        assert document.section.name("E6") == "Carl & Dora"

    def test_names_without_labels_go_in_order_ns_before_ew(self, page: TestClient) -> None:
        where = page.post("/nights", data={"movement": "W0605", "name": "Names"}).headers["location"]
        page.post(where, data={"pairs": "\n".join(f"Pair {i}" for i in range(1, 8))})
        kept = names_in(night_file(page, where))
        assert kept["N1"] == "Pair 1"
        assert kept["E1"] == "Pair 7"
        too_many = page.post(where, data={"pairs": "\n".join(f"Pair {i}" for i in range(1, 14))})
        assert too_many.status_code == 400

    def test_a_night_goes_out_and_comes_in_as_it_was(self, page: TestClient) -> None:
        where = page.post("/nights", data={"movement": ["M0505", "W0605"], "name": "Två"}).headers["location"]
        out = page.get(f"{where}/night.json")
        back = page.post("/nights/import", files={"file": ("night.json", out.content)}).headers["location"]
        assert back != where
        assert page.get(f"{back}/night.json").json() == out.json()
        assert [section["letter"] for section in sections_in(out.json())] == ["A", "B"]

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"setup": setup_of(section_data(boards={"per_round": 0, "first": 1}))}, "whole number from 1 to 12"),
            ({"extra": 1}, "unknown key"),
            ({"setup": setup_of(title="a\nb")}, "one line"),
            ({"setup": setup_of(section_data(contestants={"N1": 3}))}, "expected an object"),
            ({"setup": setup_of(section_data("W1912"))}, "odd number of tables"),
            ({"setup": setup_of(section_data(letter="?"))}, "letters"),
            ({"setup": setup_of(section_data(boards={"per_round": 13, "first": 1}))}, "whole number from 1 to 12"),
            ({"setup": {"sections": 3}}, "expected a list"),
            ({"setup": {"sections": [3]}}, "expected an object"),
            ({"format": "something"}, "expected the format"),
            ({"setup": setup_of(section_data(catalog("W0605", switch_rounds=[0])))}, "whole number"),
            ({"setup": setup_of(section_data(boards={"per_round": 2, "first": 501}))}, "whole number from 1 to 500"),
            ({"setup": setup_of(section_data(custom({"format": "byestand session"})))}, "session, not a movement"),
            ({"setup": setup_of(section_data(custom({"format": "byestand movement"})))}, "version 3"),
            ({"setup": setup_of(section_data(custom(json.loads(movement_json.dumps(broken)))))}, "has errors"),
        ],
    )
    def test_what_is_no_night_is_refused(self, page: TestClient, change: dict[str, object], words: str) -> None:
        data = json.dumps(session_data("Good", section_data()) | change).encode()
        answer = page.post("/nights/import", files={"file": ("night.json", data)})
        assert answer.status_code in (400, 404, 422)
        assert words in answer.text.lower()

    def test_a_night_can_be_thrown_away(self, page: TestClient) -> None:
        where = page.post("/nights", data={"movement": "W0605", "name": "Gone"}).headers["location"]
        assert page.post(f"{where}/throw-away").status_code == 303
        assert page.get(where).status_code == 404
        assert "Gone" not in page.get("/help").text


class TestApi:
    def test_the_description_tells_of_every_address_and_no_other(self) -> None:
        served = {one.path for one in ADDRESSES if one.path.startswith("/api/")} - {"/api/openapi.json"}
        assert served == set(description()["paths"])

    def test_answers_are_those_of_the_pages(self, page: TestClient) -> None:
        plan = page.get("/api/plan?pairs=36&boards=26&cases=2").json()
        assert plan["candidates"][0]["name"] == "W1813"
        change = page.get("/api/change?now=W1813&pairs=38").json()
        assert "W1813ER" in [way["name"] for way in change["candidates"]]
        assert page.get("/api/movements/W0605").json()["rounds"] == 5
        assert page.get("/api/movements/W0605/measures").json()["apples_and_oranges"] == 0
        names = [entry["name"] for entry in page.get("/api/movements?tables=18&groups=13").json()["movements"]]
        assert names == ["W1813"]

    def test_a_file_is_judged_and_named(self, page: TestClient) -> None:
        good = page.get("/api/movements/W0605/files/mov").content
        verdict = page.post("/api/verify?name=a.mov", content=good).json()
        (one,) = verdict["movements"]
        assert verdict["sound"]
        assert (one["sound"], one["findings"], one["name"], one["how"]) == (True, [], "W0605", "")
        bad = page.post("/api/verify?name=a.csv", content=broken_csv()).json()
        assert not bad["sound"]
        assert {finding["rule"] for finding in bad["movements"][0]["findings"]} >= {"seated-twice"}

    def test_refusals_are_one_sentence_of_json(self, page: TestClient) -> None:
        answer = page.get("/api/movements/W1912")
        assert answer.status_code == 404
        assert "odd number" in answer.json()["error"]
        assert page.get("/api/nothing").json() == {"error": "page not found"}


def test_every_page_of_the_navigation_has_its_line_in_the_table() -> None:
    assert {entry.path for entry in MENU} <= {one.path for one in ADDRESSES}


def test_refused_carries_its_status() -> None:
    assert (RequestRefused(404, "no").status, str(RequestRefused(404, "no"))) == (404, "no")


class TestStarting:
    def test_a_taken_port_leads_to_the_next_with_a_clear_line_and_ctrl_c_ends_it(self, tmp_path: Path) -> None:
        with serve(tmp_path / "a.sqlite") as first:
            port = first.address.rpartition(":")[2]
            command = [sys.executable, "-m", "byestand", "serve", "--no-browser", "--port", port]
            second = subprocess.Popen(
                [*command, "--data", str(tmp_path / "b.sqlite")], stdout=subprocess.PIPE, text=True
            )
            assert second.stdout
            assert second.stdout.readline().startswith(f"port {port} is in use; using ")
            assert second.stdout.readline().startswith("Byestand is running at http://127.0.0.1:")
            second.send_signal(2)
            assert second.communicate(timeout=PATIENCE)[0] == ""
            assert second.returncode == 0

    @pytest.mark.skipif(sys.platform == "win32", reason="there is no group of processes to send a signal to")
    def test_ctrl_c_in_a_terminal_reaches_all_processes_and_ends_them_quietly(self, tmp_path: Path) -> None:
        """At the worst moment: while the first workers start, and a request waits for an answer."""
        with serve(tmp_path / "n.sqlite", start_new_session=True) as running:

            def ask() -> None:
                with suppress(httpx2.HTTPError):  # the answer does not matter here
                    httpx2.get(f"{running.address}/m/W0605", timeout=PATIENCE)

            asked = Thread(target=ask)
            asked.start()
            time.sleep(0.2)
            os.killpg(running.process.pid, signal.SIGINT)
            said = running.process.communicate(timeout=PATIENCE)[1]
            asked.join()
            assert (running.process.returncode, said) == (0, "")
