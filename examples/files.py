"""Write tonight's movements for the scoring programs, read them back, and find out what is in a strange file."""

from pathlib import Path
from tempfile import TemporaryDirectory

from byestand.catalog import find_judged
from byestand.catalog.identify import identify
from byestand.formats import bws, mov
from byestand.formats.document import Document
from byestand.formats.registry import load
from byestand.model import Boards, Section

tonight = [
    Document(Section(find_judged("M1313"), Boards(2), letter="A")),
    Document(Section(find_judged("W1813"), Boards(2), letter="B")),
]

with TemporaryDirectory() as folder:
    bridgemate = Path(folder) / "tonight.bws"
    bws.dump(tonight, bridgemate)
    mov.dump(Document(Section(find_judged("W1812ER"))), Path(folder) / "W1812ER.MOV")

    for path in sorted(Path(folder).iterdir()):
        for document in load(path):
            verdict = "sound" if document.section.judged.is_sound else "broken"
            print(path.name, document.section.letter or "-", verdict, "·", identify(document.movement).sentence)
