"""A stored setup becomes the session that it describes, and always the same session."""

import datetime as dt
from dataclasses import replace

import pytest

from byestand.catalog import find_judged
from byestand.errors import BadRequest, BrokenMovement, ByestandError, FormatError
from byestand.formats.document import Document
from byestand.formats.formats import FORMATS
from byestand.model.boards import Boards
from byestand.model.claims import ArrowTurn
from byestand.model.event import Event
from byestand.model.movement import Movement
from byestand.model.people import Contestant, Person
from byestand.model.scoring import METHODS, Method, Scoring
from byestand.model.session import Section
from byestand.model.setup import CatalogMovement, CustomMovement, MovementSource, SectionSetup, SessionSetup
from byestand.movements import switch_arrow, with_missing
from byestand.plan import one_winner
from byestand.session.resolve import (
    find_switching,
    fix_switch_rounds,
    resolve,
    resolve_movement,
    resolve_section,
    with_two_winners,
)
from byestand.verify import judge
from tests.support.people import entry_texts

ONE_OF_EACH_FAMILY = ("W1813", "W1813ER", "M1313", "M1008", "M0606R", "M1212X", "S0906", "H0713", "R1111", "I1313")
"""A Web, one with a rover, Mitchells, a relay, a crisscross, a segmented one, a Howell, a Rainbow, whist."""


def switched_rounds(movement: Movement) -> set[int]:
    """Return the rounds in which an arrow is switched."""
    return {round for turn in movement.claims_of(ArrowTurn) for round, _ in turn.at}


def document_of(movement: Movement, *, forgiven: frozenset[str] = frozenset()) -> str:
    """Return a movement as a night stores one from a file."""
    return FORMATS["json"].dumps((Document(Section(judge(movement, forgiven=forgiven))),)).decode()


def with_second_meetings() -> Movement:
    """Return two rounds without moves: all meet again, which some files intend."""
    whole = find_judged("M0505").movement
    return replace(whole, seats=whole.seats[[0, 0]], groups=whole.groups[:2], claims=(), layout=None, name="")


@pytest.mark.parametrize("name", ONE_OF_EACH_FAMILY)
def test_a_name_is_the_movement_of_the_catalogue(name: str) -> None:
    section = resolve_section(SectionSetup("A", CatalogMovement(name), Boards(3, 7)))
    assert section.movement == find_judged(name, boards_per_round=3 if name[0] in "RI" else None).movement
    assert (section.boards, section.letter, section.cases, section.contestants) == (Boards(3, 7), "", None, {})


@pytest.mark.parametrize(("name", "missing"), [("W1813", ("E18",)), ("H0713", ("14",)), ("R1111", ("44", "43"))])
def test_those_who_are_missing_are_not_there(name: str, missing: tuple[str, ...]) -> None:
    section = resolve_section(SectionSetup("A", CatalogMovement(name, missing), Boards(3)))
    assert set(section.missing) == set(missing)


def test_chained_boards_are_laid_out_chained() -> None:
    chained, plain = (resolve_movement(CatalogMovement("W1105", chained=flag)).movement for flag in (True, False))
    assert chained == find_judged("W1105", chained=True).movement
    assert chained.layout != plain.layout


@pytest.mark.parametrize("per_round", [2, 4])
def test_single_players_change_seats_on_the_boards_of_a_round(per_round: int) -> None:
    section = resolve_section(SectionSetup("A", CatalogMovement("R1111"), Boards(per_round)))
    assert section.movement == find_judged("R1111", boards_per_round=per_round).movement
    assert len(section.movement.swivel) == per_round


