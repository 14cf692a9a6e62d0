"""Two sessions on W0605 with a crossover, and the totals that an independent reference computed for them.

Copied from the club specification, section 9: scores of North-South by board, where each pair sits in session 2, and
session percentages and totals by the label in session 1.
"""

SESSION_1 = """\
1: N1-E1 140, N2-E4 110, N3-E6 140, N4-E3 140, N5-E5 110, N6-E2 110
2: N1-E6 650, N2-E2 650, N3-E5 170, N4-E4 140, N5-E1 600, N6-E3 170
3: N1-E5 -620, N2-E1 420, N3-E3 100, N4-E6 -110, N5-E2 -620, N6-E4 420
4: N1-E4 -140, N2-E6 200, N3-E2 200, N4-E1 620, N5-E3 -140, N6-E5 110
5: N1-E3 140, N2-E5 600, N3-E1 600, N4-E2 170, N5-E4 600, N6-E6 650
"""
SESSION_2 = """\
6: N1-E1 100, N2-E4 -110, N3-E6 450, N4-E3 200, N5-E5 450, N6-E2 -110
7: N1-E6 -100, N2-E2 110, N3-E5 620, N4-E4 -620, N5-E1 110, N6-E3 -620
8: N1-E5 400, N2-E1 140, N3-E3 400, N4-E6 110, N5-E2 450, N6-E4 110
9: N1-E4 420, N2-E6 450, N3-E2 200, N4-E1 -620, N5-E3 100, N6-E5 -110
10: N1-E3 -100, N2-E5 -620, N3-E1 -100, N4-E2 620, N5-E4 -140, N6-E6 -100
"""
SEATS = ["N1,E2", "N2,N4", "N3,E4", "N4,N6", "N5,N5", "N6,E3", "E1,N3", "E2,N2", "E3,E1", "E4,N1", "E5,E6", "E6,E5"]
TOTALS = {
    "N3": (60, 74, 67, 1),
    "E4": (64, 58, 61, 2),
    "E3": (64, 58, 61, 2),
    "N6": (56, 52, 54, 4),
    "E5": (68, 40, 54, 4),
    "N2": (66, 36, 51, 6),
    "E2": (58, 44, 51, 6),
    "E1": (22, 76, 49, 8),
    "N5": (32, 64, 48, 9),
    "N4": (48, 22, 35, 10),
    "N1": (38, 32, 35, 10),
    "E6": (24, 44, 34, 12),
}
"""Percentage of session 1, of session 2, of both, and the place."""


def results_csv(session: str, section: str = "") -> str:
    """Return the results of a session as ``board,ns,ew,score``, with a section if there is one."""
    rows = ["board,ns,ew,score" + (",section" if section else "")]
    for line in session.splitlines():
        board, _, results = line.partition(": ")
        for result in results.split(", "):
            pairs, score = result.split()
            ns, ew = pairs.split("-")
            rows.append(f"{board},{ns[1:]},{ew[1:]},{score}" + (f",{section}" if section else ""))
    return "\n".join(rows) + "\n"


def seating_csv(seats: list[str] = SEATS) -> str:
    """Return where pairs sit in session 2 as ``old,new``."""
    return "\n".join(("old,new", *seats)) + "\n"
