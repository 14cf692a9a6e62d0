"""Compare the figures of the Mitchell and the Web for 18 tables and 13 rounds."""

from byestand import Room, find, judge, measure, plan

for name in ("M1813", "W1813"):
    figures = measure(judge(find(name)))
    print(
        name,
        f"groups in play {figures.groups_in_play}, played per pair {figures.groups_played[0]},",
        f"unlike comparisons {figures.apples_and_oranges:.0%},",
        f"balance of NS {figures.line_balance[0]:.1f}",
    )

print("W1813 with one set of boards: tables share", len(judge(find("W1813"), copies=1).findings), "times")

# For one winner, the arrow switches are placed for the best balance.
print(f"M1313 as one field without arrow switch: balance {measure(judge(find('M1313'))).balance:.2f}")
best = plan(Room(pairs=26, boards=range(26, 27), winners="1")).choices[0].candidate
print(f"{best.arrangement}: balance {measure(best.session.sections[0].judged).balance:.2f}")
