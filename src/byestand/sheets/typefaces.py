"""Typefaces: the bundled ones, and those of the machine for letters that no bundled one has.

Pages should be the same on every machine, so its fonts are used only for letters that the bundled ones lack. These are
Chinese, Japanese and Korean, whose fonts are larger than this program, and rarer scripts.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from byestand.language import say

if TYPE_CHECKING:
    import typst

TEMPLATES, FONTS = str(files("byestand.sheets") / "typ"), str(files("byestand.sheets") / "fonts")
FIRST_CHOICES = ("Byestand Sans", "Byestand Letters")
_MACHINES = (
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans CJK KR", "Source Han Sans SC", "Source Han Sans"),
    *("PingFang SC", "Hiragino Sans", "Apple SD Gothic Neo", "Microsoft YaHei", "Yu Gothic", "Malgun Gothic"),
    *("WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Droid Sans Fallback"),
)
"""Fonts for Chinese, Japanese and Korean of common systems, best first. Typst then tries all others."""
_EAST_ASIAN = re.compile("[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_NOT_DISPLAYED = re.compile(r'the text `"(.+?)"` could not be displayed')
MAX_LETTERS_IN_WARNING = 8
"""The most letters in a warning."""


@dataclass(frozen=True, slots=True)
class Typefaces:
    """The fonts of some pages."""

    fonts: "typst.Fonts"
    families: tuple[str, ...]
    """In the order in which they are tried for a letter."""
    missing_letters: str
    """Letters that none has: they are printed as boxes."""


def typefaces(texts: Iterable[str]) -> Typefaces:
    """Return the fonts for some texts."""
    words = sorted({word for text in texts if not text.isascii() for word in text.split() if not word.isascii()})
    ours = _check_fonts(words, machine=False)
    return ours if not ours.missing_letters else _check_fonts(words, machine=True)


def font_warnings(texts: Sequence[str], faces: Typefaces | None = None) -> tuple[str, ...]:
    """Return a warning about letters that no font has, if there are any."""
    if all(map(str.isascii, texts)):
        return ()
    lacking = (faces or typefaces(texts)).missing_letters
    return (_warning(lacking, texts),) if lacking else ()


def _warning(lacking: str, texts: Iterable[str]) -> str:
    example = next((text for text in texts if any(letter in text for letter in lacking)), lacking)
    letters = " ".join(lacking[:MAX_LETTERS_IN_WARNING]) + (" …" if len(lacking) > MAX_LETTERS_IN_WARNING else "")
    font = "fonts-noto-cjk" if _EAST_ASIAN.search(lacking) else "fonts-noto"
    return say(
        "no font on this machine has the letters {letters}, install a Noto font (Debian: {font}): {example!r}",
        letters=letters,
        font=font,
        example=example,
    )


def _check_fonts(words: Sequence[str], *, machine: bool) -> Typefaces:
    """Return the bundled fonts, with or without those of the machine, and the letters of some words that they lack."""
    import typst  # noqa: PLC0415 - a large library, loaded only for printing

    fonts = typst.Fonts(include_system_fonts=machine, include_embedded_fonts=False, font_paths=[FONTS])
    at_hand = fonts.families()
    own = sorted(family for family in at_hand if family.startswith("Byestand"))
    families = tuple(dict.fromkeys((*FIRST_CHOICES, *own, *(family for family in _MACHINES if family in at_hand))))
    inputs = {"families": json.dumps(families), "words": json.dumps(words)}
    proof = typst.Compiler(f"{TEMPLATES}/proof.typ", root=TEMPLATES, font_paths=fonts, sys_inputs=inputs)
    try:
        proof.compile(format="pdf", pdf_standards=["a-2u"])  # a standard that forbids boxes
    except typst.TypstError as fault:
        lacking = "".join(sorted(set("".join(_NOT_DISPLAYED.findall(fault.diagnostic)))))
        return Typefaces(fonts, families, lacking)
    return Typefaces(fonts, families, "")
