"""Values to json and back: written values are read back, and invalid ones are refused with their path."""

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byestand import codec
from byestand.errors import BadRequest, FormatError
from byestand.formats.results import csv
from byestand.marks import EmbeddedJson, Instant, OmitDefault, Size, Text, Whole
from byestand.model.boards import Boards
from byestand.model.event import Event
from byestand.model.line import Absent, Average, Contract, Line, Outcome, Percentage, TableScore
from byestand.model.people import Contestant, Person
from byestand.model.setup import CatalogMovement, CustomMovement, SectionSetup, SessionSetup
from byestand.model.timing import Break, Timing
from byestand.sanitize import is_one_line


class Suit(Enum):
    CLUBS = "C"
    SPADES = "S"


class Point(NamedTuple):
    x: int
    y: int = 0


@dataclass(frozen=True, slots=True)
class Circle:
    kind: ClassVar[str] = "circle"
    radius: int


@dataclass(frozen=True, slots=True)
class Square:
    kind: ClassVar[str] = "square"
    side: int
    note: Annotated[str, Text(10), OmitDefault()] = ""


Shape = Circle | Square
Label = Annotated[str, Text(2)]

VALUES: list[tuple[Any, object, object]] = [
    (int, 7, 7),
    (float, 0.5, 0.5),
    (bool, True, True),
    (str, "two\nlines", "two\nlines"),
    (Literal["a", 1], 1, 1),
    (Suit, Suit.SPADES, "S"),
    (dt.date, dt.date(2026, 11, 17), "2026-11-17"),
    (dt.time, dt.time(19, 30), "19:30:00"),
    (Fraction, Fraction(3, 5), "3/5"),
    (int | Fraction, 3, 3),
    (int | Fraction, Fraction(3), "3"),
    (int | None, None, None),
    (tuple[int, ...], (1, 2), [1, 2]),
    (tuple[int, str], (1, "x"), [1, "x"]),
    (frozenset[int], frozenset({8, 1}), [1, 8]),
    (Mapping[Label, int], {"N1": 4}, {"N1": 4}),
    (Mapping[int, str], {-1: "x"}, {"-1": "x"}),
    (Point, Point(1), {"x": 1, "y": 0}),
    (Circle, Circle(2), {"radius": 2}),
    (Shape, Circle(2), {"kind": "circle", "radius": 2}),
    (Shape, Square(2), {"kind": "square", "side": 2}),
    (Shape, Square(2, "red"), {"kind": "square", "side": 2, "note": "red"}),
    (Point | Suit | None, Point(1, 2), {"x": 1, "y": 2}),
    (Point | Suit | None, Suit.CLUBS, "C"),
    (Annotated[str, EmbeddedJson(20)], '{"é": 1}', {"é": 1}),
    (Annotated[float, Instant(100)] | None, 5.5, 5.5),
]


@pytest.mark.parametrize(("type_", "value", "data"), VALUES)
def test_each_type_has_one_json_form_and_is_read_back_from_it(type_: object, value: object, data: object) -> None:
    assert codec.write(type_, value) == data
    found = codec.read(type_, json.loads(codec.dumps(type_, value)), source="file")
    assert found == value
    assert type(found) is type(value)


def test_a_whole_number_is_read_as_a_float_where_one_is_expected() -> None:
    found = codec.read(float, 3, source="file")
    assert (found, type(found)) == (3.0, float)


def test_a_missing_key_takes_the_default() -> None:
    assert codec.read(Point, {"x": 1}, source="file") == Point(1, 0)


REFUSED: list[tuple[Any, object, str]] = [
    (int, True, "expected a whole number"),
    (int, 10**9 + 1, "expected a whole number"),
    (int, 1.0, "expected a whole number"),
    (bool, 1, "expected true or false"),
    (float, float("nan"), "expected a number"),
    (float, float("inf"), "expected a number"),
    (float, 10**400, "expected a number"),
    (float, True, "expected a number"),
    (str, "x" * 1001, "at most 1000 characters"),
    (str, "half \ud800", "at most 1000 characters"),
    (Annotated[str, Text(3)], "four", "expected one line of at most 3 characters"),
    (Annotated[str, Text(30)], "two\nlines", "expected one line"),
    (Annotated[int, Whole(1, 3)], 4, "expected a whole number from 1 to 3"),
    (Annotated[tuple[int, ...], Size(2)], [1, 2, 3], "expected at most 2 members"),
    (Annotated[tuple[int, ...], Size(2, min=1)], [], "expected 1 to 2 members"),
    (Annotated[Mapping[str, int], Size(0)], {"a": 1}, "expected at most 0 members"),
    (Annotated[float, Instant(100)], 101, "expected seconds since 1970"),
    (Annotated[str, EmbeddedJson(9)], {"a": 1000}, "expected an object of at most 9 characters"),
    (Annotated[str, EmbeddedJson(99)], '{"a": 1}', "expected an object"),
    (Annotated[str, EmbeddedJson(99)], {"a": float("inf")}, "invalid JSON, or nested too deeply"),
    (Annotated[str, EmbeddedJson(99)], {"a": "half \ud800"}, "expected an object of at most 99 characters"),
    (Literal["a", 1], True, "expected one of these values: 'a', 1"),
    (Literal["a"], [], "expected one of these values: 'a'"),
    (Suit, "X", "expected one of these values: 'C', 'S'"),
    (dt.date, "20261117", "expected a text such as 2026-11-17"),
    (dt.time, "19:30:00+02:00", "expected a text such as 19:30:00"),
    (Fraction, "1e999999999", "expected a text such as 3/5"),
    (Fraction, "1/0", "expected a text such as 3/5"),
    (tuple[int, str], [1], "expected a list of length 2"),
    (frozenset[int], [1, 1], "a member is repeated"),
    (Mapping[int, str], {"01": "x"}, "expected a whole number"),
    (Shape, {"radius": 2}, "expected an object with one of these kinds: 'circle', 'square'"),
    (Shape, {"kind": "circle", "radius": 2, "side": 1}, "unknown key 'side'"),
    (Circle, {"kind": "circle", "radius": 2}, "unknown key 'kind'"),
    (Point, {"y": 1}, "key 'x' is missing"),
    (int | None, "7", "expected one of these JSON types: integer, null"),
]


