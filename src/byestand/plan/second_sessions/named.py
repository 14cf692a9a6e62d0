"""Sections and pairs as people name them, for events of several sessions: ``W1813``, or ``A=M1313 B=W1813``."""

from collections.abc import Sequence

from byestand.catalog import find
from byestand.errors import BadRequest
from byestand.model import Sections


def named_sections(named: Sequence[str], missing: Sequence[str]) -> Sections:
    """Return the room of movements named ``W1813``, or ``A=M1313 B=W1813``."""
    parts = [argument.rpartition("=") for argument in named]
    letters = [letter.strip().upper() for letter, _, _ in parts]
    for _, _, name in parts:
        if "/" in name or "\\" in name or name.lower().endswith((".json", ".csv", ".xml", ".txt")):
            raise BadRequest(f"second sessions are planned for movements by name, not for files: {name[:40]!r}")
    for letter, argument in zip(letters, named, strict=True):
        if letter and not (letter.isascii() and letter.isalpha() and len(letter) <= 3):
            raise BadRequest(f"a section has one to three letters: {argument[:40]!r}")
    if len(named) > 1 and not any(letters):
        letters = [chr(ord("A") + i) for i in range(len(named))] if len(named) <= 26 else letters
    if len(named) > 1 and not all(letters):
        raise BadRequest(f"give every section a letter, as in A=M1313 B=W1813: {named[letters.index('')]!r}")
    absent = _absent(missing, letters)
    movements = tuple(find(name, missing=absent.get(i, ())) for i, (_, _, name) in enumerate(parts))
    return Sections(movements, tuple(letters))


def changed(named: Sequence[str], later: Sequence[str]) -> Sequence[str]:
    """Return the movements of later sessions: sections named again have another one, the others keep theirs."""
    letters = [argument.rpartition("=")[0].strip().upper() for argument in named]
    others = {argument.rpartition("=")[0].strip().upper(): argument for argument in later}
    if strange := next((letter for letter in others if letter and letter not in letters), None):
        known = ", ".join(letter for letter in letters if letter) or "no letters"
        raise BadRequest(f"--then names a section that is not there (there are {known}): {others[strange][:40]!r}")
    if "" in letters or not set(others) <= set(letters):
        return later
    return [others.get(letter, argument) for letter, argument in zip(letters, named, strict=True)]


def _absent(missing: Sequence[str], letters: Sequence[str]) -> dict[int, list[str]]:
    """Return the missing pairs of each section."""
    found: dict[int, list[str]] = {}
    for label in missing:
        bare = label.strip().upper()
        homes = [i for i, letter in enumerate(letters) if bare.startswith((f"{letter}N", f"{letter}E"))]
        if not homes:
            raise BadRequest(f"no such pair; pairs are called {letters[0]}N1, {letters[0]}E1 and so on: {label[:40]!r}")
        found.setdefault(homes[-1], []).append(bare.removeprefix(letters[homes[-1]]))
    return found


def named_pairs(room: Sections, text: str) -> frozenset[int]:
    """Return the pairs in a list like ``N1,N5``, counted from 0 as the search does."""
    found = frozenset(room.seat(part) - 1 for part in text.split(",") if part.strip())
    for person in found:
        if person + 1 in room.missing:
            raise BadRequest(f"that pair is missing: {room.label(person + 1)!r}")
    return found
