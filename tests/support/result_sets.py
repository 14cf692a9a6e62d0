"""Results of sessions to be read, scored and written: invented, but every line fits the movement."""

import random
from collections.abc import Iterator, Sequence

from byestand.formats import bws
from byestand.formats.bws.jet4_rows import Value
from byestand.formats.bws.jet4_write import append
from byestand.formats.document import Document

CONTRACTS = ("4 H", "3 NT", "2 S", "1 NT", "5 D x", "6 S", "3 C", "PASS")
ENDS = ("-2", "-1", "=", "=", "+1")


def received_rows(document: Document, *, seed: int = 1) -> Iterator[dict[str, Value]]:
    """Yield the rows that Bridgemates would send: a result for every table and board."""
    numbering = document.section.boards
    dice = random.Random(seed)  # noqa: S311 - the same night every time
    assert numbering is not None
    for meeting in document.movement.meetings():
        who = [int(label.lstrip("NE").replace("-", "0")) for label in meeting.contestants]
        if not meeting.group or not all(who):
            continue
        for board in numbering.numbers_of(meeting.group):
            contract, declarer = dice.choice(CONTRACTS), dice.choice("NESW")
            played = contract != "PASS"
            half = len(who) // 2
            row: dict[str, Value] = {
                "Section": 1,
                "Table": meeting.table,
                "Round": meeting.round,
                "Board": board,
                "PairNS": who[0],
                "PairEW": who[half],
                "Declarer": who[0] if declarer in "NS" else who[half],
                "NS/EW": declarer if played else "",
                "Contract": contract,
                "Result": dice.choice(ENDS) if played else "",
                "LeadCard": "SA" if played else "",
                "Remarks": "",
                "Erased": False,
            }
            yield row | ({"South": who[1], "West": who[3]} if half == 2 else {})


def with_results(document: Document, rows: Sequence[dict[str, Value]], **tables: Sequence[dict[str, Value]]) -> bytes:
    """Return the database of an event with the results sent."""
    return append(bws.dumps([document]), {"ReceivedData": rows, **tables})


def as_csv(rows: Sequence[dict[str, Value]]) -> str:
    """Return results as csv, without erased or corrected ones."""
    last = {tuple(row[key] for key in ("Table", "Round", "Board")): row for row in rows if not row["Erased"]}
    heading = "section,table,round,board,ns,ew,contract,declarer,result,lead,score"
    if "South" in rows[0]:
        heading = heading.replace("ns,ew", "north,south,east,west")
    return "\n".join([heading, *(_line(row) for row in last.values())]) + "\n"


def _line(row: dict[str, Value]) -> str:
    remark = str(row["Remarks"])
    score = "NP" if remark == "Not played" else remark.replace("%", "").replace("-", "")
    pairs = [row[seat] for seat in ("PairNS", "South", "PairEW", "West") if seat in row]
    cells = ("A", row["Table"], row["Round"], row["Board"], *pairs, row["Contract"], row["NS/EW"], row["Result"])
    return ",".join(map(str, (*cells, row["LeadCard"], f"A{score}" if score.isdigit() else score)))
