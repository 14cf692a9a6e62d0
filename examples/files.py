"""Write tonight's session for the scoring programs, read it back, and find out what is in a strange file."""

from pathlib import Path
from tempfile import TemporaryDirectory

from byestand import Boards, Section, Session, dump, find, identify, judge, load

tonight = Session(
    (
        Section(judge(find("M1313")), Boards(2), "A"),
        Section(judge(find("W1813")), Boards(2), "B"),
    )
)

with TemporaryDirectory() as folder:
    dump(tonight, Path(folder) / "tonight.bws")
    dump(Session((Section(judge(find("W1812ER"))),)), Path(folder) / "W1812ER.MOV")

    for path in sorted(Path(folder).iterdir()):
        for document in load(path):
            section = document.section
            verdict = "sound" if section.judged.is_sound else "broken"
            print(path.name, section.letter or "-", verdict, "·", identify(section.movement).sentence)
