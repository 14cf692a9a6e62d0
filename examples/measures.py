"""Why not the Mitchell? Eighteen tables, thirteen rounds: compare it with the Web in figures."""

from byestand import Room, find, judge, measure, plan

for name in ("M1813", "W1813"):
    figures = measure(judge(find(name)))
    print(
        name,
        f"groups in play {figures.groups_in_play}, played by each {figures.groups_played[0]},",
        f"apples and oranges {figures.apples_and_oranges:.0%},",
        f"balance among NS {figures.line_balance[0]:.1f}",
    )

print("W1813 with one case only:", len(judge(find("W1813"), copies=1).findings), "times tables must share")

# For one winner the arrow is switched in the rounds that balance the field best.
print(f"M1313 as one field, the arrow not switched: balance {measure(judge(find('M1313'))).balance:.2f}")
best = plan(Room(pairs=26, boards=range(26, 27), winners="1")).choices[0].candidate
print(f"{best.way}: balance {measure(best.session.sections[0].judged).balance:.2f}")