class TestOneWinner:
    def test_the_arrow_is_switched_in_the_rounds_that_were_chosen(self) -> None:
        source = CatalogMovement("M0909", one_winner=True, switch_rounds=(2, 5))
        movement = resolve_movement(source).movement
        assert switched_rounds(movement) == {2, 5}
        assert movement == switch_arrow(find_judged("M0909").movement, rounds=(2, 5))

    def test_no_rounds_are_also_a_choice(self) -> None:
        movement = resolve_movement(CatalogMovement("M0909", one_winner=True, switch_rounds=())).movement
        assert (movement.field.winners, switched_rounds(movement)) == (1, set())

    @pytest.mark.parametrize(("name", "missing"), [("M0909", ()), ("W0605", ()), ("M1313", ("N13",))])
    def test_without_a_choice_it_is_switched_where_it_is_fairest(self, name: str, missing: tuple[str, ...]) -> None:
        source = CatalogMovement(name, missing, one_winner=True)
        fairest = one_winner(find_judged(name, missing=missing).movement)
        assert find_switching(source).rounds == fairest.rounds
        assert resolve_movement(source).movement == fairest.movement

    @pytest.mark.parametrize(("name", "missing"), [("M0909", ()), ("W0605", ()), ("M1313", ("N13",))])
    def test_fixed_rounds_give_the_schedule_that_was_shown_before(self, name: str, missing: tuple[str, ...]) -> None:
        setup = SessionSetup(sections=(SectionSetup("A", CatalogMovement(name, missing, one_winner=True)),))
        fixed = fix_switch_rounds(setup)
        assert fixed.sections[0].movement.switch_rounds == find_switching(setup.sections[0].movement).rounds
        assert resolve(fixed).movements[0] == resolve(setup).movements[0]
        assert fix_switch_rounds(fixed) == fixed

    @pytest.mark.parametrize(
        "source",
        [
            CatalogMovement("M0909"),
            CatalogMovement("M0909", one_winner=True, switch_rounds=(1,)),
            CatalogMovement("R1111", one_winner=True),
        ],
    )
    def test_nothing_is_fixed_where_there_is_nothing_to_choose(self, source: MovementSource) -> None:
        setup = SessionSetup(sections=(SectionSetup("A", source, Boards(3)),))
        assert fix_switch_rounds(setup) == setup

    def test_single_players_are_ranked_together(self) -> None:
        source = CatalogMovement("R1111", one_winner=True)
        together, apart = (resolve_movement(one, 2).movement for one in (source, with_two_winners(source)))
        assert (together.field.winners, apart.field.winners) == (1, 4)
        assert together.swivel == apart.swivel
        assert (together.seats == apart.seats).all()


class TestCustomMovements:
    def test_a_document_is_the_movement_that_it_says(self) -> None:
        brought = replace(find_judged("M0505").movement, name="", title="Ours")
        source = CustomMovement(document_of(brought), "Ours", missing=("N5",))
        assert resolve_movement(source).movement == with_missing(brought, "N5")

    def test_its_arrow_is_switched_as_any_other(self) -> None:
        brought = replace(find_judged("M0505").movement, name="")
        source = CustomMovement(document_of(brought), "Ours", one_winner=True, switch_rounds=(3,))
        assert switched_rounds(resolve_movement(source).movement) == {3}

    @pytest.mark.parametrize("one_winner", [False, True])
    def test_what_its_file_was_forgiven_stays_a_warning(self, one_winner: bool) -> None:
        document = document_of(with_second_meetings(), forgiven=frozenset({"met-twice"}))
        source = CustomMovement(document, "Twice", one_winner=one_winner, switch_rounds=(2,) if one_winner else None)
        judged = resolve_movement(source)
        assert {finding.severity for finding in judged.findings if finding.rule == "met-twice"} == {"warning"}

    def test_rounds_have_as_many_boards_as_its_players_change_seats_on(self) -> None:
        brought = document_of(find_judged("R0505", boards_per_round=3).movement)
        with pytest.raises(BadRequest, match=r"^Ours needs exactly 3 boards per round$"):
            resolve_section(SectionSetup("A", CustomMovement(brought, "Ours"), Boards(2)))

    @pytest.mark.parametrize("document", ["", "{}", "[]", '{"format": "byestand movement", "version": 99}', "\x00"])
    def test_what_is_no_movement_is_refused(self, document: str) -> None:
        with pytest.raises(FormatError, match=r"^the saved movement"):
            resolve_movement(CustomMovement(document, "Ours"))

    def test_several_movements_are_refused(self) -> None:
        documents = [Document(Section(find_judged(name), Boards(2))) for name in ("M0505", "M0404")]
        both = FORMATS["ebuscore"].dumps(documents).decode()
        with pytest.raises(FormatError, match=r"^the saved movement: expected 1 movement, not 2$"):
            resolve_movement(CustomMovement(both, "Ours"))

    def test_a_broken_one_is_refused(self) -> None:
        whole = find_judged("M0505").movement
        seats = whole.seats.copy()
        seats[1, 0] = seats[1, 1]
        with pytest.raises(BrokenMovement):
            resolve_movement(CustomMovement(document_of(replace(whole, seats=seats, name="")), "Broken"))


