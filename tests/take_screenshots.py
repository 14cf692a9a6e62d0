"""Takes the pictures in docs/screenshots: every page at the size of a phone, a laptop and a projector.

    .venv/bin/python tests/take_screenshots.py

Small on purpose; needs Debian's chromium and, to make them smaller still, cwebp (package webp).
"""

import subprocess
import tempfile
from pathlib import Path

from app import broken_csv, serving
from browser import Visit, chromium, visit

FOLDER = Path(__file__).parent.parent / "docs" / "screenshots"
SIZES = {"phone": (390, 844, "light"), "laptop": (1366, 854, "light"), "projector": (1920, 1080, "dark")}
WIDTHS = {"phone": 390, "laptop": 900, "projector": 960}
PAGES = {
    "tonight": "/?pairs=37&cases=2",
    "movement": "/m/W1813?pair=E5&round=3#room",
    "chart": "/m/W1813?pair=E5&round=3#chart",
    "figures": "/m/W1813#figures",
    "paper": "/m/W1813/paper",
    "walked-in": "/change?now=W1813&pairs=38",
    "second-session": "/second?movement=W1813",
    "individuals": "/individuals?players=44",
    "library": "/library?tables=18",
    "nights": "/nights",
    "night": "/nights/1",
    "results": "/nights/1/results?board=1",
    "ranking": "/nights/1/ranking",
    "help": "/help",
}


def main() -> None:
    """Take them all."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "n.sqlite") as app, chromium() as browser:
        with visit(browser, app.address) as there:
            page = there.go("/m/W1813?boards=2")
            page.get_by_role("button", name="Keep for tonight").click()
            page.get_by_label("Name of the night").fill("Tuesday pairs")
            page.get_by_label("Names of pairs").fill("N1\tAnna & Boris\nN2\tCarl & Dora\nE1\tEmma & Felix")
            page.get_by_role("button", name="Save").click()
            page.wait_for_timeout(500)
        for size, (width, height, theme) in SIZES.items():
            with visit(browser, app.address, theme=theme) as there:
                there.page.set_viewport_size({"width": width, "height": height})
                for name, path in PAGES.items():
                    there.go(path)
                    _take(there, name, size, folder)
                there.go("/check")
                there.page.set_input_files(
                    "#file", {"name": "our game.csv", "mimeType": "text/csv", "buffer": broken_csv()}
                )
                there.page.locator(".verdict").wait_for()
                _take(there, "check", size, folder)


def _take(there: Visit, name: str, size: str, folder: str) -> None:
    there.page.wait_for_timeout(700)
    whole = Path(folder) / f"{name}.png"
    there.page.screenshot(path=whole)
    target = FOLDER / f"{name}-{size}.webp"
    resize = ["-resize", str(WIDTHS[size]), "0"]
    subprocess.run(["cwebp", "-quiet", "-q", "72", *resize, str(whole), "-o", str(target)], check=True)


if __name__ == "__main__":
    main()
