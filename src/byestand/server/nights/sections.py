"""The pages of one section of a night: for a movement that somebody brought the same that others have by name."""

from dataclasses import replace

from byestand.errors import NotFound
from byestand.night.night import Night, loads
from byestand.night.setting import Setting
from byestand.server.asking import Asked, Pairs, with_boards_of
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File, Page
from byestand.server.pages import movement
from byestand.server.pages.files import setting_file
from byestand.server.pages.paper import setting_diagram, setting_pdf, setting_preview
from byestand.server.pages.taking import setting_page


@job("quick")
def content(id: int, contents: str, letter: str, pairs: Pairs) -> Page:
    """Return the page of the movement of a section."""
    asked = Asked(pairs)
    return movement.page(_setting(id, contents, letter, asked), asked, people(loads(contents), letter), f"/nights/{id}")


def people(night: Night, letter: str) -> dict[str, str]:
    """Return the names of a section by the labels that its pairs have in it."""
    if len(night.sections) < 2:
        return night.pairs
    return {label.removeprefix(letter): name for label, name in night.pairs.items() if label.startswith(letter)}


@job("quick")
def scoring_file(id: int, contents: str, letter: str, to: str, pairs: Pairs) -> File:
    """Return a section in a format."""
    return setting_file(_setting(id, contents, letter, Asked(pairs)), to)


@job("print")
def pdf(id: int, contents: str, letter: str, sheets: str, pairs: Pairs) -> File:
    """Return sheets of a section as a document."""
    asked = Asked(pairs)
    return setting_pdf(_setting(id, contents, letter, asked), sheets, asked)


@job("print")
def preview(id: int, contents: str, letter: str, sheets: str, pairs: Pairs) -> File:
    """Return the first page of a sheet as a picture."""
    asked = Asked(pairs)
    return setting_preview(_setting(id, contents, letter, asked), sheets, asked)


@job("quick")
def paper(id: int, contents: str, letter: str, pairs: Pairs) -> Page:
    """Return the page of the paper and the files of a section."""
    asked = Asked(pairs)
    return setting_page(_setting(id, contents, letter, asked), asked)


@job("quick")
def diagram(id: int, contents: str, letter: str, pairs: Pairs) -> File:
    """Return the movement diagram of a section."""
    return setting_diagram(_setting(id, contents, letter, Asked(pairs)))


def section_kept(night: Night, letter: str) -> Setting:
    """Return a section of a night."""
    found = next((section for section in night.sections if section.letter == letter), None)
    if found is None:
        there = ", ".join(section.letter for section in night.sections) or "none"
        raise NotFound(f"there is no such section in this night, there are {there}: {letter[:40]!r}")
    return found


def _setting(id: int, contents: str, letter: str, asked: Asked) -> Setting:
    """Return a section as it is kept, but for the boards that are asked for."""
    night = loads(contents)
    kept = section_kept(night, letter)
    shown = letter if len(night.sections) > 1 else ""
    return with_boards_of(replace(kept, letter=shown, address=f"/nights/{id}/section/{letter}"), asked)
