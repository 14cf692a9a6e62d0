"""Open everything that pages offer (links, forms and downloads) in this process, and record failures.

All rooms of 4 to 60 would take an hour: `tests/server/pages/test_crawl.py` opens a changing sample, and
`tests/properties/crawl_all_rooms.py` opens everything.
"""

import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import product
from math import inf
from typing import ParamSpec, TypeAlias, TypeVar
from urllib.parse import urldefrag, urlencode, urljoin, urlsplit

from starlette.testclient import TestClient

from byestand.errors import RequestRefused
from byestand.formats import formats
from byestand.job import Job
from byestand.server.jobs.job_results import Done, JobError
from byestand.server.jobs.pool import WorkerPool, run_job
from byestand.server.storage.nights import VisibleNights
from byestand.session.session_results import SessionResults
from byestand.sheets.print_order import Booklet
from byestand.sheets.typst_renderer import Format, PrintResult, render_booklet
from tests.support.app import broken_csv, state_of
from tests.support.setups import section_data, session_data

LEFT_OUT = re.compile(r"[?&](round|sort|all)=|/files/library.zip|/rovers|^post /second$|^get /second\?.*movement=")
"""Addresses that take long, or show the same page in another order."""

P = ParamSpec("P")
T = TypeVar("T")
HTML = "text/html"
BYTES = "application/octet-stream"
KINDS = {
    "pdf": "application/pdf",
    "svg": "image/svg+xml",
    "zip": "application/zip",
    "csv": "text/csv",
    "json": "application/json",
    "xml": "application/xml",
    "css": "text/css",
    "js": "text/javascript",
}
"""The expected content types by ending."""
UPLOADS = {
    "/check": ("ours.csv", broken_csv()),
    "/nights/import": ("night.json", json.dumps(session_data("Brought in", section_data())).encode()),
}
"""The files to upload."""
RESULTS = "/nights/…/results/bring"
"""The form for result files, which must fit the session."""
SPARING = {"seconds": "1"}
"""Default values: a short search is enough."""
UNDOING = ("/throw-away", "/theme", "/undo")
"""Forms that delete what is still to be opened, or have nothing to do with the request."""
PLAYING = "/play/"
"""Buttons of the director's page: each depends on the state before, so `test_play` presses them one by one."""
SMALL_SAMPLE = 4
"""The sample size for things that were taken often."""