@pytest.mark.parametrize(("type_", "data", "reason"), REFUSED)
def test_what_does_not_fit_is_refused(type_: object, data: object, reason: str) -> None:
    with pytest.raises(FormatError, match=f"^file: .*{reason}.* @ "):
        codec.read(type_, data, source="file")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"sections": [{"boards": {"per_round": 99}}]}, r"from 1 to 12 @ \$\.sections\[0\]\.boards\.per_round"),
        (
            {"sections": [{"contestants": {"N1": {"members": [{"name": 7}]}}}]},
            r"at most 80 characters @ \$\.sections\[0\]\.contestants\['N1'\]\.members\[0\]\.name",
        ),
        ({"timing": {"warnings": [1, -1]}}, r"@ \$\.timing\.warnings\[1\]"),
        (
            {"event": {"switch": "tables"}},
            (
                r"file: expected one of these values: 'boards', 'chairs' @"
                r" \$\.event\.switch"
            ),
        ),
        ({"event": {"tea": 1}}, r"unknown key 'tea' @ \$\.event$"),
    ],
)
def test_a_refusal_has_the_path(data: object, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        codec.read(SessionSetup, data, source="file")


def test_what_a_class_refuses_itself_is_refused_with_the_path() -> None:
    @dataclass
    class Even:
        number: int

        def __post_init__(self) -> None:
            if self.number % 2:
                raise BadRequest("expected an even number")

    with pytest.raises(FormatError, match=r"^file: expected an even number @ \$\[1\]$"):
        codec.read(tuple[Even, ...], [{"number": 2}, {"number": 3}], source="file")


@pytest.mark.parametrize("type_", [bytes, int | float, Circle | Mapping[str, int], frozenset[Circle], str | dt.date])
def test_types_without_a_clear_json_form_are_found_before_anything_is_read(type_: object) -> None:
    with pytest.raises(TypeError):
        codec.read(type_, None, source="file")


def test_classes_without_a_kind_are_told_apart_by_their_first_fields() -> None:
    assert codec.read(Point | Percentage, {"x": 1}, source="file") == Point(1)
    with pytest.raises(FormatError, match=r"file: expected an object with one of these keys: 'x', 'share' @ \$"):
        codec.read(Point | Percentage, {"y": 1}, source="file")


def test_a_line_of_results_has_two_pairs_or_four_players() -> None:
    line = codec.write(Line, Line(1, ("1",), ("2",), Absent.MISSING))
    assert isinstance(line, dict)
    with pytest.raises(FormatError, match=r"a result needs 2 pairs or 4 players @ \$"):
        codec.read(Line, line | {"ew": ["2", "3"]}, source="file")


def lines_of_text(longest: int) -> st.SearchStrategy[str]:
    return st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=longest).filter(is_one_line)


