"""What lies on table 17: its mat as words, before any ink; and the picture of the movement for a browser."""

from byestand.catalog import find_judged
from byestand.model import Boards, Section
from byestand.sheets.diagrams.drawing import diagram_svg
from byestand.sheets.mats import mats

section = Section(find_judged("W1812"), Boards(2))
mat = mats(section)[16]
for plate in mat.plates:
    print(f"{plate.who}: {plate.to}")
for row in mat.rows:
    departs = [f"then {going.who} to {going.to}" for going in row.after]
    print(f"round {row.round}: NS {row.seats[0]}, EW {row.seats[1]}, boards {row.boards}", *departs)

picture = diagram_svg(section.movement)
print("the picture has", picture.count("<circle"), "tables")
