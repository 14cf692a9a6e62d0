"""Write the pages of the app as text: planning, movements, files, the API, and pages of recorded nights.

Run it by hand, then read the difference before you commit it.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.testclient import TestClient

from tests.freeze.page_text import page_text
from tests.freeze.recorded_nights import NIGHTS, in_utc
from tests.support.app import broken_csv, client
from tests.support.crawler import InThisProcess
from tests.support.paths import GOLDEN

PAGES = {
    "start": "/",
    "plan_37_pairs": "/?pairs=37&cases=2",
    "plan_22_pairs_one_winner": "/?pairs=22&winners=1",
    "plan_62_pairs_two_sections": "/?pairs=62&sections=2",
    "plan_no_room": "/?pairs=1",
    "movement_web_with_rover": "/m/W1812ER?boards=2&cases=2&missing=N19",
    "movement_half_table": "/m/W0605?missing=N6&boards=3",
    "movement_howell": "/m/H0813?boards=2",
    "movement_individual": "/m/R0707S?boards=2",
    "movement_one_winner": "/m/M0808?boards=3&winners=1",
    "movement_unknown": "/m/X9999",
    "paper": "/m/W1812ER/paper?boards=2",
    "change": "/change?now=W1813&pairs=37",
    "second_session": "/second",
    "individuals": "/individuals?players=29",
    "library": "/library?tables=6",
    "check": "/check",
    "house": "/house",
    "help": "/help",
    "no_nights": "/nights",
    "no_such_night": "/nights/99",
    "no_such_page": "/nothing/here",
    "api": "/api/openapi.json",
    "api_plan": "/api/plan?pairs=11&boards=24",
    "api_movement": "/api/movements/W0605ER",
    "api_measures": "/api/movements/W0605/measures",
    "api_individuals": "/api/individuals?players=28",
    "api_repair": "/api/movements/W0605/repair?after=2&boards=2:1=3&boards_per_round=2",
}
"""Pages of an app without nights."""
OF_NIGHTS = {
    "thursday_slip": ("thursday_pairs", "/results?round=2&table=10"),
    "thursday_traveller": ("thursday_pairs", "/results?board=29"),
    "thursday_pair_gone": ("thursday_pairs", "/pair/E4"),
    "thursday_codes": ("thursday_pairs", "/codes"),
    "two_sections_slip": ("two_sections", "/results?section=D&round=2&table=3"),
    "two_sections_in_one_field": ("two_sections", "/ranking/of/CN1"),
    "two_sections_report": ("two_sections", "/section/D/wrong?after=2&swapped=E1,E2@2"),
    "two_sections_section_paper": ("two_sections", "/section/C/paper"),
    "rainbow_slip": ("rainbow", "/results?round=3&table=2"),
    "rainbow_player": ("rainbow", "/pair/5"),
    "file_call": ("movement_of_a_file", "/play?call=3"),
    "file_mishap": ("movement_of_a_file", "/section/A/wrong?after=2&table=3"),
}
"""Pages of recorded sessions that are not part of their states."""
IN_IMPS = {"thursday_imps_refused": "thursday_pairs", "two_sections_imps": "two_sections"}
"""The rankings of recorded sessions after a change to IMPs."""
NAMES = (*PAGES, "check_report", *OF_NIGHTS, *IN_IMPS)


def golden_page(name: str) -> Path:
    """Return the path of the text of a page."""
    return GOLDEN / "app_pages" / f"{name}.txt"


def page_texts(folder: Path) -> Iterator[Callable[[str], str]]:
    """Yield functions that return the text of a page, in an app with its data in a folder."""
    with in_utc(), client(folder / "nights.sqlite", pool=InThisProcess()) as page:
        yield texts_in(page)


def texts_in(page: TestClient) -> Callable[[str], str]:
    """Return functions that return the text of a page in an app without sessions."""
    without = {name: _text(page, address) for name, address in PAGES.items()}
    without["check_report"] = _check_report(page)
    addresses = {night: _import_night(page, night) for night in dict.fromkeys(night for night, _ in OF_NIGHTS.values())}
    without |= {name: _ranked_in_imps(page, _import_night(page, night)) for name, night in IN_IMPS.items()}

    def text_of(name: str) -> str:
        if name in without:
            return without[name]
        night, path = OF_NIGHTS[name]
        return _text(page, addresses[night] + path)

    return text_of


def _text(page: TestClient, address: str) -> str:
    answer = page.get(address)
    heading = f"{answer.status_code} {address}\n"
    if answer.headers.get("content-type", "").startswith("application/json"):
        return heading + json.dumps(answer.json(), indent=1, ensure_ascii=False) + "\n"
    if answer.is_redirect:
        return f"{heading}to {answer.headers['location']}\n"
    return heading + page_text(answer.text)


def _ranked_in_imps(page: TestClient, night: str) -> str:
    """Return the ranking of a session after a change to IMPs, or the reason why that is impossible."""
    answer = page.post(f"{night}/ranking", data={"method": "cross-imps"})
    if answer.is_redirect:
        answer = page.get(answer.headers["location"])
    return f"{answer.status_code} ranking in IMPs\n{page_text(answer.text)}"


def _check_report(page: TestClient) -> str:
    """Return the report on a file with an error."""
    report = page.post("/check", files={"file": ("ours.csv", broken_csv())}).headers["location"]
    return page_text(page.get(report).text)


def _import_night(page: TestClient, night: str) -> str:
    file = (f"{night}.json", (NIGHTS / f"{night}.json").read_bytes())
    return str(page.post("/nights/import", files={"file": file}).headers["location"])


def main() -> None:
    """Write all pages."""
    golden_page("").parent.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        for text_of in page_texts(Path(folder)):
            for name in NAMES:
                golden_page(name).write_text(text_of(name), encoding="utf-8")


if __name__ == "__main__":
    main()
