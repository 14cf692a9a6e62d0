"""Every text of the command line is in the catalogue: in the pseudo-language no letter is outside of « and »."""

import re
from pathlib import Path

import pytest

from byestand import cli
from byestand.catalog import all_families
from byestand.language import LANGUAGES, PSEUDO, current_language
from tests.support.golden_commands import COMMANDS

Capture = pytest.CaptureFixture[str]

FOR_PROGRAMS = ("--format json", "--format csv")
"""Output for programs is never translated."""
TEXT_COMMANDS = tuple(command for command in COMMANDS if not any(option in command for option in FOR_PROGRAMS))
MORE_COMMANDS = (
    "show W0605 --format markdown",
    "score examples/night.csv",
    "score examples/session1.csv examples/session2.csv",
    "identify tests/golden/exports/movement_of_a_file.csv",
    "rover W1812 --side two-way",
    "howell --tables 5 --rounds 9",
    "crossover W1813 --sheet wall",
    "crossover W1813 --sheet names",
    "show WEB1413",
)
WRONG_USAGES = (
    "shw",
    "show",
    "show W1813 W1812",
    "show W1813 --colour",
    "show W1813 --boards-per-rund 2",
    "show W1813 --boards-per-round",
    "show W1813 --boards-per-round two",
    "show W1813 --boards-per-round 9999999999",
    "show W1813 --layout=yes",
    "show W1813 --layout --format csv",
    "show W1813 --format xml",
    "show W1813 --format json --boards-per-round 2",
    "show W1813 --switch 2 --one-winner",
    "show W1813 --by-table",
    "show hello",
    "show W9999",
    "show W1912",
    "show tests/golden/exports",
    "show nowhere.csv",
    "show tests/golden/exports/movement_of_a_file.csv --chain",
    "show tests/golden/exports/movement_of_a_file.csv --missing N1",
    "verify nowhere/*.csv",
    "verify src/byestand/model",
    "verify W1813 W1912 nowhere.csv",
    "verify W1813 --cases 0",
    "verify tests/golden/exports/movement_of_a_file.csv#9",
    "measure W1813 --minutes-per-board many",
    "measure W1813 --minutes-per-board 0",
    "list --tables 99",
    "list --tables many",
    "list --family spider",
    "plan",
    "plan W1813",
    "plan --pairs 3",
    "plan --pairs 36 --tables 18",
    "plan --pairs 36 --players 40",
    "plan --pairs 36 --one-winner --winners 1",
    "plan --pairs 36 --boards 24 --minutes 180",
    "plan --pairs 36 --missing N1",
    "plan --pairs 36 --weight skip",
    "plan --now W1813 --pairs 36 --sections 2",
    "plan --now W1813 --pairs 36 --boards 24",
    "plan --compare",
    "plan --compare W1813 --pairs 36",
    "rover W1812ER",
    "rover W1812 --all 0",
    "rover W1812 --all 2 --side two-way",
    "rover W1812 --side up",
    "rover W0909",
    "rover W1010A",
    "print W0605",
    "print W0605 --boards-per-round 2 -o x.doc",
    "print W0605 --boards-per-round 2 --mats-per-page 3",
    "print W0605 --boards-per-round 2 --section A1",
    "print W0605 M0505 --boards-per-round 2 --section A",
    "individual",
    "individual --tables 0",
    "individual --players 44 --tables 5",
    "individual --search 99",
    "individual --search 13x13",
    "individual --search 10x10",
    "individual --search 14x13 --copies 0",
    "howell --tables 1 --rounds 3",
    "howell --tables 21 --rounds 3",
    "howell --tables 9 --rounds 12 --seconds 0",
    "repair M0909",
    "repair M0909 --after 3 --extra-sharing 2",
    "repair M0909 --after 3 --section C",
    "repair M0909 --after 3 --option 0 -o x.json",
    "repair A=M0909 B=W0605 --after 3",
    "repair A=M0909 B=W0605 --after 3 --section C",
    "repair M0909 --after 14",
    "crossover W1813 --sessions 4",
    "crossover W1813 --time 0",
    "crossover W1813 --first-board 3",
    "crossover W1813 --sheet wall --format json",
    "crossover W1813 --sheet wall -o x.pdf",
    "score examples/night.csv --format pdf",
    "score examples/night.csv -o results",
    "score examples/night.csv --seating examples/crossover.csv",
    "score nowhere.csv",
    "export W1813",
    "export W1813 --to mov",
    "export W1813 --to pdf",
    "export W1813 -o x.csv/",
    "export W1813 -o results",
    "export W1813 -o LONGNAMES.MOV",
    "export W1813 --to csv --names examples/night.csv",
    "convert nowhere.csv --to json --out {folder}",
    "identify nowhere.mov",
    "catalog --out {folder} --tables 99",
    "serve --public https://byestand.org --lan",
    "serve --keep-days 3",
    "serve --data=",
    "admin foo",
    "admin sweep --days 0 --data {folder}",
    "admin stats --data {folder}/nowhere",
)
EXCEPTIONS = {
    "files": r"[\w.-]*/[\w./*#-]+|[\w-]+\.[a-z]\w*(?:#\d+)?",
    "the program and its commands": rf"\bbyestand(?: (?:{'|'.join(cli.COMMANDS)})\b)?",
    "options": r"(?<!\w)--?[a-z][a-z-]*",
    "movement codes": r"\b[A-Z]{1,3}\d{2,8}[A-Z]{0,3}\b",
    "families": rf"\b(?:{'|'.join(map(str, all_families()))})\b",
    "board layouts": r"\b\d+-(?:up|down)(?:-\d+-(?:up|down))*\b",
    "pair numbers": r"\b[A-Z]?[NESW]\d+\b",
    "rules of findings": r"\[[a-z-]+\]",
    "marks of repair options": r"^ *\d+ [a-z][0-9a-f]{5}\b",
}


