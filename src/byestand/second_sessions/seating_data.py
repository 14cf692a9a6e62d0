"""Plans of second sessions as plain data for JSON."""

from dataclasses import replace

from byestand.second_sessions.seating_options import SeatingOption
from byestand.second_sessions.seating_planner import SecondSession
from byestand.second_sessions.seating_text import board_span
from byestand.words.titles import title_of


def figures(plan: SecondSession, option: SeatingOption) -> dict[str, object]:
    """Return an option as plain data."""
    worth, first = option.account, plan.sessions[0]
    seats = [
        {first.label(p): session.label(seating[p - 1]) for p in first.present}
        for session, seating in zip(plan.sessions[1:], option.seatings, strict=True)
    ]
    return {
        "goal": option.name,
        "total": worth.total,
        "max": worth.max_repeats,
        "never": len(worth.never),
        "balance": round(worth.balance, 4),
        "bound": round(option.bound, 4) if option.name == "balance" else int(option.bound),
        "proved": option.proved,
        "argument": option.argument,
        "total_bound": option.total_bound,
        "total_proved": option.total_proved,
        "groups": option.groups,
        "seats": seats[0],
        **({"third": seats[1]} if len(seats) > 1 else {}),
        **({"steps": [step.words for step in option.steps]} if option.steps else {}),
    }


def session_data(plan: SecondSession, people: dict[str, str]) -> dict[str, object]:
    """Return the whole plan as plain data."""
    report = figures(plan, plan.selection) | {
        "goals": list(plan.goals),
        "cut_off": plan.was_cut_off,
        "movements": [[movement.name or title_of(movement) for movement in s.movements] for s in plan.sessions],
        "again": [[plan.sessions[0].label(a), plan.sessions[0].label(b)] for a, b in plan.selection.account.repeats],
        "warnings": [warning.sentence for warning in plan.selection.warnings],
        "alternatives": [figures(plan, option) for option in plan.others],
        "rules": [figures(plan, replace(rule, bound=0.0)) for rule in plan.rules],
    }
    if plan.sessions[0].next_board:
        report["boards"] = [[board_span(section) for section in session] for session in plan.sessions]
    return report | ({"names": people} if people else {})
