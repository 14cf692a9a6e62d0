"""What `byestand crossover` prints of seatings: the goals side by side, and what is proved."""

from collections.abc import Iterator

from byestand.plan.second_session import SecondSession
from byestand.plan.session_words import WORDS, proof


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
