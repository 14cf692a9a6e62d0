"""Paper and files: everything that is printed or saved, of a movement or of a whole night, on one page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from byestand.errors import BadRequest
from byestand.model.event import Event
from byestand.model.session import Section
from byestand.night.events.people import names_of
from byestand.night.state import NightState
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page
from byestand.server.movements import print_options as house
from byestand.server.movements.from_query import ShownSection
from byestand.server.nights.setups import seat_labels, sections_in_files
from byestand.server.pages.paper.files import Offer, night_offers, offers
from byestand.server.pages.paper.sheets import papers
from byestand.server.web.query import Asked, Pairs, movement_path
from byestand.server.web.render import render_page
from byestand.setup.resolve import names_without_seat, resolve_one
from byestand.sheets.registry import Sheet
from byestand.sheets.typefaces import font_warnings
from byestand.words.titles import called_by_people


@dataclass(frozen=True, slots=True)
class OfNight:
    """What the page says of the night whose paper it is."""

    link: str
    """The page of the night."""
    event: Event
    named: int = 0
    people: int = 0
    """0 where the page does not say how many have names."""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperView:
    """The page."""

    template: ClassVar = "paper.html"
    of: Sequence[tuple[str, str, str]]
    """Movements: the title, the code and the address of each."""
    where: str
    """The address below which paper and files are."""
    query: str
    kept: Pairs
    """The query as fields of a form."""
    here: str
    sheets: Mapping[str, Sheet]
    files: Sequence[Offer]
    house: tuple[tuple[str, str], ...]
    """What stands on every page, with its label."""
    of_night: OfNight | None


@job("quick")
def section_page(shown: ShownSection, pairs: Pairs) -> Page:
    """Return the page for a section, of a night or on its own."""
    section, resolved = shown.section, resolve_one(shown.setup, shown.letter)
    of = ((called_by_people(resolved.movement), section.title, shown.url()),)
    files = tuple(offers(shown))
    of_night = None if shown.night is None else OfNight(f"/nights/{shown.night}", shown.setup.event)
    return _page([resolved], of, shown.path, Asked(pairs), files=files, of_night=of_night)


@job("quick", reads={"setup", "people"})
def night_page(id: int, state: NightState, pairs: Pairs) -> Page:
    """Return the page of the paper and the files of a night, with all its sections."""
    setup, where = state.setup, f"/nights/{id}"
    sections = sections_in_files(setup)
    if not sections:
        raise BadRequest("this night has no movement yet")
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
        Asked(pairs),
        files=tuple(night_offers(id, setup)),
        of_night=OfNight(where, setup.event, len(names), len(seat_labels(setup)), font_warnings(tuple(names.values()))),
    )


def ticked(pairs: Pairs) -> tuple[str, Pairs]:
    """Return the sheets that are ticked, as an address of paper has them, and what else is asked."""
    sheets = Asked(pairs).texts("sheets")
    if not sheets:
        raise BadRequest("tick at least one sheet to print")
    return ",".join(sheets), tuple(one for one in pairs if one[0] != "sheets")


def _page(
    sections: Sequence[Section],
    of: Sequence[tuple[str, str, str]],
    where: str,
    asked: Asked,
    *,
    files: Sequence[Offer],
    of_night: OfNight | None = None,
) -> Page:
    """Return the page: what there is to print of some sections, called *of*, and their *files*.

    What the address asks of the movement goes on to the sheets. What stands on every sheet is the event of the night,
    or what this browser remembers.
    """
    own = Asked(tuple(one for one in asked.pairs if one[0] not in house.FIELDS))
    said = [(words, asked.text(name)) for name, words in ON_EVERY_PAGE if asked.text(name)]
    if of_night:
        said = [*_event_lines(of_night.event), *said]
    view = PaperView(
        of=of,
        where=where,
        query="" if not own.pairs else own.link(""),
        kept=own.pairs,
        here=own.link(f"{where}/paper"),
        sheets=papers(sections),
        files=files,
        house=tuple(said),
        of_night=of_night,
    )
    return render_page(view, "Paper and files")


def _event_lines(event: Event) -> Iterator[tuple[str, str]]:
    date = event.date.isoformat() if event.date else ""
    texts = (("Club", event.club), ("Event", event.title), ("Session", event.session), ("Date", date))
    yield from ((words, text) for words, text in texts if text)


ON_EVERY_PAGE = (
    ("club", "Club"),
    ("title", "Event"),
    ("session", "Session"),
    ("date", "Date"),
    ("starts", "Start"),
    ("paper", "Paper"),
)
"""What is told of what a club prints on every page."""
