"""Families as objects: the table, their declarations, and families that other packages add."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from byestand import cli
from byestand.catalog import Family, all_families, find, parse
from byestand.catalog.families import OWN, plugins
from byestand.catalog.listing import listing
from byestand.errors import BadRequest, BrokenMovement, FormatError, NoSuchMovement
from byestand.plan import Room, plan
from tests.support.paths import ROOT

EXAMPLE = ROOT / "examples" / "barometer"
PREFIX = "from byestand.catalog.families import WEB\nfrom byestand.catalog.family import Family\n"
FAULTS = {
    "no such module": ("", "nowhere:FAMILY", "ModuleNotFoundError"),
    "no family": (
        "FAMILY = 7",
        "faulty:FAMILY",
        (
            "byestand: byestand-faulty: this package adds a family of"
            " movements that cannot be used: expected a Family, not int"
        ),
    ),
    "taken letter": (
        "FAMILY = Family('fabric', 'W', WEB.make, WEB.longest, WEB.members)",
        "faulty:FAMILY",
        (
            "byestand: byestand-faulty: this package adds a family of"
            " movements that cannot be used: codes with W belong to the family web"
        ),
    ),
    "taken word": (
        "FAMILY = Family('web', 'Q', WEB.make, WEB.longest, WEB.members)",
        "faulty:FAMILY",
        (
            "byestand: byestand-faulty: this package adds a family of"
            " movements that cannot be used: a family with this name exists already: 'web'"
        ),
    ),
    "no letter": (
        "FAMILY = Family('fabric', 'wo', WEB.make, WEB.longest, WEB.members)",
        "faulty:FAMILY",
        "cannot be used: codes must start with 1 capital letter, and a variant must be 1 capital letter or none",
    ),
}


@pytest.fixture
def add_family(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Install a package with one module, called faulty, that adds a family."""

    def add(source: str, entry: str = "faulty:FAMILY") -> None:
        (tmp_path / "faulty.py").write_text(PREFIX + source)
        about = tmp_path / "byestand_faulty-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: byestand-faulty\nVersion: 1\n")
        (about / "entry_points.txt").write_text(f"[{plugins.GROUP}]\nfaulty = {entry}\n")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "faulty", raising=False)
        plugins.added_families.cache_clear()

    yield add
    plugins.added_families.cache_clear()
    sys.modules.pop("faulty", None)


