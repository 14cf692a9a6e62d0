"""The page of sheets and files of a movement or of a whole night."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from byestand.errors import BadRequest
from byestand.job import job
from byestand.language import phrase, say
from byestand.model.event import Event
from byestand.model.session import Section
from byestand.night.events.people import names_of
from byestand.night.state import NightState
from byestand.server.jobs.job_results import JobPage
from byestand.server.page_tools import print_options as house
from byestand.server.page_tools.from_query import ShownSection
from byestand.server.pages.paper.movement_files import FileOffer, night_offers, offers
from byestand.server.pages.paper.sheet_choice import papers
from byestand.server.web.query import Pairs, Query, movement_path
from byestand.server.web.render import render_page
from byestand.session.resolve import names_without_seat, resolve_one
from byestand.session.setups import seat_labels, sections_in_files
from byestand.sheets.sheet_list import Sheet
from byestand.sheets.typefaces import font_warnings
from byestand.words.titles import called_by_people


@dataclass(frozen=True, slots=True)
class NightSummary:
    """The night whose sheets the page shows."""

    link: str
    """The page of the night."""
    event: Event
    names_entered: int = 0
    people: int = 0
    """0 if the page does not show how many have names."""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperView:
    """The page."""

    template: ClassVar = "paper.html"
    movements: Sequence[tuple[str, str, str]]
    """Movements: title, code and URL of each."""
    base_url: str
    """The start of the URLs of sheets and files."""
    query: str
    query_fields: Pairs
    """The query as fields of a form."""
    current_url: str
    sheets: Mapping[str, Sheet]
    files: Sequence[FileOffer]
    house: tuple[tuple[str, str], ...]
    """The texts on every sheet, each with its label."""
    of_night: NightSummary | None


@job("quick")
def section_page(shown: ShownSection, pairs: Pairs) -> JobPage:
    """Return the page for a section, of a night or on its own."""
    section, resolved = shown.section, resolve_one(shown.setup, shown.letter)
    of = ((called_by_people(resolved.movement), section.title, shown.url()),)
    files = tuple(offers(shown))
    of_night = None if shown.night is None else NightSummary(f"/nights/{shown.night}", shown.setup.event)
    return _page([resolved], of, shown.path, Query(pairs), files=files, of_night=of_night)


@job("quick", reads={"setup", "people"})
def night_page(id: int, state: NightState, pairs: Pairs) -> JobPage:
    """Return the page for a night, with all its sections."""
    setup, where = state.setup, f"/nights/{id}"
    sections = sections_in_files(setup)
    if not sections:
        raise BadRequest(say("this session has no movement yet"))
    of = [
        (
            called_by_people(resolved.movement),
            f"{section.letter}: {section.title}" if setup.has_letters else section.title,
            movement_path(section, night=id),
        )
        for resolved, section in zip(sections, setup.sections, strict=True)
    ]
    without_seat = names_without_seat(setup)
    names = {label: name for label, name in names_of(setup).items() if label not in without_seat}
    return _page(
        sections,
        of,
        where,
        Query(pairs),
        files=tuple(night_offers(id, setup)),
        of_night=NightSummary(
            where, setup.event, len(names), len(seat_labels(setup)), font_warnings(tuple(names.values()))
        ),
    )


def selected_sheets(pairs: Pairs) -> tuple[str, Pairs]:
    """Return the ticked sheets as in a URL, and the rest of the query."""
    sheets = Query(pairs).texts("sheets")
    if not sheets:
        raise BadRequest(say("select at least one sheet"))
    return ",".join(sheets), tuple(pair for pair in pairs if pair[0] != "sheets")


def _page(
    sections: Sequence[Section],
    of: Sequence[tuple[str, str, str]],
    where: str,
    asked: Query,
    *,
    files: Sequence[FileOffer],
    of_night: NightSummary | None = None,
) -> JobPage:
    """Return the page with the sheets of some sections, titled *of*, and their *files*.

    Options of the movement are passed on to the sheets. The texts on every sheet are those of the night, or the print
    settings of this browser.
    """
    own = Query(tuple(pair for pair in asked.pairs if pair[0] not in house.FIELDS))
    texts = [(say(label), asked.text(name)) for name, label in ON_EVERY_PAGE if asked.text(name)]
    if of_night:
        texts = [*_event_lines(of_night.event), *texts]
    view = PaperView(
        movements=of,
        base_url=where,
        query="" if not own.pairs else own.link(""),
        query_fields=own.pairs,
        current_url=own.link(f"{where}/paper"),
        sheets=papers(sections),
        files=files,
        house=tuple(texts),
        of_night=of_night,
    )
    return render_page(view, say("Print and export"))


def _event_lines(event: Event) -> Iterator[tuple[str, str]]:
    date = event.date.isoformat() if event.date else ""
    texts = (
        (say("Club"), event.club),
        (say("Event"), event.title),
        (say("Session"), event.session),
        (say("Date"), date),
    )
    yield from ((label, text) for label, text in texts if text)


ON_EVERY_PAGE = (
    ("club", phrase("Club")),
    ("title", phrase("Event")),
    ("session", phrase("Session")),
    ("date", phrase("Date")),
    ("starts", phrase("Start time")),
    ("paper", phrase("Paper")),
)
"""Print settings that the page shows, with their labels."""
