"""Seatings as `byestand crossover` prints them: a table of the goals, rules to announce, steps."""

from collections.abc import Iterator

from byestand.language import say
from byestand.second_sessions.search.goals import GOALS
from byestand.second_sessions.seating_lists import announcement
from byestand.second_sessions.seating_options import SeatingOption, worth_of
from byestand.second_sessions.seating_planner import SecondSession
from byestand.second_sessions.seating_sheets import FEW_GROUPS
from byestand.second_sessions.seating_text import heading, label, proof, repeats_text


def comparison(plan: SecondSession) -> Iterator[str]:
    """Yield a table of the goals and the rules."""
    head = ("", say("repeats"), say("most"), say("never"), say("balance"), say("groups"), "")
    rules = [rule for rule in plan.rules if rule.seatings != plan.selection.seatings]
    options = (plan.selection, *plan.others, *rules)
    rows = [head]
    for option in options:
        worth = option.account
        title = label(option) + (" *" if option is plan.selection else "")
        rows.append(
            (
                title,
                str(worth.total),
                str(worth.max_repeats),
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
    yield say("* chosen. most: repeats for one pair; never: pairs never compared; groups: announcements needed")


def rules_instead(plan: SecondSession) -> Iterator[SeatingOption]:
    """Yield the rules that are easier to announce than the chosen seating and that no other rule dominates."""
    for rule in plan.rules:
        rivals = (plan.selection, *(other for other in plan.rules if other is not rule))
        if rule.groups < plan.selection.groups and not any(_dominates(rival, rule) for rival in rivals):
            yield rule


def _dominates(option: SeatingOption, other: SeatingOption) -> bool:
    """Return whether an option is as good as another in every figure and in groups, and better in one."""
    mine, theirs = ((*worth_of(each, GOALS), each.groups) for each in (option, other))
    return mine != theirs and all(a <= b for a, b in zip(mine, theirs, strict=True))


def steps_text(plan: SecondSession) -> str:
    """Return the announcements of the seating by groups that move together, if there are few enough."""
    first, parts = plan.sessions[0], []
    for number, seats in enumerate(plan.selection.seatings, start=2):
        lines = announcement(first, plan.sessions[number - 1], seats)
        if len(lines) <= FEW_GROUPS:
            steps = (f"  {step}. {line}" for step, line in enumerate(lines, start=1))
            parts.append("\n".join((f"{heading(plan, number)}, {say('group by group')}:", *steps)))
        else:
            note = say("this seating cannot be announced in groups; use the seating list or slips")
            parts.append(f"{heading(plan, number)}: {note}")
    if rules := list(rules_instead(plan)):
        texts = "; ".join(
            f"{label(rule)}, {repeats_text(rule.account.total, rule.account.max_repeats)}" for rule in rules
        )
        parts.append(f"{say('Easier to announce, but less good')}: {texts}. {say('Omit --sheet to see them in full.')}")
    return "\n\n".join(parts) + "\n"
