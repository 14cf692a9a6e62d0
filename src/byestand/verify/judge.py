"""The judge: checks every law and reports every breach."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from byestand.language import say
from byestand.model.claims import ArrowTurn, Claim, Follow, Jump, Revenge, Route, Stay, Step, Swivel
from byestand.model.judged import Evidence, Finding, Judged
from byestand.model.movement import MAX_ROUNDS, Movement
from byestand.model.session import Section
from byestand.verify import boards, claims, history_rules, meetings, people, tables
from byestand.verify.evidence import gather

MAX_FINDINGS = 200
"""Findings reported per rule; more do not help to correct a file."""

Rule = Callable[[Evidence], Iterator[Finding]]

RULES: tuple[Rule, ...] = (
    people.nobody_is_seated_twice,
    people.nobody_is_forgotten,
    meetings.nobody_meets_too_often,
    meetings.the_swivel_changes_partners,
    boards.no_board_is_met_twice,
    boards.boards_are_in_one_place,
    boards.boards_follow_the_layout,
    boards.copies_are_single,
    boards.every_table_has_its_boards,
    boards.groups_are_in_range,
    boards.no_group_is_a_stray,
    boards.no_group_is_left_out,
    tables.no_table_is_left_empty,
    tables.full_tables_have_boards,
    people.nobody_sits_out_twice,
    people.everybody_plays_enough,
    people.revenge_comes_last,
    people.somebody_plays,
    people.those_missing_are_known,
    claims.everybody_has_one_way_to_move,
    claims.those_who_stay_stay,
    claims.those_who_step_step,
    claims.those_who_jump_jump,
    claims.those_who_follow_follow,
    claims.the_arrow_turns_where_it_is_said,
    claims.the_rover_roves,
    claims.the_party_plays_what_the_rover_plays,
    claims.nobody_is_displaced_twice,
    claims.the_first_party_group_is_met_once,
    history_rules.what_is_lost_is_not_played,
    history_rules.what_is_cancelled_was_played,
    history_rules.who_is_away_has_no_seat,
    history_rules.no_copy_serves_three_tables,
)


ABOUT: Mapping[Rule, type[Claim]] = {
    meetings.the_swivel_changes_partners: Swivel,
    people.revenge_comes_last: Revenge,
    claims.those_who_stay_stay: Stay,
    claims.those_who_step_step: Step,
    claims.those_who_jump_jump: Jump,
    claims.those_who_follow_follow: Follow,
    claims.the_arrow_turns_where_it_is_said: ArrowTurn,
    claims.the_rover_roves: Route,
    claims.the_party_plays_what_the_rover_plays: Route,
    claims.nobody_is_displaced_twice: Route,
    claims.the_first_party_group_is_met_once: Route,
}
"""The claim that a rule is about: the rule is skipped if the movement has no such claim."""


def judge(
    movement: Movement,
    *,
    copies: Mapping[int, int] | int | None = None,
    forgiven: frozenset[str] = frozenset(),
) -> Judged:
    """Return a movement with all its findings, and the counts behind them.

    *copies* are the available copies of each deal group (or of all); by default those of the movement's history or
    layout, and otherwise as many as needed. *forgiven* are rules whose breach is only a warning, because it may be
    intended in files of other programs. A history excuses more.
    """
    history = movement.history
    if history:
        forgiven |= history_rules.FORGIVEN
        copies = history.copies if copies is None else copies
    evidence = gather(movement, copies, forgiven)
    future = history_rules.from_now_on(evidence)
    claimed = set(map(type, movement.claims))
    findings: list[Finding] = []
    for rule in RULES:
        if rule in ABOUT and ABOUT[rule] not in claimed:
            continue
        # The limit bounds the time for a file full of errors.
        breaches = history_rules.drop_excused(rule(future), future) if history else rule(future)
        first = list(islice(breaches, MAX_FINDINGS))
        findings += first
        if len(first) == MAX_FINDINGS:
            sentence = say("only the first {limit} findings of this type are listed", limit=MAX_FINDINGS)
            findings.append(replace(first[-1], sentence=sentence, round=MAX_ROUNDS))
    return Judged(movement, tuple(sorted(findings, key=lambda f: (f.round, f.tables, f.rule))), evidence)


def exchange_movement(section: Section, movement: Movement) -> Section:
    """Return a section with another movement, judged by the same rules; contestants keep their internal numbers."""
    if movement is section.movement:
        return section
    field = section.movement.field
    contestants = {movement.field.label(field.contestant(old)): who for old, who in section.contestants.items()}
    judged = judge(movement, forgiven=section.judged.evidence.forgiven)
    return replace(section, judged=judged, contestants=contestants)