class InThisProcess(WorkerPool):
    """Runs jobs in this process, without workers."""

    async def open(self) -> None:
        """Start."""

    async def close(self) -> None:
        """Stop."""

    async def work(self, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> Done[T]:
        """Return the result of a job."""
        found = run_job(job, args, kwargs)
        if isinstance(found, JobError):
            raise RequestRefused(found.status, found.fault or found.sentence)
        return found.unpack()


@dataclass(frozen=True)
class Ask:
    """One request that a page offers."""

    method: str
    address: str
    data: tuple[tuple[str, str], ...] = ()
    upload: bool = False

    @property
    def path(self) -> str:
        """The address without the query."""
        return urlsplit(self.address).path


@dataclass
class Form:
    """A form of the page with its values."""

    method: str
    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[tuple[str, str]] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    """Other addresses that its buttons have."""

    def asks(self, here: str) -> Iterator[Ask]:
        """Yield the requests of its buttons; if no box is ticked yet, the first one is."""
        data = [(name, text or SPARING.get(name, "")) for name, text in (*self.fields, *self.boxes[:1])]
        for action in (self.action, *self.others):
            target = urldefrag(urljoin(here, action))[0]
            if self.method == "get":
                asked = urlencode([(name, text) for name, text in data if text])
                yield Ask("get", f"{urlsplit(target).path}?{asked}" if asked else urlsplit(target).path)
            else:
                yield Ask("post", target, tuple(data), _of_any(target) in (*UPLOADS, RESULTS))


class Offers(HTMLParser):
    """Reads the possible requests from a page."""

    def __init__(self, here: str, text: str) -> None:
        super().__init__()
        self.here = here
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.ids: set[str] = set()
        self._form: Form | None = None
        self._select: tuple[str, list[str]] | None = None
        self._area: tuple[str, str] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read a link, or a part of a form."""
        told = {name: value or "" for name, value in attrs}
        self.ids.add(told.get("id", ""))
        self.links += [told[key] for key in ("href", "src", "hx-get") if told.get(key)]
        if tag == "form":
            self._form = Form(told.get("method", "get").lower(), told.get("action", self.here))
            self.forms.append(self._form)
        elif self._form is not None:
            self._part(self._form, tag, told)

    def _part(self, form: Form, tag: str, told: dict[str, str]) -> None:
        name, value = told.get("name", ""), told.get("value", "")
        typed = told.get("type") not in ("file", "checkbox", "radio")
        if tag == "input" and name and (typed or "checked" in told):
            form.fields.append((name, value))
        elif tag == "input" and told.get("type") == "checkbox" and name == "pick":
            form.boxes.append((name, value))
        elif tag == "select":
            self._select = name, []
        elif tag == "option" and self._select:
            self._select[1].insert(0 if "selected" in told else len(self._select[1]), value)
        elif tag == "textarea":
            self._area = name, ""
        elif tag == "button" and told.get("formaction"):
            form.others.append(told["formaction"])

    def handle_data(self, data: str) -> None:
        """Read the content of a text field."""
        if self._area:
            self._area = self._area[0], self._area[1] + data

    def handle_endtag(self, tag: str) -> None:
        """End a part of a form."""
        if tag == "form":
            self._form = None
        elif tag == "select" and self._select and self._form:
            name, options = self._select
            self._form.fields.append((name, (options or [""])[0]))
            self._select = None
        elif tag == "textarea" and self._area and self._form:
            name, text = self._area
            self._form.fields.append((name, text.removeprefix("\n")))
            self._area = None

    def asks(self) -> Iterator[Ask]:
        """Yield all possible requests."""
        for link in self.links:
            where = urldefrag(urljoin(self.here, link))[0]
            yield Ask("get", where)
        for form in self.forms:
            if not form.action.endswith(UNDOING) and (form.method == "get" or PLAYING not in form.action):
                yield from form.asks(self.here)

    def lost_anchors(self) -> list[str]:
        """Return the missing targets of links within the page."""
        return [link for link in self.links if link.startswith("#") and link[1:] not in self.ids]


Choose: TypeAlias = Callable[[list[Ask]], Iterable[Ask]]
"""Chooses from the requests of a page."""


@dataclass
class Sample:
    """A number of things of every kind per page, different ones on every page."""

    limit: int
    never: re.Pattern[str]
    """Addresses that are left out."""
    often: float = inf
    """The limit after which a page gives only the few things that were taken least.

    It counts pages of a kind taken from other pages, and files and sheets taken once.
    """
    _pages: int = 0
    _counts: Counter[str] = field(default_factory=Counter)

    def __call__(self, offered: list[Ask]) -> Iterator[Ask]:
        """Yield the sample."""
        kinds: dict[str, list[Ask]] = {}
        for ask in offered:
            if not self.never.search(f"{ask.method} {ask.address}"):
                kinds.setdefault(_kind(ask), []).append(ask)
        self._pages += 1
        known = sorted((kind for kind in kinds if self._is_known(kind)), key=lambda kind: self._counts[kind])
        for kind, asks in kinds.items():
            if kind not in known[SMALL_SAMPLE:]:
                self._counts[kind] += 1
                start = self._pages % len(asks)
                yield from (asks[start:] + asks[:start])[: self.limit]

    def _is_known(self, kind: str) -> bool:
        once_will_do = self.often < inf and re.search(r"/(paper|file)[/.]", kind)
        return self._counts[kind] >= (1 if once_will_do else self.often)


@dataclass
class Crawler:
    """Opens pages and what they offer, each thing once."""

    client: TestClient
    choose: Choose = lambda offered: offered
    opened_urls: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    """Rooms without a result, each with its message."""
    _visited_urls: dict[Ask, Offers | None] = field(default_factory=dict)

    def crawl(self, address: str, depth: int) -> None:
        """Open a page, what it offers, and so on to a given depth."""
        first = Ask("get", address)
        if first not in self._visited_urls:
            answer = self.client.get(address)
            if sentence := re.search(r'role="alert"><p class="sentence">(.*?)</p>', answer.text):
                self.refusals.append(f"{answer.status_code} {address}: {sentence[1]}")
                return
            self._visited_urls[first] = self._looked_at(first, address, answer)
        level: Iterable[Ask] = [first]
        for left in range(depth, -1, -1):
            found: dict[Ask, None] = {}
            for ask in level:
                page = self._page(ask)
                if page is not None and left:
                    found |= dict.fromkeys(self.choose(list(dict.fromkeys(page.asks()))))
            level = found

    def _page(self, ask: Ask) -> Offers | None:
        """Open one request; return what it offers, if it is a page."""
        if ask not in self._visited_urls:
            self._visited_urls[ask] = self._open(ask)
        return self._visited_urls[ask]

    def _open(self, ask: Ask) -> Offers | None:
        answer = self._submit(ask)
        where = ask.address
        if answer.is_redirect:
            where = answer.headers["location"]
            answer = self.client.get(where)
        return self._looked_at(ask, where, answer)

    def _looked_at(self, ask: Ask, where: str, answer) -> Offers | None:  # type: ignore[no-untyped-def]  # noqa: ANN001 - the client's own type is private
        """Return what an answer offers, if it is a page; record its faults."""
        self.opened_urls[_kind(ask)] += 1
        media = answer.headers.get("content-type", "")
        if not answer.is_success:
            said = re.search(r'class="lead sentence">(.*?)</p>|role="alert"><p class="sentence">(.*?)</p>', answer.text)
            self.faults.append(f"{answer.status_code} {ask.method} {ask.address} {ask.data}: {said and said[0]}")
        elif not media.startswith(_media(urlsplit(where).path)):
            self.faults.append(f"{media} {ask.method} {ask.address}")
        elif media.startswith(HTML):
            page = Offers(where, answer.text)
            self.faults += [f"no {anchor} on {where}" for anchor in page.lost_anchors()]
            return page
        elif fault := _fault(urlsplit(where).path, answer.headers.get("content-disposition", ""), answer.content):
            self.faults.append(f"{fault}: {ask.method} {ask.address}")
        return None

    def _submit(self, ask: Ask):  # type: ignore[no-untyped-def]  # noqa: ANN202 - the client's own type is private
        if ask.method == "get":
            return self.client.get(ask.address)
        if ask.upload:
            return self.client.post(ask.address, files={"file": self._upload(ask)})
        data: dict[str, list[str]] = {}
        for name, text in ask.data:
            data.setdefault(name, []).append(text)
        return self.client.post(ask.address, data=data)

    def _upload(self, ask: Ask) -> tuple[str, bytes]:
        """Return the file to upload to a form; results are of the contestants of that session."""
        if _of_any(ask.path) != RESULTS:
            return UPLOADS[ask.path]
        kept = VisibleNights(state_of(self.client.app).services.store).get(int(ask.path.split("/")[2]))
        session = SessionResults.from_night(kept.state)
        who, numbers = ("north,south,east,west", "1,2,3,4") if session.is_individual else ("ns,ew", "1,1")
        letter = session.schedules[0].letter
        return "results.csv", f"section,board,{who},score\n{letter},1,{numbers},420\n".encode()


def rooms() -> Iterator[str]:
    """Yield the address of every room: 4 to 60 pairs, one and two winners, cases and sections."""
    for pairs in range(4, 61):
        for winners, cases, sections in product((2, 1), ("", 1, 2, 3), ("", 2, 3)):
            told = {"pairs": pairs, "winners": winners, "cases": cases, "sections": sections}
            yield f"/?{urlencode({name: value for name, value in told.items() if value})}"


def individuals() -> Iterator[str]:
    """Yield the address of every number of players."""
    return (f"/individuals?players={players}" for players in range(4, 61))


def without_printing(booklet: Booklet, to: Format = "pdf") -> PrintResult:
    """Make only the text of a booklet."""
    del booklet
    return PrintResult((b"<svg/>" if to == "svg" else b"%PDF-",), 1, {})


def sparing_ink() -> Callable[[Booklet, Format], PrintResult]:
    """Return a printer that renders one booklet of each set of sheets, and only the text of the others."""
    inked: set[tuple[object, ...]] = set()

    def sparing(booklet: Booklet, to: Format = "pdf") -> PrintResult:
        kind = (to, *(part["kind"] for part in booklet.parts))
        if kind in inked:
            return without_printing(booklet, to)
        inked.add(kind)
        return render_booklet(booklet, to)

    return sparing


def _kind(ask: Ask) -> str:
    """Return the kind of a request, for counting."""
    return f"{ask.method} {_of_any(ask.path)}"


def _of_any(path: str) -> str:
    return re.sub(r"[A-Z]\d{4,}[A-Z]*|\d+", "…", path)


def _media(path: str) -> str:
    format = re.search(r"/(?:file|as)/(\w+)$", path)
    if format:
        return formats.FORMATS[format[1]].media.partition(";")[0]
    return KINDS.get(path.rpartition(".")[2], HTML)


def _fault(path: str, disposition: str, data: bytes) -> str:
    """Return the fault of a download: its name or its content."""
    if path.endswith((".svg", ".css", ".js", "openapi.json")):
        return "" if data else "nothing in it"
    name = re.fullmatch(r'attachment; filename="([A-Za-z0-9][\w-]*\.\w+)"', disposition)
    if not name:
        return f"no file name in {disposition!r}"
    if path.endswith(".pdf"):
        return "" if data.startswith(b"%PDF-") else "no PDF"
    if path.endswith(".zip"):
        return "" if zipfile.ZipFile(io.BytesIO(data)).namelist() else "an empty zip"
    if "/file/" in path or "/as/" in path:
        documents = formats.loads(data, source=name[1])
        return "" if documents else "no movement in it"
    return "" if data else "nothing in it"
