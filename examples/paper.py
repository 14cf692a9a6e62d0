"""The paper for tonight: boarding sheets and charts of two sections in one pdf, and of the session after it."""

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
# The boards of the second session go on counting: 27 and up, for thirteen groups have been played.
second = replace(tonight, sections=tuple(replace(section, boards=Boards(2).after(13)) for section in tonight))

with TemporaryDirectory() as folder:
    for name, session in (("tonight.pdf", tonight), ("second.pdf", second)):
        paper = Path(folder) / name
        paper.write_bytes(print_pdf(session, sheets="boarding,chart"))
        first = [section.boards.first for section in session if section.boards]
        print(f"{name}: first boards {first}, {paper.stat().st_size // 1000} kB")
