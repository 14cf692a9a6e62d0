"""The syntax of a result in the entry field.

``4s n 10``, ``3ntxe-2``, ``pass``, ``620``, ``ave+/ave-``, ``np``; before it, with a colon, who actually played
(``3-5:``); after it ``lead h4``, ``form 2`` for a fouled board, and a note after ``#``.
"""

import re
from dataclasses import replace

from byestand.errors import BadRequest
from byestand.language import phrase, say
from byestand.model.line import Absent, Line, Outcome
from byestand.sanitize import is_one_line, plain_number
from byestand.score import notation
from byestand.score.contract_scores import contract
from byestand.score.findings import scored_by_contract
from byestand.score.score_format import contract_text, result_text

MAX_NOTE_CHARS = 60
"""Characters of a note, a form or an adjusted score."""

MAX_ENTRY_CHARS = 200
_NUMBERS = re.compile(r"[\sNESWV\d,/-]*", re.IGNORECASE)
_WORDS = re.compile(r"(.*)\b(lead|form)\s+(\S+)\s*", re.IGNORECASE)
_NO_FORM = re.compile(r".*\bform\s*", re.IGNORECASE)
_DOUBLED = r"(X\s*X|X|\*\s*\*|\*|)"
_BID = re.compile(rf"([1-7]\s*(?:NT|[NCDHS♣♦♥♠]))\s*{_DOUBLED}(.*)", re.IGNORECASE)
_BY = re.compile(rf"\s*(NORTH|EAST|SOUTH|WEST|[NESW])\s*{_DOUBLED}(.*)", re.IGNORECASE)
_MADE = re.compile(r"\s*(=|[+-]?\s*\d{1,2})(?:\s+(.*))?", re.IGNORECASE)
_CARD = re.compile(r"[CDHS♣♦♥♠](?:[2-9TJQKA]|10)|(?:[2-9TJQKA]|10)[CDHS♣♦♥♠]")
_LIKE_A_CONTRACT = re.compile(r"[0-9]\s*[A-Z♣♦♥♠]", re.IGNORECASE)
_SHORT = {"P": notation.PASS, "PASSED": notation.PASS, "-": notation.NOT_PLAYED}


def parse_line(text: str, bare: Line) -> Line:
    """Return the line of a typed text; *bare* has its place, and who is scheduled to play it.

    >>> bare = Line(2, ("1",), ("4",), Absent.MISSING)
    >>> format_line(parse_line("4s n 10 # late", bare), bare), format_line(parse_line("3-5: 3ntxe-2", bare), bare)
    ('4S N = # late', '3-5: 3NTX E -2')
    """
    if len(text) > MAX_ENTRY_CHARS or not is_one_line(text):
        raise BadRequest(
            say("a result can have at most {limit} characters: {text!r}", limit=MAX_ENTRY_CHARS, text=text[:40])
        )
    rest, _, note = text.partition("#")
    line = replace(bare, note=_short(note.strip(), phrase("a note can have at most {limit} characters: {text!r}")))
    if ":" in rest:
        who, _, rest = rest.partition(":")
        line = _played_by(line, who)
    if _NO_FORM.fullmatch(rest):
        raise BadRequest(say("form needs a number, such as form 2: {text!r}", text=text[:40]))
    while word := _WORDS.fullmatch(rest):
        rest, keyword, value = word.groups()
        if keyword.lower() == "form":
            form = _short(value, phrase("a form can have at most {limit} characters: {text!r}"))
            line = replace(line, form=form)
        else:
            line = replace(line, lead=_card(value))
    if not all(line.numbers):
        raise BadRequest(say("enter the pairs before the result, such as 3-5: 4S N =: {text!r}", text=text[:40]))
    return _with_result(line, rest.strip())


def _short(text: str, error: str) -> str:
    """Return a text of allowed length; raise BadRequest with an error phrase if it is too long."""
    if len(text) > MAX_NOTE_CHARS:
        raise BadRequest(say(error, limit=MAX_NOTE_CHARS, text=text[:40]))
    return text


