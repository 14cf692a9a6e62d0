"""Make the fonts for scripts and signs that Source Sans lacks, from Debian's Noto fonts.

    pip install fonttools
    apt-get download fonts-noto-core && dpkg-deb --extract fonts-noto-core_*.deb noto
    python tools/script_fonts.py noto/usr/share/fonts/truetype/noto

They are scripts of Noto Sans in two weights, without hints and Latin letters. They have their own names, so that an
installed Noto font is never used instead: pages must be the same everywhere.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph

FONTS = Path(__file__).parents[1] / "src/byestand/sheets/fonts"
SCRIPTS = (
    *("Arabic", "Armenian", "Bengali", "Devanagari", "Georgian", "Gujarati", "Gurmukhi", "Hebrew", "Kannada", "Lao"),
    *("Malayalam", "Tamil", "Telugu", "Thai"),
)
SIGNS = {"Signs": ("Symbols2", "✂✔★☆◇♤♡♢♧"), "Arrows": ("Math", "↔↕↺↻⇄⇆⟲⟳∞≤≥≠")}
"""Signs with one weight: the name of the font, its source, and the signs."""
REST = "Letters"
"""The name of the font for rare letters of Latin, Greek and Cyrillic."""
WEIGHTS = ("Regular", "Bold")
FIRST_OWN = 0x250
"""Letters before this are Latin. Source Sans has most of them."""
SPACE, NO_BREAK = 0x20, 0xA0
FAMILY, STYLE, UNIQUE, FULL, POSTSCRIPT = 1, 2, 3, 4, 6
KEPT_NAMES = (0, FAMILY, STYLE, UNIQUE, FULL, 5, POSTSCRIPT, 13, 14)
"""With the copyright, the version and the licence."""


def main(noto: Path) -> None:
    """Write all fonts."""
    for path in FONTS.glob("ByestandSans-*.ttf"):
        _part_spaces(path)
    for weight in WEIGHTS:
        ours = set(TTFont(FONTS / f"ByestandSans-{weight}.ttf").getBestCmap())
        for script in SCRIPTS:
            font = TTFont(noto / f"NotoSans{script}-{weight}.ttf")
            _write(font, {letter for letter in font.getBestCmap() if letter >= FIRST_OWN}, script, weight)
        font = TTFont(noto / f"NotoSans-{weight}.ttf")
        _write(font, set(font.getBestCmap()) - ours, REST, weight)
    for called, (found, signs) in SIGNS.items():
        _write(TTFont(noto / f"NotoSans{found}-Regular.ttf"), set(map(ord, signs)), called, "Regular")


def _part_spaces(path: Path) -> None:
    """Give the no-break space its own glyph, because a pdf knows one letter per glyph."""
    font = TTFont(path, recalcTimestamp=False)
    if font.getBestCmap()[NO_BREAK] != font.getBestCmap()[SPACE]:
        return
    font.setGlyphOrder([*font.getGlyphOrder(), "uni00A0"])
    font["glyf"]["uni00A0"] = Glyph()
    font["hmtx"]["uni00A0"] = font["hmtx"][font.getBestCmap()[SPACE]]
    for table in font["cmap"].tables:
        table.cmap[NO_BREAK] = "uni00A0"
    font.save(path)


def _write(font: TTFont, letters: set[int], script: str, weight: str) -> None:
    options = Options(hinting=False, layout_features=["*"], name_IDs=KEPT_NAMES, notdef_outline=True)
    subset = Subsetter(options)
    subset.populate(unicodes=letters)
    subset.subset(font)
    family = f"Byestand {script}"
    named = {
        FAMILY: family,
        STYLE: weight,
        UNIQUE: f"{family} {weight}",
        FULL: f"{family} {weight}",
        POSTSCRIPT: f"Byestand{script}-{weight}",
    }
    for name in font["name"].names:
        name.string = named.get(name.nameID, str(name))
    font["head"].modified = font["head"].created  # the same file every time
    font.recalcTimestamp = False
    path = FONTS / f"Byestand{script}-{weight}.ttf"
    font.save(path)
    print(f"{path.name}: {len(letters)} letters, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
