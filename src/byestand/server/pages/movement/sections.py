"""The pages of one section of a night: for a movement that somebody brought the same that others have by name."""

from byestand.model.setup import SessionSetup
from byestand.night.state import NightState
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File, Page
from byestand.server.movements.files import section_file
from byestand.server.movements.from_query import with_boards_in_query
from byestand.server.pages.movement import view as movement
from byestand.server.pages.paper.sheets import section_diagram, section_pdf, section_preview
from byestand.server.pages.paper.view import section_page
from byestand.server.web.query import Asked, Pairs
from byestand.setup.resolve import find_section


@job("quick", reads={"setup", "people"})
def content(id: int, state: NightState, letter: str, pairs: Pairs) -> Page:
    """Return the page of the movement of a section."""
    asked, names = Asked(pairs), dict(find_section(state.setup, letter).names)
    return movement.page(_setup(state, letter, asked), letter, asked, night=id, names=names)


@job("quick", reads={"setup"})
def scoring_file(_id: int, state: NightState, letter: str, to: str, pairs: Pairs) -> File:
    """Return a section in a format."""
    return section_file(_setup(state, letter, Asked(pairs)), letter, to)


@job("print", reads={"setup"})
def pdf(_id: int, state: NightState, letter: str, sheets: str, pairs: Pairs) -> File:
    """Return sheets of a section as a document."""
    asked = Asked(pairs)
    return section_pdf(_setup(state, letter, asked), letter, sheets, asked)


@job("print", reads={"setup"})
def preview(_id: int, state: NightState, letter: str, sheets: str, pairs: Pairs) -> File:
    """Return the first page of a sheet as a picture."""
    asked = Asked(pairs)
    return section_preview(_setup(state, letter, asked), letter, sheets, asked)


@job("quick", reads={"setup"})
def paper(id: int, state: NightState, letter: str, pairs: Pairs) -> Page:
    """Return the page of the paper and the files of a section."""
    asked = Asked(pairs)
    return section_page(_setup(state, letter, asked), letter, asked, night=id)


@job("quick", reads={"setup"})
def diagram(_id: int, state: NightState, letter: str, pairs: Pairs) -> File:
    """Return the movement diagram of a section."""
    return section_diagram(_setup(state, letter, Asked(pairs)), letter)


def _setup(state: NightState, letter: str, asked: Asked) -> SessionSetup:
    """Return the setup of a night, with the boards that an address asks for in a section."""
    return with_boards_in_query(state.setup, letter, asked)
