"""Find the movement for 18 tables and 13 rounds, check it, and read its schedule."""

from byestand import find, judge, title_of

movement = find("W1813")
print(title_of(movement))
print("round 2, table 10:", movement.at(2, 10))
print("E18 meets:", *movement.opponents("E18"))

layout = movement.layout
assert layout
for stand in layout.stands:
    waiting = [copy.group for copy in layout.on_stand(stand, 1)]
    print(f"bye stand {stand.number}, next to table {stand.next_to_table}, starts with groups", *waiting)

# N18 is the missing pair; its opponents sit out.
half_table = find("W1813", missing=["N18"])
print("valid without N18:", judge(half_table).is_sound)
print("E18 sits out in rounds", *half_table.sit_outs("E18"))

# With only one set of boards, which tables need the same deal group at once?
clashes = judge(movement, copies=1).findings
print(len(clashes), "clashes with one set of boards; the first:", clashes[0].sentence)
