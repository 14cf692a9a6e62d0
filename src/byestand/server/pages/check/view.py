"""Check a file: its movements, their errors, and the file converted to another format."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import ClassVar
from urllib.parse import urlencode

from byestand.catalog.identify import identify
from byestand.catalog.identify.match import Match
from byestand.errors import BadRequest, CannotExpress, FormatError
from byestand.formats.document import Document
from byestand.formats.format import Format
from byestand.formats.formats import FORMATS, blocks, dump_checked, format_of, load_partial
from byestand.job import job
from byestand.language import say
from byestand.model.boards import USUAL_BOARDS_PER_ROUND, Boards
from byestand.model.judged import Judged
from byestand.model.limits import MAX_NAME_CHARS, MAX_SECTIONS
from byestand.model.people import Contestant
from byestand.model.setup import CustomMovement, SectionSetup, SessionSetup
from byestand.night.events import NightCreated
from byestand.night.night_document import require_storable
from byestand.sanitize import title_line
from byestand.server.jobs.job_results import JobFile, JobPage
from byestand.server.page_tools.movement_charts import Grid, grid
from byestand.server.page_tools.zip_files import as_file, safe_stem, zip_files
from byestand.server.web.query import Pairs, Query
from byestand.server.web.render import render_page
from byestand.session.resolve import resolve_section
from byestand.session.setups import LETTER, LETTERS, PreparedSetup
from byestand.verify import judge
from byestand.verify.measures import require_cases
from byestand.words.titles import headline, title_of

MAX_CHARTS = 12
"""Movements of one file that the page shows with charts; all are checked and listed."""


@dataclass(frozen=True, slots=True)
class MovementReport:
    """One movement of a file with its chart."""

    document: Document
    judged: Judged
    headline: str
    likeness: Match
    grid: Grid


@dataclass(frozen=True, slots=True)
class FileView:
    """The page of a file; without a name, the page without a file."""

    template: ClassVar = "check.html"
    name: str = ""
    token: str = ""
    """The key under which the upload is stored."""
    documents: Sequence[Document] = ()
    unread: Sequence[str] = ()
    """Errors of parts of the file that were not read."""
    reports: Sequence[MovementReport] = ()
    error: str = ""
    """The error if nothing was read."""
    options: str = ""
    """The query of the links that convert the file."""

    @property
    def is_sound(self) -> bool:
        """Whether all movements are without errors."""
        return all(document.section.judged.is_sound for document in self.documents)

    @property
    def fits_one_night(self) -> bool:
        """Whether the movements can be the sections of one night."""
        has_letters = all(document.section.letter for document in self.documents)
        return self.is_sound and has_letters and 1 < len(self.documents) <= MAX_SECTIONS

    @property
    def formats(self) -> Sequence[Format]:
        """The formats that the file can be converted to."""
        return tuple(FORMATS.values())


@job("quick")
def form() -> JobPage:
    """Return the page without a file."""
    return render_page(FileView(), say("Check a file"))


@job("check")
def content(name: str, data: bytes, token: str, pairs: Pairs) -> JobPage:
    """Return the page for one file."""
    cases = Query(pairs).number("cases")
    require_cases(cases)
    try:
        parts = blocks(data, source=name)
    except FormatError as error:
        parts = (error,)
    documents, errors = load_partial(parts)
    unread = tuple(map(str, errors))
    if not documents:
        return render_page(FileView(name, unread=unread[1:], error=unread[0]), name, status=422)
    documents = [_with_cases(document, cases) for document in documents]
    reports = tuple(_report(document) for document in documents[:MAX_CHARTS])
    view = FileView(name, token, documents, unread, reports)
    options = urlencode(_options(documents, sound=view.is_sound))
    return render_page(replace(view, options=options), name)


def _options(documents: Sequence[Document], *, sound: bool) -> dict[str, int]:
    """Return the query for conversion: boards per round if the file has none, and whether errors are allowed."""
    boards = {} if all(document.section.boards for document in documents) else {"boards": USUAL_BOARDS_PER_ROUND}
    return boards | ({} if sound else {"as_it_is": 1})


def _with_cases(document: Document, cases: int | None) -> Document:
    """Return a document checked for a number of sets of boards, if it is given."""
    if cases is None:
        return document
    judged = judge(document.movement, copies=cases, forgiven=document.forgiven)
    return replace(document, section=replace(document.section, judged=judged))


def _report(document: Document) -> MovementReport:
    section = document.section
    return MovementReport(
        document,
        section.judged,
        headline(section.movement),
        identify(section.movement, forgiven=document.forgiven),
        grid(section.movement, section.boards, section.judged.findings),
    )


@job("check")
def convert_file(name: str, data: bytes, to: str, pairs: Pairs) -> JobFile:
    """Return the movements in another format; those with errors only if the query allows it."""
    asked = Query(pairs)
    wanted = format_of(to)
    parts = blocks(data, source=name)
    documents, errors = load_partial(parts)
    if not documents:
        raise errors[0]
    as_it_is = asked.flag("as_it_is")
    if not as_it_is:
        for document in documents:
            document.section.judged.require_valid(title_of(document.movement))
    boards = asked.number("boards")
    if boards:
        parts = tuple(part.with_boards(Boards(boards)) if isinstance(part, Document) else part for part in parts)
        documents, _ = load_partial(parts)
    stem = safe_stem(PurePath(name).stem)
    if len(parts) == 1 or (wanted.holds_together(documents) and not errors):
        try:
            return as_file(documents, wanted, stem, as_it_is=as_it_is)
        except CannotExpress:
            if len(parts) == 1:
                raise
    return as_files(parts, wanted, stem, as_it_is=as_it_is)


@job("check")
def read_setup(name: str, data: bytes, pairs: Pairs) -> PreparedSetup:
    """Return a setup with all movements of a file, or with one of them; raise an error for one with errors."""
    asked = Query(pairs)
    documents, errors = load_partial(blocks(data, source=name))
    if not documents:
        raise errors[0]
    which = asked.number("which")
    if which is not None and not 1 <= which <= len(documents):
        raise BadRequest(
            say("the file has {count} movements; number {which} does not exist", count=len(documents), which=which)
        )
    chosen = documents if which is None else documents[which - 1 : which]
    if len(chosen) > MAX_SECTIONS:
        raise BadRequest(
            say(
                "a session can have at most {most} sections, not {count}; save the movements separately",
                most=MAX_SECTIONS,
                count=len(chosen),
            )
        )
    sections = (_section(document, letter, asked) for document, letter in zip(chosen, letters(chosen), strict=True))
    setup = SessionSetup(sections=tuple(sections))
    require_storable(NightCreated(setup))
    resolved = [resolve_section(section) for section in setup.sections]
    return PreparedSetup(setup, any(section.movement.is_individual for section in resolved))


def letters(documents: Sequence[Document]) -> list[str]:
    """Return the letters of sections: those of the file, if all are different."""
    own = [document.section.letter.upper() for document in documents]
    are_valid = len(set(own)) == len(own) and all(map(LETTER.fullmatch, own))
    return own if are_valid else list(LETTERS[: len(documents)])


def _section(document: Document, letter: str, asked: Query) -> SectionSetup:
    boards = document.section.boards or Boards(len(document.movement.swivel) or USUAL_BOARDS_PER_ROUND)
    per_round = asked.number("boards") or boards.per_round
    source = CustomMovement(
        FORMATS["json"].dumps((document,)).decode(), title_line(document.display_title)[:MAX_NAME_CHARS]
    )
    contestants = {label: _storable(who) for label, who in document.section.contestants.items() if who.names}
    return SectionSetup(letter, source, Boards(per_round, boards.first), contestants)


def _storable(contestant: Contestant) -> Contestant:
    """Return a contestant of a file with member numbers; without them, or if too long, as a typed name."""
    numbers = [person.number for person in contestant.members if person.number]
    fits = all(text == title_line(text)[:MAX_NAME_CHARS] for text in (contestant.display_name, *numbers))
    return contestant if numbers and fits else Contestant.parse(title_line(contestant.display_name)[:MAX_NAME_CHARS])


def as_files(blocks: Sequence[Document | FormatError], to: Format, stem: str, *, as_it_is: bool = False) -> JobFile:
    """Return the movements in a zip, in one file if the format holds many, with the reasons for omissions."""
    documents: list[Document] = []
    made, reasons = [], []
    for number, block in enumerate(blocks, start=1):
        if isinstance(block, FormatError):
            reasons.append(f"{number}: {block}")
            continue
        try:
            made.append((f"{stem}-{number}{to.suffix}", dump_checked((block,), to, as_it_is=as_it_is)))
            documents.append(block)
        except CannotExpress as error:
            reasons.append(f"{number}: {title_of(block.movement)}: {error}")
    if documents and to.holds_together(documents):
        made = [(f"{stem}{to.suffix}", dump_checked(documents, to, as_it_is=as_it_is))]
    return zip_files([*made, *_not_converted(reasons)], f"{stem}-{to.name}.zip")


def _not_converted(reasons: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    if reasons:
        yield "NOT CONVERTED.txt", "".join(f"{reason}\n" for reason in reasons).encode(errors="replace")