def outside_of_phrases(text: str) -> str:
    """Return the text that is not between « and »."""
    depth, outside = 0, []
    for letter in text:
        depth += (letter == "«") - (letter == "»")
        outside.append(letter if depth == 0 and letter != "»" else " ")
    return "".join(outside)


def untranslated_lines(text: str) -> list[str]:
    """Return the words that are not in the catalogue and are no exceptions."""
    rest = outside_of_phrases(text)
    for pattern in EXCEPTIONS.values():
        rest = re.sub(pattern, " ", rest, flags=re.MULTILINE)
    return re.findall(r"[^\W\d_]+", rest)


@pytest.fixture(autouse=True)
def pseudo_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cli.LANGUAGE_VARIABLE, PSEUDO)


@pytest.mark.parametrize("command", [*TEXT_COMMANDS, *MORE_COMMANDS])
def test_all_output_is_in_the_catalogue(command: str, capsys: Capture) -> None:
    cli.run(command.split())
    captured = capsys.readouterr()
    assert "«" in captured.out
    assert untranslated_lines(captured.out + captured.err) == []


@pytest.mark.parametrize("command", WRONG_USAGES)
def test_all_errors_are_in_the_catalogue(command: str, tmp_path: Path, capsys: Capture) -> None:
    assert cli.run(command.format(folder=tmp_path).split()) > 0
    captured = capsys.readouterr()
    assert "«" in captured.err
    assert untranslated_lines(captured.out + captured.err) == []


def test_words_outside_of_phrases_are_found() -> None:
    text = "byestand: «Round 5 «two» called» twice, see --help for W1813 in a/b.csv and N5 EW."
    assert untranslated_lines(text) == ["twice", "see", "for", "in", "and", "EW"]


def test_an_unknown_language_is_refused_with_the_list(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv(cli.LANGUAGE_VARIABLE, "tlh")
    assert cli.run(["show", "W1813"]) == 2
    known = ", ".join(LANGUAGES)
    assert capsys.readouterr().err == (
        f"byestand: unknown language in BYESTAND_LANGUAGE; languages are {known}: 'tlh'\n"
    )


def test_help_and_output_for_programs_are_not_translated(capsys: Capture) -> None:
    for command in ("--help", "show --help", "show W0605 --format csv", "list --tables 8 --format json"):
        assert cli.run(command.split()) == 0
        assert "«" not in capsys.readouterr().out


def test_the_language_ends_with_the_command() -> None:
    cli.run(["list", "--tables", "8"])
    assert current_language() == LANGUAGES[0]