def _card(text: str) -> str:
    if not _CARD.fullmatch(text.upper()):
        raise BadRequest(say("expected a card such as H4 or S10: {text!r}", text=text[:40]))
    return text.upper()


def _played_by(line: Line, text: str) -> Line:
    numbers = [plain_number(number) for number in re.findall(r"\d+", text)]
    seats = len(line.numbers)
    if len(numbers) != seats or not all(numbers) or not _NUMBERS.fullmatch(text):
        if seats == 2:
            raise BadRequest(say("enter the pair numbers as NS-EW, such as 3-5: {text!r}", text=text[:40]))
        raise BadRequest(say("enter the player numbers as N-S-E-W, such as 3-5-7-9: {text!r}", text=text[:40]))
    who = tuple(map(str, numbers))
    return replace(line, ns=who[: seats // 2], ew=who[seats // 2 :])


def _with_result(line: Line, text: str) -> Line:
    plain = "".join(text.split()).upper()
    plain = _SHORT.get(plain, plain)
    if not plain:
        raise BadRequest(say("no result; enter one such as 4S N =, PASS, 620, AVE or NP"))
    if plain == notation.PASS:
        line = replace(line, is_passed_out=True)
    elif plain == notation.NOT_PLAYED:
        return replace(line, outcome=Absent.NOT_PLAYED, score_text=plain)
    elif _LIKE_A_CONTRACT.match(text):
        line, text = _with_contract(line, text)
        if text:
            return _with_score(line, text)
    else:
        return _with_score(line, text)
    return scored_by_contract(line)


def _with_contract(line: Line, text: str) -> tuple[Line, str]:
    """Return a line with its contract, and the text after it."""
    bid = _BID.fullmatch(text)
    if not bid:
        raise BadRequest(say("expected a contract such as 3NT, 4SX or PASS: {text!r}", text=text[:40]))
    by = _BY.fullmatch(bid[3])
    if not by:
        raise BadRequest(say("declarer missing; add N, E, S or W after the contract: {text!r}", text=text[:40]))
    if bid[2] and by[2]:
        raise BadRequest(say("enter the double once, before or after the declarer: {text!r}", text=text[:40]))
    called = contract(bid[1] + bid[2] + by[2])
    if not by[3].strip():
        raise BadRequest(say("tricks missing; add =, +1, -2 or 10: {text!r}", text=text[:40]))
    made = _MADE.fullmatch(by[3])
    if made and made[2] and _MADE.fullmatch(made[2]):
        raise BadRequest(say("enter tricks once, as = or {tricks}: {text!r}", tricks=made[2].strip(), text=text[:40]))
    tricks = notation.tricks(made[1] if made else by[3].strip(), called)
    line = replace(line, contract=called, declarer=notation.declarer(by[1]), tricks=tricks)
    return line, (made[2] or "").strip() if made else ""


def _with_score(line: Line, text: str) -> Line:
    outcome = notation.outcome(text)
    error = phrase("a score can have at most {limit} characters: {text!r}")
    return replace(line, outcome=outcome, score_text=_short(notation.outcome_text(outcome), error))


def format_line(line: Line, bare: Line | None = None) -> str:
    """Return the text of a line in its field; with the pairs only if they differ from *bare*."""
    who = f"{'-'.join(line.numbers)}:" if bare is None or bare.numbers != line.numbers else ""
    score = _score_shown(line)
    lead = f"lead {line.lead}" if line.lead else ""
    form = f"form {line.form}" if line.form else ""
    note = f"# {line.note}" if line.note else ""
    parts = (who, contract_text(line), line.declarer, result_text(line), score, lead, form, note)
    return " ".join(filter(None, parts))


def _score_shown(line: Line) -> str:
    """Return the entered score that counts instead of the contract."""
    if line.outcome is Absent.NOT_PLAYED:
        return notation.NOT_PLAYED
    return notation.outcome_text(line.outcome) if line.score_text and isinstance(line.outcome, Outcome) else ""
