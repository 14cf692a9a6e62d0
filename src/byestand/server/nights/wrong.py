"""Something went wrong: the room in the round that was played, what was said of it, and the ways to go on.

Everything that was said stands in the address, in the words of the command line.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from byestand.errors import BadRequest
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.night.night import loads
from byestand.night.reports import describe_item
from byestand.night.setting import Setting
from byestand.plan.repairs.moves import follow_claims
from byestand.plan.repairs.saying import happened
from byestand.server.asking import Asked, Pairs
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page
from byestand.server.mishaps import WORDS, after_asked, mishaps_asked
from byestand.server.nights.repairing import FoundWay, newcomers
from byestand.server.nights.sections import section_kept
from byestand.server.pictures.room import Room, room_picture
from byestand.server.questions import judged, section_of
from byestand.server.rendering import rendered
from byestand.words.boards import board_range, group_word
from byestand.words.mishaps import skip_words
from byestand.words.people import called
from byestand.words.phrases import first_up

FURTHEST = 4
"""Tables that people or boards go too far, as the form has it; the address takes any number."""
KINDS = {
    "came": "Somebody came",
    "left": "Somebody left",
    "boards": "Wrong boards",
    "pair": "Wrong pair",
    "moved": "All moved wrong",
    "skip": "Skip forgotten",
}
"""What may happen, as the buttons of the desk have it: its fields come first."""
FOR_A_TABLE = ("boards", "seats", "cancelled")


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that was said to have happened."""

    sentence: str
    without: str
    """The address that says everything else."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to go on, as the page shows it."""

    key: str
    title: str
    best: str
    costs: tuple[int, ...]
    said: tuple[str, ...]
    picture: Room
    newcomers: tuple[str, ...]
    """Labels of those who came late, whose names are asked for."""


class HalfSwap(NamedTuple):
    """A report of two who changed places that lacks one of them: its fields are filled in with the rest."""

    text: str = ""
    swap: str = ""
    swap_with: str = ""
    round: str = ""


@dataclass(frozen=True, slots=True)
class AtTable:
    """The form about one table in one round."""

    table: int
    place: str
    """Round and table as words have them: ``5:7``."""
    planned: str
    """Who was to sit there."""
    seats: tuple[tuple[str, str, tuple[str, ...]], ...]
    """Each seat, who sits there as far as it is known, and who may have."""
    groups: tuple[tuple[str, str, bool], ...]
    """What may have been played: the word for it, its boards, and whether that is what is known."""
    cancelled: bool
    kept: Pairs
    """What was said of other tables, and otherwise."""


@job("quick")
def content(
    id: int,
    contents: str,
    revision: int,
    letter: str,
    pairs: Pairs,
    playing: bool,
    told_at: int,
    ways: tuple[FoundWay, ...] = (),
    refused: str = "",
) -> Page:
    """Return the page; *ways* are what `repairing.found` has found, or it was *refused* with this sentence.

    While people are *playing* what is said stays on the desk until it is answered: it was *told_at* that position.
    """
    asked, setting = Asked(pairs), section_kept(loads(contents), letter)
    section = section_of(setting)
    plan, boards = section.movement, section.boards
    seen = _night(next((way.night for way in ways if way.is_plan), "")) or plan
    after = _round(asked, "after", plan, default=max(1, plan.next_round - 1))
    round = min(_round(asked, "round", plan, default=after), after)
    rounds = sorted({number for way in ways for number in way.rounds})
    telling = [number for way in ways[:1] for number in way.told_in]
    show = _round(asked, "show", plan, default=(*telling, *rounds, min(after + 1, plan.rounds))[0])
    here = f"/nights/{id}/section/{letter}/wrong"
    table, kind = asked.number("table"), asked.text("kind")
    return rendered(
        "wrong.html",
        "Something went wrong",
        status=400 if refused else 200,
        asked=asked,
        id=id,
        here=here,
        setting=setting,
        revision=revision,
        refused=refused,
        plan=plan,
        one=called(plan).one,
        group=group_word(boards),
        after=after,
        round=round,
        show=show,
        rounds=rounds,
        furthest=FURTHEST,
        follow=bool(follow_claims(plan)),
        said=tuple(_said(asked, here, plan, after, boards)),
        picture=room_picture(seen, boards),
        tables={number: asked.link(here, after=after, table=number) + "#table" for number in range(1, plan.tables + 1)},
        at=_at_table(asked, section, seen, round, table) if table else None,
        playing=playing,
        told_at=told_at,
        kind=kind if kind in KINDS else "",
        half=_half_swap(asked),
        kinds_words=KINDS,
        ways=[
            Way(
                way.key,
                way.title,
                way.best,
                way.costs,
                way.said,
                room_picture(night, boards),
                newcomers(plan, night),
            )
            for way in ways
            if (night := _night(way.night))
        ],
    )


