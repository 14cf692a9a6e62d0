"""Typefaces: our own for everything, and those of the machine for letters that none of ours has.

Pages are to be the same on every machine, so its fonts are looked at only where something is spelt in letters that
ours lack. That is Chinese, Japanese and Korean, whose fonts are larger than this program, and the rarer scripts.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import typst

TEMPLATES, FONTS = str(files("byestand.sheets") / "typ"), str(files("byestand.sheets") / "fonts")
FIRST_CHOICES = ("Byestand Sans", "Byestand Letters")
_MACHINES = (
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans CJK KR", "Source Han Sans SC", "Source Han Sans"),
    *("PingFang SC", "Hiragino Sans", "Apple SD Gothic Neo", "Microsoft YaHei", "Yu Gothic", "Malgun Gothic"),
    *("WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Droid Sans Fallback"),
)
"""Fonts for Chinese, Japanese and Korean, best first: of every such kind of machine. Typst goes on with any other."""
_EAST_ASIAN = re.compile("[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_NOT_DISPLAYED = re.compile(r'the text `"(.+?)"` could not be displayed')
MOST_TOLD = 8
"""Letters in a warning."""


@dataclass(frozen=True, slots=True)
class Typefaces:
    """What pages are set in."""

    fonts: "typst.Fonts"
    families: tuple[str, ...]
    """In the order in which they are tried for a letter."""
    lacking: str
    """Letters that none has: boxes will stand for them."""


def typefaces(texts: Iterable[str]) -> Typefaces:
    """Return what some texts can be set in."""
    words = sorted({word for text in texts if not text.isascii() for word in text.split() if not word.isascii()})
    ours = _proved(words, machine=False)
    return ours if not ours.lacking else _proved(words, machine=True)


def font_warnings(texts: Sequence[str], faces: Typefaces | None = None) -> tuple[str, ...]:
    """Return what whoever prints such texts is told: of letters that no font has, if there are any."""
    if all(map(str.isascii, texts)):
        return ()
    lacking = (faces or typefaces(texts)).lacking
    return (_warning(lacking, texts),) if lacking else ()


def _warning(lacking: str, texts: Iterable[str]) -> str:
    example = next((text for text in texts if any(letter in text for letter in lacking)), lacking)
    told = " ".join(lacking[:MOST_TOLD]) + (" …" if len(lacking) > MOST_TOLD else "")
    remedy = "Noto Sans CJK (Debian: fonts-noto-cjk)" if _EAST_ASIAN.search(lacking) else "Noto's (Debian: fonts-noto)"
    return f"boxes are printed for letters that no font on this machine has: {told}; install {remedy}, for {example!r}"


def _proved(words: Sequence[str], *, machine: bool) -> Typefaces:
    """Return our fonts, or ours before those of the machine, and what they lack of some words."""
    import typst  # noqa: PLC0415 - a large library: whoever prints nothing need not wait for it

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