@pytest.fixture
def add_families(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The example package, really installed, into a folder of its own, and seen by this process."""
    folder = tmp_path / "outside"
    source = shutil.copytree(EXAMPLE, folder / "source")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    quiet = ["--disable-pip-version-check", "--no-compile", "--root-user-action", "ignore"]
    subprocess.run([*pip, *quiet, "--target", str(folder / "site"), str(source)], check=True)
    monkeypatch.syspath_prepend(folder / "site")
    plugins.added_families.cache_clear()
    yield folder / "site"
    plugins.added_families.cache_clear()


def byestand(site: Path, *args: str) -> str:
    """Run the command with the package on the path, and return its output."""
    told = subprocess.run(
        [sys.executable, "-m", "byestand", *args],
        env={"PYTHONPATH": str(site), "PYTHONUTF8": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert told.stderr == ""
    return told.stdout


def test_every_family_stands_in_the_table_once_with_names_of_its_own() -> None:
    assert all_families() == OWN
    assert len({family.word for family in OWN}) == len(OWN)
    letters = [(family.letter, variant) for family in OWN for variant in family.variants]
    assert len(set(letters)) == len(letters)


@pytest.mark.parametrize("family", OWN, ids=str)
def test_what_a_family_says_of_itself_holds(family: Family) -> None:
    """Its members exist, are found by their codes, and have the declared numbers of rounds and pairs."""
    for tables in {*range(1, 14), 59, 60} & {*family.tables}:
        for name in family.members(tables):
            assert parse(str(name)) == name
            movement = find(name)
            assert movement.name == str(name)
            assert (movement.tables, movement.deal_groups) == (tables, name.deal_groups)
            assert movement.rounds == family.longest(name)
            assert movement.field.size == name.contestants
            assert movement.is_individual == family.for_players
            shorter = name.curtail(max(1, movement.rounds - 1))
            assert parse(str(shorter)) == shorter
            assert find(shorter).rounds == shorter.rounds
    for name in family.usual():
        assert find(name).name == str(name)


@pytest.mark.parametrize("family", [family for family in OWN if not family.for_players], ids=str)
def test_what_is_offered_for_a_room_has_its_tables_and_rounds(family: Family) -> None:
    """A party table counts as one of them; if no rover lasts so long, the catalogue raises an error."""
    offered = 0
    for tables in (4, 7, 9, 10, 13, 16):
        for rounds in range(2, 15):
            for name in family.offers(tables, rounds):
                assert parse(str(name)) == name
                try:
                    movement = find(name, missing=[name.phantom])
                except NoSuchMovement:
                    assert name.rover_kind
                    continue
                offered += 1
                assert movement.tables == tables
                assert movement.rounds == rounds or (name.rover_kind and movement.rounds == rounds - 1)
    assert offered


def test_whoever_shows_a_web_does_not_look_for_other_packages() -> None:
    """Looking takes as long as making the movement."""
    script = "import sys; from byestand.catalog import find; find('W1813'); print('importlib.metadata' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert told.stdout == "False\n"


@pytest.mark.slow
def test_an_installed_package_adds_a_family_to_show_list_and_plan(
    add_families: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert byestand(add_families, "show", "b0604").startswith(
        "6-table barometer Mitchell, 4 rounds, 4 deal groups, 1-up"
    )

    def told(*args: str) -> str:
        """Return the output of the same command in this process, which is faster."""
        assert cli.run(args) == 0
        return capsys.readouterr().out

    (tmp_path / "file.csv").write_text(told("show", "B0605", "--format", "csv"))
    assert told("identify", str(tmp_path / "file.csv")).endswith(": this is B0605\n")
    listed = json.loads(told("list", "--tables", "6-7", "--family", "barometer", "--format", "json"))
    assert [(entry["name"], entry["cases"]) for entry in listed] == [("B0606", 6), ("B0707", 7)]
    assert "B0606" in told("list", "--tables", "6")
    options = ("--pairs", "13", "--boards", "24", "--cases", "7", "--no-skip", "--all", "--format", "json")
    planned = json.loads(told("plan", *options))
    assert ("B0706", ["N7"]) in [(found["name"], found["missing"]) for found in planned["candidates"]]


def test_a_name_with_an_unknown_letter_is_refused_without_the_package() -> None:
    with pytest.raises(BadRequest, match="unknown movement"):
        find("B0606")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_family_that_cannot_be_used_is_refused_in_one_sentence(
    fault: str, add_family: Callable[[str, str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    source, entry, why = FAULTS[fault]
    add_family(source, entry)
    for command in (["list", "--tables", "6"], ["plan", "--pairs", "12"], ["show", "Q0606"]):
        assert cli.run(command) == FormatError.exit_code
        told = capsys.readouterr()
        assert told.err.startswith("byestand: byestand-faulty: this package adds a family of movements that cannot")
        assert why in told.err
        assert told.err.count("\n") == 1
    assert cli.run(["show", "W0605"]) == 0


def test_a_family_that_fails_when_it_is_asked_is_named(add_family: Callable[..., None]) -> None:
    add_family(
        "def fails(*_): raise KeyError('lost')\n"
        "FAMILY = Family('fabric', 'Q', fails, fails, lambda t: [FAMILY.name(t, t)], offers=fails)"
    )
    for ask in (lambda: find("Q0606"), lambda: list(listing(family="fabric")), lambda: plan(Room(12, range(24, 25)))):
        with pytest.raises(FormatError, match=r"byestand-faulty: this package .* KeyError, 'lost'"):
            ask()


def test_what_a_family_answers_must_be_movements_and_names(add_family: Callable[..., None]) -> None:
    add_family("FAMILY = Family('fabric', 'Q', lambda n: 7, lambda n: 7, lambda t: [7])")
    with pytest.raises(FormatError, match="the maker of Q0606 makes no movement"):
        find("Q0606")
    with pytest.raises(FormatError, match="TypeError, a family must return names or offers for players"):
        list(listing(tables=range(6, 7)))


def test_a_family_from_outside_is_judged_like_our_own(add_family: Callable[..., None]) -> None:
    """A movement with repeats is rejected, whichever package made it."""
    add_family(
        "from dataclasses import replace\nfrom byestand.movements import mitchell\n"
        "def wrong(name):\n"
        "    sound = mitchell(tables=name.tables)\n"
        "    return replace(sound, groups=sound.groups * 0 + 1)\n"
        "FAMILY = Family('fabric', 'Q', wrong, lambda n: n.tables, lambda t: [])"
    )
    assert cli.run(["show", "Q0909"]) == BrokenMovement.exit_code
    assert list(listing(family="fabric")) == []
