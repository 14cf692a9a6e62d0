"""What `byestand crossover` says of seatings: the goals side by side, what is proved, and the same as data."""

from collections.abc import Iterator

from byestand.model import Sections
from byestand.plan.second_session import Option, SecondSession

WORDS = {
    "total": "fewest playbacks",
    "max": "smallest maximum",
    "contact": "everybody compared",
    "balance": "best balance",
    "runs": "rule: runs",
    "groups": "rule: groups",
    "half lines": "rule: half lines",
}


def told(total: int, most: int) -> str:
    """Return the playbacks in words."""
    return f"{total} playbacks, at most {most} a pair" if total else "no playbacks"


def titles(plan: SecondSession) -> str:
    """Return what is played, session by session."""

    def called(room: Sections) -> str:
        pairs = zip(room.letters, room.movements, strict=True)
        return ", ".join(f"{letter + ': ' if letter else ''}{movement.title}" for letter, movement in pairs)

    first, second = called(plan.rooms[0]), called(plan.rooms[1])
    return first if first == second else f"{first}; then {second}"


def comparison(plan: SecondSession) -> Iterator[str]:
    """Yield the goals and the rules side by side: one is not had without losing at another."""
    head = ("", "playbacks", "most", "never", "balance", "groups", "")
    rules = [rule for rule in plan.rules if rule.seatings != plan.chosen.seatings]
    options = (plan.chosen, *plan.others, *rules)
    rows = [head]
    for option in options:
        worth = option.account
        label = WORDS.get(option.name, option.name) + (" *" if option is plan.chosen else "")
        rows.append(
            (
                label,
                str(worth.total),
                str(worth.most),
                str(len(worth.never)),
                f"{worth.balance:.1f}",
                str(option.groups),
                "" if option in rules else _proof(option),
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


def _proof(option: Option) -> str:
    if option.name == "balance":
        return f"{option.bound:.1f} at best ({option.argument})"
    if option.proved and option.total_proved:
        return f"proved best: {option.total_argument if option.total_bound else option.argument}"
    low = "" if option.proved else f"{WORDS.get(option.name, option.name)} {option.bound:g} at least; "
    total = "" if option.name == "total" and not option.proved else f"{option.total_bound} playbacks at least"
    return f"not proved: {(low + total).removesuffix('; ')}"


def figures(plan: SecondSession, option: Option) -> dict[str, object]:
    """Return an option as data."""
    worth, first = option.account, plan.rooms[0]
    seats = [
        {first.label(p): room.label(seating[p - 1]) for p in first.present}
        for room, seating in zip(plan.rooms[1:], option.seatings, strict=True)
    ]
    return {
        "goal": option.name,
        "total": worth.total,
        "max": worth.most,
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
