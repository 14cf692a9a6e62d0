"""Write tonight's session for the scoring programs, read it back, and identify the movements in the files."""

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
            verdict = "no errors" if section.judged.is_sound else "errors"
            print(path.name, section.letter or "-", verdict, "·", identify(section.movement).sentence)
