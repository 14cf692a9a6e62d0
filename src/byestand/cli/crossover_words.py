"""What `byestand crossover` prints of seatings: the goals side by side, rules to announce, steps."""

from collections.abc import Iterator

from byestand.plan.second_sessions.options import SeatingOption, worth_of
from byestand.plan.second_sessions.planner import SecondSession
from byestand.plan.second_sessions.words import heading, label, proof, told
from byestand.search.second_sessions.goals import GOALS
from byestand.sheets.seating import announcement
from byestand.sheets.seating_paper import FEW_GROUPS


def comparison(plan: SecondSession) -> Iterator[str]:
    """Yield the goals and the rules side by side: one is not had without losing at another."""
    head = ("", "playbacks", "most", "never", "balance", "groups", "")
    rules = [rule for rule in plan.rules if rule.seatings != plan.chosen.seatings]
    options = (plan.chosen, *plan.others, *rules)
    rows = [head]
    for option in options:
        worth = option.account
        called = label(option) + (" *" if option is plan.chosen else "")
        rows.append(
            (
                called,
                str(worth.total),
                str(worth.most),
                str(len(worth.never)),
                f"{worth.balance:.1f}",
                str(option.groups),
                "" if option in rules else proof(option),
            )
        )
    widths = [max(len(row[i]) for row in rows) for i in range(6)]
    for row in rows:
        cells = [
            f"{row[0]:<{widths[0]}}",
            *(f"{text:>{w}}" for text, w in zip(row[1:6], widths[1:], strict=True)),
            row[6],
        ]
        yield "  ".join(cells).rstrip()
    yield "* chosen; most: for one pair; never: pairs of pairs never compared; groups: to be told where to go"


def rules_instead(plan: SecondSession) -> Iterator[SeatingOption]:
    """Yield the rules that are easier to announce than what was chosen, but those that another one is better than."""
    for rule in plan.rules:
        rivals = (plan.chosen, *(other for other in plan.rules if other is not rule))
        if rule.groups < plan.chosen.groups and not any(_dominates(rival, rule) for rival in rivals):
            yield rule


def _dominates(one: SeatingOption, other: SeatingOption) -> bool:
    """Tell whether one option is as good as another in every figure and in groups, and better in one."""
    mine, its = ((*worth_of(option, GOALS), option.groups) for option in (one, other))
    return mine != its and all(a <= b for a, b in zip(mine, its, strict=True))


def steps_text(plan: SecondSession) -> str:
    """Return the seating on the wall list by the groups that move as one; or, where it has too many, what there is."""
    first, parts = plan.sessions[0], []
    for number, seats in enumerate(plan.chosen.seatings, start=2):
        lines = announcement(first, plan.sessions[number - 1], seats)
        if len(lines) <= FEW_GROUPS:
            steps = (f"  {step}. {line}" for step, line in enumerate(lines, start=1))
            parts.append("\n".join((f"{heading(plan, number)}, group by group:", *steps)))
        else:
            parts.append(
                f"{heading(plan, number)}: this seating does not go in groups, everybody is told alone;"
                " use the wall list or slips"
            )
    if rules := list(rules_instead(plan)):
        told_rules = "; ".join(f"{label(rule)}, {told(rule.account.total, rule.account.most)}" for rule in rules)
        parts.append(f"Easier to announce, at a price: {told_rules}. Without --sheet they are told in full.")
    return "\n\n".join(parts) + "\n"