names, cells, labels = lines_of_text(80), lines_of_text(500), lines_of_text(8)
round_numbers = st.integers(1, 255)
instants = st.none() | st.floats(0, 1e10)
switches = {
    "missing": st.lists(labels, max_size=3).map(tuple),
    "one_winner": st.booleans(),
    "switch_rounds": st.none() | st.lists(round_numbers, max_size=3).map(tuple),
}
people = st.builds(Person, names, names, st.none() | st.integers(1, 10**9))
contestants = st.builds(Contestant, st.lists(people, min_size=1, max_size=4).map(tuple), names)
documents = st.dictionaries(names, st.integers() | names).map(lambda data: json.dumps(data, ensure_ascii=False))
sections = st.builds(
    SectionSetup,
    letter=lines_of_text(3),
    movement=st.builds(CatalogMovement, name=lines_of_text(16), chained=st.booleans(), **switches)
    | st.builds(CustomMovement, document=documents, name=names, **switches),
    boards=st.none() | st.builds(Boards, st.integers(1, 12), st.integers(1, 500)),
    contestants=st.dictionaries(labels, contestants, max_size=3),
)
setups = st.builds(
    SessionSetup,
    event=st.builds(
        Event,
        club=names,
        title=names,
        session=names,
        date=st.none() | st.dates(),
        start_time=st.none() | st.times(),
        minutes_per_round=st.none() | st.integers(1, 120),
    ),
    sections=st.lists(sections, max_size=3).map(tuple),
    sets=st.none() | st.integers(1, 99),
    timing=st.builds(
        Timing,
        round_seconds=st.integers(0, 14_400),
        warnings=st.lists(st.integers(0, 14_400), max_size=4).map(tuple),
        breaks=st.lists(st.builds(Break, round_numbers, st.integers(0, 86_400), instants), max_size=12).map(tuple),
        starts=instants,
    ),
)
weights = st.integers(0, 100) | st.fractions(0, 1, max_denominator=10**8)
sides = (
    st.builds(TableScore, st.lists(st.tuples(weights, st.integers(-99_999, 99_999)), min_size=1, max_size=3).map(tuple))
    | st.sampled_from(Average)
    | st.builds(Percentage, st.fractions(0, 1, max_denominator=10**8))
)
result_lines = st.integers(1, 2).flatmap(
    lambda players: st.builds(
        Line,
        board=st.integers(1, 999),
        ns=st.tuples(*[cells] * players),
        ew=st.tuples(*[cells] * players),
        outcome=st.builds(Outcome, sides, sides) | st.sampled_from(Absent),
        section=cells,
        round=st.none() | round_numbers,
        table=st.none() | st.integers(1, 255),
        contract=st.none()
        | st.builds(Contract, st.integers(1, 7), st.sampled_from(["C", "D", "H", "S", "NT"]), st.integers(0, 2)),
        declarer=st.sampled_from(["", "N", "E", "S", "W"]),
        tricks=st.none() | st.integers(0, 13),
        note=cells,
        number=st.integers(0, 10**6),
    )
)


@pytest.mark.slow
@given(setups)
def test_every_setup_of_a_session_is_read_back(setup: SessionSetup) -> None:
    assert codec.read(SessionSetup, json.loads(codec.dumps(SessionSetup, setup)), source="file") == setup


@pytest.mark.slow
@given(result_lines)
def test_every_line_of_results_is_read_back(line: Line) -> None:
    assert codec.read(Line, json.loads(codec.dumps(Line, line)), source="file") == line


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["A", "catalog", "custom"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
        | st.fixed_dictionaries({}, optional=dict.fromkeys(("sections", "event", "timing", "outcome"), inner))
    ),
    max_leaves=12,
)


def damage(draw: st.DrawFn, data: Any) -> Any:  # noqa: ANN401 - any json
    """Return json data with one place replaced by anything."""
    if isinstance(data, dict | list) and data and draw(st.integers(0, 4)):
        key = draw(st.sampled_from(list(data) if isinstance(data, dict) else range(len(data))))
        copy = data.copy()
        copy[key] = damage(draw, data[key])
        return copy
    return draw(json_values)


@pytest.mark.slow
@pytest.mark.parametrize(("type_", "values"), [(SessionSetup, setups), (Line, result_lines)])
@given(st.data())
def test_any_json_gives_a_value_or_a_refusal(
    type_: object, values: st.SearchStrategy[Any], drawn: st.DataObject
) -> None:
    change = st.composite(lambda draw: damage(draw, codec.write(type_, draw(values))))()
    data = drawn.draw(json_values | change)
    try:
        value = codec.read(type_, data, source="file")
    except FormatError as refused:
        assert " @ $" in str(refused)
    else:
        assert codec.read(type_, codec.write(type_, value), source="file") == value


@given(
    cells.map(str.strip).filter(bool), cells, st.integers(1, 999), st.sampled_from(["420", "AVE", "", "30*650+70*-100"])
)
def test_every_line_that_a_csv_file_may_have_can_be_stored(label: str, text: str, board: int, score: str) -> None:
    bare = Line(
        board, (label,), (label,), Absent.MISSING, section=text, lead=text, note=text, form=text, score_text=score
    )
    try:
        lines = csv.parse_rows(csv.dumps([bare]), "results")
    except FormatError:
        return
    for line in lines:
        assert codec.read(Line, json.loads(codec.dumps(Line, line)), source="file") == line


@pytest.mark.parametrize("column", ["section", "lead"])
def test_a_cell_that_is_too_long_in_upper_case_is_refused_when_it_is_read(column: str) -> None:
    with pytest.raises(FormatError, match=f"column {column}: expected one line of at most 500 characters"):
        csv.parse_rows(f"board,ns,ew,score,{column}\n1,1,2,420,{'ﬃ' * 200}\n", "results")
