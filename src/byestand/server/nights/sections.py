"""The pages of one section of a night: for a movement that somebody brought the same that others have by name."""

from byestand.errors import NotFound
from byestand.model.setup import SessionSetup
from byestand.night.night import Night, loads
from byestand.night.setting import Setting
from byestand.server.asking import Asked, Pairs
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File, Page
from byestand.server.pages import movement
from byestand.server.pages.files import section_file
from byestand.server.pages.paper import section_diagram, section_pdf, section_preview
from byestand.server.pages.taking import section_page
from byestand.server.questions import session_setup_of, with_boards_in_query


@job("quick")
def content(id: int, contents: str, letter: str, pairs: Pairs) -> Page:
    """Return the page of the movement of a section."""
    asked = Asked(pairs)
    names = people(loads(contents), letter)
    return movement.page(_setup(contents, letter, asked), letter, asked, night=id, names=names)


def people(night: Night, letter: str) -> dict[str, str]:
    """Return the names of a section by the labels that its pairs have in it."""
    if len(night.sections) < 2:
        return night.pairs
    return {label.removeprefix(letter): name for label, name in night.pairs.items() if label.startswith(letter)}


@job("quick")
def scoring_file(contents: str, letter: str, to: str, pairs: Pairs) -> File:
    """Return a section in a format."""
    return section_file(_setup(contents, letter, Asked(pairs)), letter, to)


@job("print")
def pdf(contents: str, letter: str, sheets: str, pairs: Pairs) -> File:
    """Return sheets of a section as a document."""
    asked = Asked(pairs)
    return section_pdf(_setup(contents, letter, asked), letter, sheets, asked)


@job("print")
def preview(contents: str, letter: str, sheets: str, pairs: Pairs) -> File:
    """Return the first page of a sheet as a picture."""
    asked = Asked(pairs)
    return section_preview(_setup(contents, letter, asked), letter, sheets, asked)


@job("quick")
def paper(id: int, contents: str, letter: str, pairs: Pairs) -> Page:
    """Return the page of the paper and the files of a section."""
    asked = Asked(pairs)
    return section_page(_setup(contents, letter, asked), letter, asked, night=id)


@job("quick")
def diagram(_id: int, contents: str, letter: str, pairs: Pairs) -> File:
    """Return the movement diagram of a section."""
    return section_diagram(_setup(contents, letter, Asked(pairs)), letter)


def section_kept(night: Night, letter: str) -> Setting:
    """Return a section of a night."""
    found = next((section for section in night.sections if section.letter == letter), None)
    if found is None:
        there = ", ".join(section.letter for section in night.sections) or "none"
        raise NotFound(f"there is no such section in this night, there are {there}: {letter[:40]!r}")
    return found


def _setup(contents: str, letter: str, asked: Asked) -> SessionSetup:
    """Return a night, but for the boards that are asked for in a section; names are on the paper of the whole night."""
    return with_boards_in_query(session_setup_of(loads(contents)), letter, asked)
