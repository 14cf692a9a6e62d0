"""What a director types in the one field of a line, and a line as that field shows it.

``4s n 10``, ``3ntxe-2``, ``pass``, ``620``, ``ave+/ave-``, ``np``; before it, with a colon, who really played
(``3-5:``); after it ``lead h4``, ``form 2`` where a board was fouled, and a note behind ``#``.
"""

import re
from dataclasses import replace

from byestand.errors import BadRequest
from byestand.model.line import Absent, Line, Outcome
from byestand.score import written
from byestand.score.contracts import contract
from byestand.score.findings import scored_by_contract
from byestand.score.shown import contract_text, result_text
from byestand.texts import is_one_line, plain_number

MOST_LETTERS = 60
"""Of what is typed beside a result: it fits on its line."""

MOST_TYPED = 200
_NUMBERS = re.compile(r"[\sNESWV\d,/-]*", re.IGNORECASE)
_WORDS = re.compile(r"(.*)\b(lead|form)\s+(\S+)\s*", re.IGNORECASE)
_DOUBLED = r"(X\s*X|X|\*\s*\*|\*|)"
_BID = re.compile(rf"([1-7]\s*(?:NT|[NCDHS♣♦♥♠]))\s*{_DOUBLED}(.*)", re.IGNORECASE)
_BY = re.compile(rf"\s*(NORTH|EAST|SOUTH|WEST|[NESW])\s*{_DOUBLED}(.*)", re.IGNORECASE)
_MADE = re.compile(r"\s*(=|[+-]?\s*\d{1,2})(?:\s+(.*))?", re.IGNORECASE)
_CARD = re.compile(r"[CDHS♣♦♥♠](?:[2-9TJQKA]|10)|(?:[2-9TJQKA]|10)[CDHS♣♦♥♠]")
_LIKE_A_CONTRACT = re.compile(r"[0-9]\s*[A-Z♣♦♥♠]", re.IGNORECASE)
_SHORT = {"P": written.PASS, "PASSED": written.PASS, "-": written.NOT_PLAYED}


def line_typed(text: str, bare: Line) -> Line:
    """Return a line as it was typed; *bare* tells which one it is, and who was to play it, if anybody.

    >>> bare = Line(2, ("1",), ("4",), Absent.MISSING)
    >>> shown(line_typed("4s n 10 # late", bare), bare), shown(line_typed("3-5: 3ntxe-2", bare), bare)
    ('4S N = # late', '3-5: 3NTX E -2')
    """
    if len(text) > MOST_TYPED or not is_one_line(text):
        raise BadRequest(f"a line has at most {MOST_TYPED} letters: {text[:40]!r}")
    rest, _, note = text.partition("#")
    line = replace(bare, note=_short(note.strip(), "a note"))
    if ":" in rest:
        who, _, rest = rest.partition(":")
        line = _played_by(line, who)
    while word := _WORDS.fullmatch(rest):
        rest, what, said = word.groups()
        is_form = what.lower() == "form"
        line = replace(line, form=_short(said, "a form")) if is_form else replace(line, lead=_card(said))
    if not all(line.numbers):
        raise BadRequest(f"say who played, like 3-5: before the result: {text[:40]!r}")
    return _with_result(line, rest.strip())


def _short(text: str, what: str) -> str:
    if len(text) > MOST_LETTERS:
        raise BadRequest(f"{what} has at most {MOST_LETTERS} letters: {text[:40]!r}")
    return text


def _card(text: str) -> str:
    if not _CARD.fullmatch(text.upper()):
        raise BadRequest(f"expected a card like H4 or S10: {text[:40]!r}")
    return text.upper()


def _played_by(line: Line, text: str) -> Line:
    numbers = [plain_number(number) for number in re.findall(r"\d+", text)]
    seats = len(line.numbers)
    if len(numbers) != seats or not all(numbers) or not _NUMBERS.fullmatch(text):
        like = "3-5: for NS and EW" if seats == 2 else "3-5-7-9: for North, South, East, West"
        raise BadRequest(f"say who played like {like}: {text[:40]!r}")
    who = tuple(map(str, numbers))
    return replace(line, ns=who[: seats // 2], ew=who[seats // 2 :])


def _with_result(line: Line, text: str) -> Line:
    plain = "".join(text.split()).upper()
    plain = _SHORT.get(plain, plain)
    if not plain:
        raise BadRequest("there is no result: type one like 4S N =, PASS, 620, AVE or NP")
    if plain == written.PASS:
        line = replace(line, is_passed_out=True)
    elif plain == written.NOT_PLAYED:
        return replace(line, outcome=Absent.NOT_PLAYED, written=plain)
    elif _LIKE_A_CONTRACT.match(text):
        line, text = _with_contract(line, text)
        if text:
            return _with_score(line, text)
    else:
        return _with_score(line, text)
    return scored_by_contract(line)


def _with_contract(line: Line, text: str) -> tuple[Line, str]:
    """Return a line with its contract, and what stands behind it."""
    bid = _BID.fullmatch(text)
    if not bid:
        raise BadRequest(f"expected a contract like 3NT, 4SX or PASS: {text[:40]!r}")
    by = _BY.fullmatch(bid[3])
    if not by:
        raise BadRequest(f"who played it? type N, E, S or W behind the contract: {text[:40]!r}")
    if bid[2] and by[2]:
        raise BadRequest(f"type the double once, before or after the declarer: {text[:40]!r}")
    called = contract(bid[1] + bid[2] + by[2])
    made = _MADE.fullmatch(by[3])
    tricks = written.tricks(made[1] if made else by[3].strip(), called)
    line = replace(line, contract=called, declarer=written.declarer(by[1]), tricks=tricks)
    return line, (made[2] or "").strip() if made else ""


def _with_score(line: Line, text: str) -> Line:
    outcome = written.outcome(text)
    return replace(line, outcome=outcome, written=_short(written.outcome_text(outcome), "a score"))


def shown(line: Line, bare: Line | None = None) -> str:
    """Return a line as its field has it; who played only where it is not as *bare* has it."""
    who = f"{'-'.join(line.numbers)}:" if bare is None or bare.numbers != line.numbers else ""
    score = _score_shown(line)
    lead = f"lead {line.lead}" if line.lead else ""
    form = f"form {line.form}" if line.form else ""
    note = f"# {line.note}" if line.note else ""
    parts = (who, contract_text(line), line.declarer, result_text(line), score, lead, form, note)
    return " ".join(filter(None, parts))


def _score_shown(line: Line) -> str:
    """Return the score that counts beside the contract, as it was understood."""
    if line.outcome is Absent.NOT_PLAYED:
        return written.NOT_PLAYED
    return written.outcome_text(line.outcome) if line.written and isinstance(line.outcome, Outcome) else ""
