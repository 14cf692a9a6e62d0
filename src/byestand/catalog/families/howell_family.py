"""Howells: one field and one winner, for small numbers of tables.

    H tt rr [ll] [S | T | G] [N]   tables, rounds (and deal groups), rounds played if curtailed;
                                   S = directions never change, T = only stationary pairs change theirs,
                                   G = with guide cards, without sharing where the others share,
                                   N = numbered for a half table: the best pair to be missing is the last

Without a letter it is the best balanced one in which pairs follow each other. t ≤ r ≤ 2t - 1, at most 20 tables.
"""

from collections.abc import Container, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, TypeGuard

from byestand.catalog.family import Family, Name
from byestand.errors import NoSuchMovement
from byestand.language import phrase, say
from byestand.model.claims import Follow
from byestand.model.movement import Movement
from byestand.movements.howells import CompactHowell, HowellTable, howell
from byestand.movements.known_howells import FREE, HALF, STATIC, TURNING, best_hole, guide_card_howell, known_forms
from byestand.movements.transforms import curtail, renumber
from byestand.words.numbers import alternatives

if TYPE_CHECKING:  # loaded only where a search is needed
    from byestand.search.howell_search import FoundHowell

MAX_TABLES = 20
GUIDED = "G"
NUMBERED = "N"
"""After the other letters: nine pairs are numbered 1 to 9."""
ALWAYS_SHARED = {(2, 3), (4, 5)}
"""Sizes without a Howell that needs no sharing, proved in publications and in docs/howells.md."""


def _make(name: Name) -> Movement:
    if name.variant.endswith(NUMBERED):
        return _renumber_missing(name, _make(_strip_number(name)))
    return _curtail(name, _full_length(name))


def _strip_number(name: Name) -> Name:
    return replace(name, variant=name.variant.removesuffix(NUMBERED))


def _for_half_table(name: Name) -> Name:
    """Return the name with the missing pair as the last one, if that pair is stationary or all pairs have guide cards.

    Pairs that follow each other keep their numbers: with a gap at the end pair 1 would have no pair to follow.
    """
    pair, is_numbered = int(name.phantom), name.variant.endswith(NUMBERED)
    if is_numbered or pair == 2 * name.tables or any(pair in one.contestants for one in _make(name).claims_of(Follow)):
        return name
    return replace(name, variant=name.variant + NUMBERED)


def _renumber_missing(name: Name, movement: Movement) -> Movement:
    """Return a Howell in which the best pair to be missing has the highest number; higher numbers go down by one."""
    usual, last = _strip_number(name), 2 * name.tables
    if _for_half_table(usual) != name:
        raise NoSuchMovement(
            say("{movement} does not exist", movement=name),
            because=say("pair {pair} of {movement} must keep its number", pair=usual.phantom, movement=usual),
            instead=str(usual),
        )
    pair = int(usual.phantom)
    return renumber(movement, [*range(pair), last, *range(pair, last)])


def _curtail(name: Name, movement: Movement) -> Movement:
    return movement if name.rounds is None else curtail(movement, rounds=name.rounds)


def _make_without(name: Name, contestant: int) -> Movement | None:
    """Return the Howell with directions chosen for a half table; grades with fewer changes are the same as without."""
    if name.variant.endswith(NUMBERED):
        usual, pair = _strip_number(name), int(_strip_number(name).phantom)
        before = pair if contestant == 2 * name.tables else contestant + (contestant >= pair)
        chosen = _make_without(usual, before)
        return chosen and _renumber_missing(name, chosen)
    form = known_forms(name.tables, name.deal_groups).get(f"{HALF}{contestant}")
    return None if name.variant or form is None else _curtail(name, howell(form))


def _phantom(name: Name) -> str:
    """Return the pair for whose absence directions were chosen; without such directions the best pair to be missing."""
    t, r = name.tables, name.deal_groups
    if name.variant.endswith(NUMBERED):
        return str(2 * t)
    grades = known_forms(t, r)
    chosen = [grade.removeprefix(HALF) for grade in grades if grade.startswith(HALF)]
    if chosen and not name.variant:
        return chosen[0]
    usual = GUIDED if _is_best(guide_card_howell(t, r)) else _best(grades)
    return str(best_hole(t, r, name.variant or usual))


def _best(grades: Container[str]) -> str:
    """Return the best balanced of some grades."""
    return next((grade for grade in (FREE, TURNING, STATIC) if grade in grades), STATIC)


