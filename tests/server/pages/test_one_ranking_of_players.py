"""A Rainbow has a winner for each line, or one ranking of all its players, as the director likes."""

import json
from pathlib import Path

import pytest

from byestand.catalog import find
from byestand.cli import run
from byestand.errors import BadRequest
from byestand.model.boards import Boards
from byestand.model.setup import CatalogMovement, SectionSetup
from byestand.movements import ranked_together
from byestand.sentences.announcements import announcements
from byestand.server.pages.movement.view import content
from byestand.session.resolve import resolve_section
from byestand.verify import judge
from tests.support.app import by_name


@pytest.mark.parametrize(("name", "missing"), [("R1111", ()), ("R1111", ("44",)), ("R1212", ()), ("R1813", ())])
def test_all_players_are_one_line_and_everything_else_stays(name: str, missing: tuple[str, ...]) -> None:
    lines = find(name, missing=missing, boards_per_round=3)
    together = ranked_together(lines)
    assert judge(together).is_sound
    assert (lines.field.winners, together.field.winners) == (4, 1)
    assert (together.seats == lines.seats).all()
    assert (together.groups == lines.groups).all()
    labels = [lines.field.label(player) for player in lines.field.present]
    assert [together.field.label(player) for player in together.field.present] == labels


@pytest.mark.parametrize("name", ["M1313", "I1313", "R0707S"])
def test_what_has_no_lines_of_players_is_refused(name: str) -> None:
    with pytest.raises(BadRequest, match=r"has no separate lines of individuals$"):
        ranked_together(find(name))


def test_the_command_line_ranks_all_players_together(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["measure", "R1111", "--one-winner", "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["line_balance"]) == 1
    assert run(["show", "R1111", "--one-winner"]) == 0
    assert "one winner" in capsys.readouterr().out
    written = str(tmp_path / "tonight.json")
    assert run(["export", "R1111", "--one-winner", "--boards-per-round", "2", "-o", written]) == 0
    capsys.readouterr()
    assert run(["measure", written, "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["line_balance"]) == 1


def test_the_app_ranks_all_players_together() -> None:
    section = resolve_section(SectionSetup("A", CatalogMovement("R1111", one_winner=True), Boards(2)))
    assert section.movement.field.winners == 1
    opening = announcements(section)[0]
    assert "One winner." in opening.lines
    assert "Four winners tonight: North, South, East and West." not in opening.lines
    page = content.run(by_name("R1111", ("boards", "2")), ()).body.decode()
    assert "one winner of all players" in page
    assert "winners=1" in page
    assert "one winner per line" in content.run(by_name("R1111", ("boards", "2"), ("winners", "1")), ()).body.decode()