class TestSessions:
    def test_the_letter_of_the_only_section_is_not_shown(self) -> None:
        session = resolve(SessionSetup(sections=(SectionSetup("C", CatalogMovement("M0505")),)))
        assert session.letters == ("",)

    def test_several_sections_show_their_letters_and_have_the_same_sets(self) -> None:
        sections = (SectionSetup("C", CatalogMovement("M0505")), SectionSetup("D", CatalogMovement("W0605")))
        session = resolve(SessionSetup(sections=sections, sets=2))
        assert session.letters == ("C", "D")
        assert [section.cases for section in session] == [2, 2]

    def test_names_become_people_by_the_labels_of_their_section(self) -> None:
        names = {"N1": "Anna & Boris", "E2": "The Bergs"}
        sections = (
            SectionSetup("A", CatalogMovement("M0505"), contestants=entry_texts(names)),
            SectionSetup("B", CatalogMovement("R0505"), Boards(3), contestants=entry_texts({"7": "Greta & Hugo"})),
        )
        first, second = resolve(SessionSetup(sections=sections)).sections
        assert first.contestants == {
            "N1": Contestant((Person("Anna"), Person("Boris"))),
            "E2": Contestant((Person("The Bergs"),)),
        }
        assert second.contestants == {"7": Contestant((Person("Greta & Hugo"),))}

    def test_names_without_a_seat_are_left_out(self) -> None:
        names = {"N1": "Anna", "N5": "Boris", "N99": "Clara", "what": "David"}
        setup = SectionSetup("A", CatalogMovement("M0505", ("N5",)), contestants=entry_texts(names))
        assert resolve_section(setup).contestants == {"N1": Contestant((Person("Anna"),))}

    @pytest.mark.parametrize("method", METHODS)
    def test_event_and_scoring_are_those_that_were_decided(self, method: Method) -> None:
        event = Event("Club", "Tuesday Pairs", date=dt.date(2026, 11, 17))
        section = SectionSetup("A", CatalogMovement("M0505"))
        session = resolve(SessionSetup(event, Scoring(method), (section,)))
        assert session.event == event
        assert session.scoring == ("matchpoints" if method == "matchpoints" else "imps")

    def test_a_session_without_sections_is_refused(self) -> None:
        with pytest.raises(BadRequest, match=r"^a session needs at least 1 section$"):
            resolve(SessionSetup())

    def test_a_name_that_is_typed_makes_nobody_search_again(self) -> None:
        source = CatalogMovement("M0808R", one_winner=True)
        before = resolve_section(SectionSetup("A", source))
        after = resolve_section(SectionSetup("B", source, Boards(3), entry_texts({"1": "Anna"})), sets=1)
        assert after.judged is before.judged


@pytest.mark.parametrize(
    ("source", "boards", "sets", "words"),
    [
        (CatalogMovement("W1813"), Boards(2), 0, "0"),
        (CatalogMovement("Q9"), Boards(2), None, "'Q9'"),
        (CatalogMovement("M0505", ("N6",)), Boards(2), None, "'N6'"),
        (
            CatalogMovement("W1813ER", one_winner=True),
            Boards(2),
            None,
            "W1813ER cannot be arrow-switched: it has a rover or already has one winner",
        ),
        (
            CatalogMovement("H0713", one_winner=True),
            Boards(2),
            None,
            "H0713 cannot be arrow-switched: it has a rover or already has one winner",
        ),
        (CatalogMovement("M0505", one_winner=True, switch_rounds=(9,)), Boards(2), None, "9"),
        (CatalogMovement("I1313", one_winner=True), Boards(3), None, "has no separate lines of individuals"),
    ],
)
def test_what_cannot_be_set_up_is_refused_in_one_sentence(
    source: MovementSource, boards: Boards, sets: int | None, words: str
) -> None:
    with pytest.raises(ByestandError, match=words) as refused:
        resolve_section(SectionSetup("A", source, boards), sets=sets)
    assert "\n" not in str(refused.value)
