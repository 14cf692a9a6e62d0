"""Why not the Mitchell? Eighteen tables, thirteen rounds: compare it with the Web in figures."""

from byestand.catalog import find, find_judged
from byestand.movements import arrow_switched
from byestand.verify import judge
from byestand.verify.measures import copies, measure

for name in ("M1813", "W1813"):
    figures = measure(find_judged(name))
    print(
        name,
        f"groups in play {figures.groups_in_play}, played by each {figures.groups_played[0]},",
        f"apples and oranges {figures.apples_and_oranges:.0%},",
        f"balance among NS {figures.line_balance[0]:.1f}, cases {copies(find_judged(name)).cases}",
    )

print("W1813 with one case only:", len(copies(find_judged("W1813"), cases=1).clashes), "times tables must share")
for rounds in ([], [13], [12, 13]):
    switched = arrow_switched(find("M1313"), rounds=rounds)
    print(
        "M1313 for one winner, arrow switched in",
        rounds or "no round",
        f"→ balance {measure(judge(switched)).balance:.2f}",
    )
