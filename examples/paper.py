"""Print boarding sheets and charts of two sections to one pdf, for two sessions."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from byestand import Boards, Event, Section, Session, find, judge, print_pdf

tonight = Session(
    (
        Section(judge(find("M1313")), Boards(2), "A"),
        Section(judge(find("W1813")), Boards(2), "B", cases=2),
    ),
    event=Event(club="Our club", title="Tuesday Pairs", date=date(2026, 11, 17)),
)
# The second session continues the board numbers: it starts at 27, after thirteen groups of two.
second = replace(tonight, sections=tuple(replace(section, boards=Boards(2).after(13)) for section in tonight))

with TemporaryDirectory() as folder:
    for name, session in (("tonight.pdf", tonight), ("second.pdf", second)):
        paper = Path(folder) / name
        paper.write_bytes(print_pdf(session, sheets="boarding,chart"))
        first = [section.boards.first for section in session if section.boards]
        print(f"{name}: first boards {first}, {paper.stat().st_size // 1000} kB")
