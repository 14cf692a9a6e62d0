"""Write tonight's movements for the scoring programs, read them back, and find out what is in a strange file."""

from pathlib import Path
from tempfile import TemporaryDirectory

from byestand.catalog import find
from byestand.catalog.identify import identify
from byestand.formats import bws, mov
from byestand.formats.document import Document
from byestand.formats.registry import load
from byestand.verify import judge

tonight = [
    Document(find("M1313"), section="A", boards_per_round=2),
    Document(find("W1813"), section="B", boards_per_round=2),
]

with TemporaryDirectory() as folder:
    bridgemate = Path(folder) / "tonight.bws"
    bws.dump(tonight, bridgemate)
    mov.dump(Document(find("W1812ER")), Path(folder) / "W1812ER.MOV")

    for path in sorted(Path(folder).iterdir()):
        for document in load(path):
            verdict = "sound" if judge(document.movement).is_sound else "broken"
            print(path.name, document.section or "-", verdict, "·", identify(document.movement).sentence)