def _night(text: str) -> Movement | None:
    return judged(Setting("", brought=text)).movement if text else None


def _round(asked: Asked, word: str, plan: Movement, *, default: int) -> int:
    round = asked.number(word)
    if round is None:
        return default
    if not 1 <= round <= plan.rounds:
        raise BadRequest(f"there are {plan.rounds} rounds, no round {round}")
    return round


def _said(asked: Asked, here: str, plan: Movement, after: int, boards: Boards | None) -> Iterator[Said]:
    """Yield everything that was said, each with the address that takes it back; what makes no sense as it was said."""
    for name, text in asked.pairs:
        if name not in WORDS:
            continue
        rest = Asked(tuple(pair for pair in asked.pairs if pair != (name, text)))
        yield Said(_sentence(name, text, plan, after, boards), rest.link(here, table=None))


def sentences(asked: Asked, section: Section) -> Iterator[str]:
    """Yield everything that was said to have happened; as it was said where it is not known after which round."""
    plan, boards = section.movement, section.boards
    told = [(name, text) for name, text in asked.pairs if name in WORDS]
    try:
        after = after_asked(asked)
    except BadRequest:  # a night that was brought may say anything
        return (_as_said(name, text, section.letter) for name, text in told)
    return (_sentence(name, text, plan, after, boards, section.letter) for name, text in told)


def _sentence(name: str, text: str, plan: Movement, after: int, boards: Boards | None, letter: str = "") -> str:
    try:
        mishaps = mishaps_asked(Asked(((name, text),)), plan, after, boards)
    except BadRequest:
        return _as_said(name, text, letter)
    if name == "skip":
        return skip_words(int(text) if text.isdigit() else None)
    return " ".join(happened(plan, after, mishaps, boards, letter)) or _as_said(name, text, letter)


def _as_said(name: str, text: str, letter: str = "") -> str:
    return f"{first_up(describe_item(name, text, letter))}."


def _half_swap(asked: Asked) -> HalfSwap:
    """Return the first of the pairs that changed places of which only one is known."""
    for text in asked.lines("swapped"):
        people, _, round = text.partition("@")
        one, _, other = people.partition(",")
        if not (one and other):
            return HalfSwap(text, one, other, round)
    return HalfSwap()


def _at_table(asked: Asked, section: Section, seen: Movement, round: int, table: int) -> AtTable:
    """Return the form about a table: everything else that was said goes along."""
    plan, label = section.movement, section.movement.field.label
    if not 1 <= table <= plan.tables:
        raise BadRequest(f"there are {plan.tables} tables, no table {table}")
    place = f"{round}:{table}"
    sitting = [label(who) if who else "-" for who in seen.seats[round - 1, table - 1].tolist()]
    planned = [label(who) if who else "-" for who in plan.seats[round - 1, table - 1].tolist()]
    was, lies = (int(movement.groups[round - 1, table - 1]) for movement in (plan, seen))
    groups = (
        ("" if group == was else f"{place}={group}", board_range(group, section.boards), group == lies)
        for group in range(plan.deal_groups + 1)
    )
    others = _without(asked, "after", "round", "table", "show")
    return AtTable(
        table,
        place,
        ",".join(planned),
        tuple(
            (seat, who, tuple(_may_sit(plan, side)))
            for side, (seat, who) in enumerate(zip(plan.seat_names, sitting, strict=True))
        ),
        tuple(groups),
        place in asked.lines("cancelled"),
        tuple(
            (name, text) for name, text in others if name not in FOR_A_TABLE or text.partition("=")[0].strip() != place
        ),
    )


def _may_sit(plan: Movement, side: int) -> Iterator[str]:
    """Yield who may have sat that way: with two winners nobody changes lines."""
    field = plan.field
    for who in field.present:
        if field.winners != 2 or field.line(who) == side:
            yield field.label(who)


def _without(asked: Asked, *names: str) -> Pairs:
    return tuple((name, text) for name, text in asked.pairs if name not in names)
