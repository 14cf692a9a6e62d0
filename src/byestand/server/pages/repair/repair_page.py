"""The page on which the director reports a problem in a section and chooses a repair.

The whole report is in the query, with the names of the command-line options.
"""

from collections.abc import Iterator, Sequence

from byestand.errors import BadRequest
from byestand.job import job
from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.model.setup import SectionSetup
from byestand.repairs.wrong_moves import follow_claims
from byestand.search.outcome import cut_off_text
from byestand.sentences.boards import board_range
from byestand.server.jobs.job_results import JobPage
from byestand.server.nights.mishap_query import KINDS, WORDS, mishap_sentence
from byestand.server.page_tools.room_drawing import room_picture
from byestand.server.pages.repair.option_search import RepairOption, SectionInNight
from byestand.server.pages.repair.view import (
    GroupChoice,
    HalfSwap,
    LatePairView,
    OptionView,
    RepairContext,
    RepairPlanView,
    RepairView,
    ReportedItem,
    RoundsView,
    SeatChoice,
    TableForm,
)
from byestand.server.web.query import Pairs, Query, repair_path
from byestand.server.web.render import render_page
from byestand.session.resolve import resolve_movement
from byestand.session.setups import newcomers

MAX_TABLES_TOO_FAR = 4
"""The longest wrong move in the form; the query takes any number."""
FOR_A_TABLE = ("boards", "seats", "cancelled")


@job("quick")
def content(
    night: RepairContext,
    place: SectionInNight,
    pairs: Pairs,
    options: tuple[RepairOption, ...] = (),
    refused: str = "",
) -> JobPage:
    """Return the page with *options* from `find_options`, or with the reason why the search *refused*."""
    query, section, stored = Query(pairs), place.resolve(), place.setup
    plan, boards, kind = section.movement, section.boards, query.text("kind")
    movements = [resolve_movement(option.movement).movement for option in options]
    seen = next((one for one, option in zip(movements, options, strict=True) if option.is_plan), plan)
    rounds = _rounds_view(query, plan, options)
    path = repair_path(night.id, stored.letter)
    table = query.number("table")
    view = RepairView(
        night=night,
        letter=stored.letter,
        prefix=section.letter,
        section_title=stored.title,
        title=say(KINDS[kind]) if kind in KINDS else say("Repair"),
        path=path,
        query=query,
        error=refused,
        kind=kind if kind in KINDS else "",
        plan=_plan_view(plan, boards),
        rounds=rounds,
        reported_items=tuple(_reported_items(query, path, section, rounds.after)),
        options=tuple(
            _option_view(option, section, movement, stored) for option, movement in zip(options, movements, strict=True)
        ),
        search_note=cut_off_text() if any(option.was_cut_off for option in options) else "",
        picture=room_picture(seen, boards),
        tables={
            number: query.link(path, after=rounds.after, table=number) + "#table"
            for number in range(1, plan.tables + 1)
        },
        form=_table_form(query, section, seen, rounds.current, table) if table else None,
        half=_half_swap(query),
        kinds={key: say(text) for key, text in KINDS.items()},
        max_tables=MAX_TABLES_TOO_FAR,
    )
    return render_page(view, say("Repair"), status=400 if refused else 200)


def _plan_view(plan: Movement, boards: Boards | None) -> RepairPlanView:
    return RepairPlanView(
        first_round=max(1, plan.next_round - 1),
        rounds=plan.rounds,
        labels=tuple(map(plan.field.label, plan.field.present)),
        is_individual=plan.is_individual,
        has_boards=boards is not None,
        in_two_lines=len(plan.field.lines) == 2,
        skip_after=plan.skip_after or 0,
        is_follow=bool(follow_claims(plan)),
    )


def _rounds_view(query: Query, plan: Movement, options: Sequence[RepairOption]) -> RoundsView:
    after = _round(query, "after", plan, default=max(1, plan.next_round - 1))
    current = min(_round(query, "round", plan, default=after), after)
    changed = tuple(sorted({number for option in options for number in option.changed_rounds}))
    affected = [number for option in options[:1] for number in option.told_rounds]
    shown = _round(query, "show", plan, default=(*affected, *changed, min(after + 1, plan.rounds))[0])
    return RoundsView(after, current, shown, changed)


def _round(query: Query, word: str, plan: Movement, *, default: int) -> int:
    round = query.number(word)
    if round is None:
        return default
    if not 1 <= round <= plan.rounds:
        raise BadRequest(say("round must be 1 to {rounds}, not {round}", rounds=plan.rounds, round=round))
    return round


def _option_view(option: RepairOption, section: Section, after: Movement, stored: SectionSetup) -> OptionView:
    labels = newcomers(section.movement, after)
    came = tuple(LatePairView(label, f"{section.letter}{label}", stored.typed_name(label)) for label in labels)
    return OptionView(option, room_picture(after, section.boards), came)


def _reported_items(query: Query, path: str, section: Section, after: int) -> Iterator[ReportedItem]:
    """Yield all parts of the report, each with the address without it; a part that is not clear stays as typed."""
    for name, text in query.pairs:
        if name not in WORDS:
            continue
        rest = Query(tuple(pair for pair in query.pairs if pair != (name, text)))
        yield ReportedItem(mishap_sentence(name, text, section, after), rest.link(path, table=None))


def _half_swap(query: Query) -> HalfSwap:
    """Return the first exchange of places with only one pair given."""
    for text in query.lines("swapped"):
        people, _, round = text.partition("@")
        one, _, other = people.partition(",")
        if not (one and other):
            return HalfSwap(text, one, other, round)
    return HalfSwap()


def _table_form(query: Query, section: Section, seen: Movement, round: int, table: int) -> TableForm:
    """Return the form of a table; the rest of the report is in hidden fields."""
    plan = section.movement
    if not 1 <= table <= plan.tables:
        raise BadRequest(say("table must be 1 to {tables}, not {table}", tables=plan.tables, table=table))
    place = f"{round}:{table}"
    sitting, planned = (
        [plan.field.label(who) for who in movement.seats[round - 1, table - 1].tolist()] for movement in (seen, plan)
    )
    names = enumerate(zip(plan.seat_names, sitting, strict=True))
    return TableForm(
        table,
        place,
        ",".join(planned),
        tuple(SeatChoice(seat, who, tuple(_may_sit(plan, side))) for side, (seat, who) in names),
        tuple(_group_choices(section, seen, round, table)),
        place in query.lines("cancelled"),
        tuple(
            (name, text)
            for name, text in query.pairs
            if name not in ("after", "round", "table", "show")
            and not (name in FOR_A_TABLE and text.partition("=")[0].strip() == place)
        ),
    )


def _group_choices(section: Section, seen: Movement, round: int, table: int) -> Iterator[GroupChoice]:
    plan = section.movement
    planned, played = (int(movement.groups[round - 1, table - 1]) for movement in (plan, seen))
    for group in range(plan.deal_groups + 1):
        text = "" if group == planned else f"{round}:{table}={group}"
        yield GroupChoice(text, board_range(group, section.boards), group == played)


def _may_sit(plan: Movement, side: int) -> Iterator[str]:
    """Yield the labels for a seat; with two winners only those of its direction."""
    field = plan.field
    for who in field.present:
        if field.winners != 2 or field.line(who) == side:
            yield field.label(who)
