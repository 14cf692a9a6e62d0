"""Make the fonts for scripts that Source Sans lacks, out of Debian's Noto fonts.

    apt-get download fonts-noto-core && dpkg-deb --extract fonts-noto-core_*.deb noto
    python tools/script_fonts.py noto/usr/share/fonts/truetype/noto

Each is a script of Noto Sans in two weights, without hints and Latin letters. They have names of their own, so that
a Noto font of the machine is never taken for ours: pages are to be the same everywhere.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parents[1] / "src/byestand/sheets/fonts"
SCRIPTS = (
    *("Arabic", "Armenian", "Bengali", "Devanagari", "Georgian", "Gujarati", "Gurmukhi", "Hebrew", "Kannada", "Lao"),
    *("Malayalam", "Tamil", "Telugu", "Thai"),
)
REST = "Letters"
"""What the font for rarer letters of Latin, Greek and Cyrillic is called."""
WEIGHTS = ("Regular", "Bold")
FIRST_OWN = 0x250
"""Letters before are Latin, and Source Sans has them, but for some of the rest."""
FAMILY, STYLE, UNIQUE, FULL, POSTSCRIPT = 1, 2, 3, 4, 6
KEPT_NAMES = (0, FAMILY, STYLE, UNIQUE, FULL, 5, POSTSCRIPT, 13, 14)
"""With the copyright, the version and the licence."""


def main(noto: Path) -> None:
    """Write all of them."""
    for weight in WEIGHTS:
        ours = set(TTFont(FONTS / f"ByestandSans-{weight}.ttf").getBestCmap())
        for script in SCRIPTS:
            font = TTFont(noto / f"NotoSans{script}-{weight}.ttf")
            _write(font, {letter for letter in font.getBestCmap() if letter >= FIRST_OWN}, script, weight)
        font = TTFont(noto / f"NotoSans-{weight}.ttf")
        _write(font, set(font.getBestCmap()) - ours, REST, weight)


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
