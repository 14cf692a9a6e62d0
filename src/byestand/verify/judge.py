"""The judge: every law asked, every breach reported."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from byestand.model.claims import Claim, Follow, Jump, Revenge, Route, Stay, Step, Swivel, Turn
from byestand.model.judged import Evidence, Finding, Judged
from byestand.model.movement import MOST_ROUNDS, Movement
from byestand.verify import boards, claims, meetings, people, rulings, tables
from byestand.verify.evidence import gather

MOST_FINDINGS = 200
"""As many of one rule are reported; nobody mends a file by reading more."""

_MORE = f"only the first {MOST_FINDINGS} findings of this kind are listed"

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
    rulings.what_is_lost_is_not_played,
    rulings.what_is_cancelled_was_played,
    rulings.who_is_away_has_no_seat,
    rulings.no_copy_serves_three_tables,
)


ABOUT: Mapping[Rule, type[Claim]] = {
    meetings.the_swivel_changes_partners: Swivel,
    people.revenge_comes_last: Revenge,
    claims.those_who_stay_stay: Stay,
    claims.those_who_step_step: Step,
    claims.those_who_jump_jump: Jump,
    claims.those_who_follow_follow: Follow,
    claims.the_arrow_turns_where_it_is_said: Turn,
    claims.the_rover_roves: Route,
    claims.the_party_plays_what_the_rover_plays: Route,
    claims.nobody_is_displaced_twice: Route,
    claims.the_first_party_group_is_met_once: Route,
}
"""What some of them are about: where nothing of the kind is claimed they have nothing to say, and are not asked."""


def judge(
    movement: Movement,
    *,
    copies: Mapping[int, int] | int | None = None,
    forgiven: frozenset[str] = frozenset(),
) -> Judged:
    """Return a movement with everything that is wrong with it, and the counts by which that was found.

    *copies* is how many copies of each deal group (or of all) are at hand; by default what the movement's history or
    its own layout says, and where there is neither, as many as needed. *forgiven* are rules of which a breach is only a
    warning, since it may be meant: what a file from outside may do our own movements may not. A history excuses more.
    """
    history = movement.history
    if history:
        forgiven |= rulings.FORGIVEN
        copies = history.copies if copies is None else copies
    evidence = gather(movement, copies, forgiven)
    asked = rulings.from_now_on(evidence)
    claimed = set(map(type, movement.claims))
    found: list[Finding] = []
    for rule in RULES:
        if rule in ABOUT and ABOUT[rule] not in claimed:
            continue
        # A limit, so that a file full of faults is judged in bounded time.
        findings = rulings.excused(rule(asked), asked) if history else rule(asked)
        broken = list(islice(findings, MOST_FINDINGS))
        found += broken
        if len(broken) == MOST_FINDINGS:
            found.append(replace(broken[-1], sentence=_MORE, round=MOST_ROUNDS))
    return Judged(movement, tuple(sorted(found, key=lambda f: (f.round, f.tables, f.rule))), evidence)