def _full_length(name: Name) -> Movement:
    t, r = name.tables, name.deal_groups
    require_size(name)
    guided, grades = guide_card_howell(t, r), known_forms(t, r)
    if name.variant == GUIDED or (not name.variant and _is_best(guided)):
        if guided is None:
            raise NoSuchMovement(
                say("{movement} does not exist", movement=name),
                because=_guide_card_reason(t, r),
                instead=str(replace(name, variant="")),
            )
        return guided
    if name.variant and name.variant not in grades:
        plainest = str(replace(name, variant=STATIC if STATIC in grades else ""))
        raise NoSuchMovement(
            say("{movement} does not exist", movement=name),
            because=say("at this size changes of direction do not improve the balance"),
            instead=plainest,
        )
    return howell(grades[name.variant or _best(grades)])


def _guide_card_reason(tables: int, rounds: int) -> str:
    """Return the reason why there is no Howell with guide cards of a size."""
    places = [table.place for table in known_forms(tables, rounds)[STATIC].tables]
    if len(set(places)) == tables:
        return say("guide cards are only for sizes in which tables share without them")
    if (tables, rounds) in ALWAYS_SHARED:
        return say("tables share in every Howell of {tables} tables and {rounds} rounds", tables=tables, rounds=rounds)
    return say("tables share in all known Howells of this size")


def movement_of_found_howell(rounds: int, found: "FoundHowell") -> Movement:
    """Return the movement of a Howell that a search has found."""
    return howell(CompactHowell(rounds, tuple(HowellTable(*table) for table in found.tables)))


def require_size(name: Name) -> None:
    """Raise with the reason if no Howell has this many tables and rounds."""
    t, r = name.tables, name.deal_groups
    if r > 2 * t - 1:
        raise NoSuchMovement(
            say("no Howell has {tables} tables and {rounds} rounds", tables=t, rounds=r),
            because=say("each of {pairs} pairs has {opponents} opponents", pairs=2 * t, opponents=2 * t - 1),
            instead=f"H{t:02}{2 * t - 1:02}",
        )
    if r < t:
        curtailed_name = f"H{t:02}{t:02}{r:02} ({say('the first {rounds} rounds', rounds=r)})"
        raise NoSuchMovement(
            say("no Howell has {tables} tables and {groups} deal groups", tables=t, groups=r),
            because=say("{tables} tables need {tables} deal groups at a time", tables=t),
            instead=alternatives((curtailed_name, f"W{t:02}{r:02}")),
        )
    if not known_forms(t, r) and guide_card_howell(t, r) is None:
        raise NoSuchMovement(
            say("no Howell has {tables} tables and {rounds} rounds", tables=t, rounds=r),
            because=say("with 2 tables and 2 rounds pairs would repeat opponents or boards"),
            instead="H0203",
        )


def _members(tables: int) -> Iterator[Name]:
    for rounds in range(tables, 2 * tables):
        grades, guided = known_forms(tables, rounds), guide_card_howell(tables, rounds)
        if not grades and guided is None:
            continue
        yield HOWELL.name(tables, rounds)
        # Without a letter it is the best of them; the simpler ones have their own names.
        known = [grade for grade in (STATIC, TURNING, FREE) if grade in grades]
        plainer = known if _is_best(guided) else known[:-1]
        yield from (HOWELL.name(tables, rounds, variant=grade) for grade in plainer)
        if guided is not None and not _is_best(guided):
            yield HOWELL.name(tables, rounds, variant=GUIDED)


def _is_best(guided: Movement | None) -> TypeGuard[Movement]:
    """Return whether a Howell with guide cards is so much better that its boards may also move by a list."""
    return guided is not None and guided.layout is None


def _offers(tables: int, rounds: int) -> Iterator[Name]:
    yield from (name for name in _members(tables) if name.deal_groups == rounds)


def _usual() -> Iterator[Name]:
    yield from (HOWELL.name(t, r) for t in range(3, 11) for r in range(max(t, 5), min(2 * t, 14)))


HOWELL = Family(
    word="howell",
    letter="H",
    make=_make,
    longest=lambda name: name.deal_groups,
    members=_members,
    variants=tuple(letters + n for n in ("", NUMBERED) for letters in ("", STATIC, TURNING, GUIDED)),
    tables=range(2, MAX_TABLES + 1),
    deal_groups=range(2, 100),  # all numbers that a name can have: too high ones are rejected with the reason
    is_one_field=True,
    phantom=_phantom,
    for_half_table=_for_half_table,
    make_without=_make_without,
    offers=_offers,
    for_larger_rooms=phrase("a Mitchell with one winner, such as M2121"),
    usual=_usual,
)
