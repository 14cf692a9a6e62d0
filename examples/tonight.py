"""Eighteen tables, thirteen rounds of two boards: find the movement, have it judged, ask it things."""

from byestand import find, judge, title_of

movement = find("W1813")
print(title_of(movement))
print("round 2, table 10:", movement.at(2, 10))
print("E18 meets:", *movement.opponents("E18"))

layout = movement.layout
assert layout
for stand in layout.stands:
    waiting = [copy.group for copy in layout.on_stand(stand, 1)]
    print(f"bye stand {stand.number}, beside table {stand.beside}, starts with groups", *waiting)

# A pair has not turned up: whoever meets N18 sits out.
half_table = find("W1813", missing=["N18"])
print("sound without N18:", judge(half_table).is_sound)
print("E18 sits out in rounds", *half_table.sit_outs("E18"))

# Only one case of boards was dealt: where would tables need the same board group at once?
clashes = judge(movement, copies=1).findings
print(len(clashes), "clashes with one case; the first:", clashes[0].sentence)
