"""The table of all addresses: which page answers where, and in which lane; and what lies beside the way of an evening.

A new page is a module in `pages`, a template, and a line here. Pages stand on everything that Byestand has, so they are
not imported when the server starts, but when the table is drawn up, while people still look at the first page.
"""

from starlette.convertors import Convertor, register_url_convertor
from starlette.routing import BaseRoute, Route

DESK = "/desk"
"""Only where each who comes has his own."""
BESIDE = (
    ("/", "A new evening"),
    ("/individuals", "Individuals"),
    ("/second", "Second session"),
    ("/change", "Somebody walked in"),
    ("/library", "Library"),
    ("/check", "Check a file"),
    ("/nights", "Nights"),
    (DESK, "Your desk"),
    ("/house", "On every sheet"),
    ("/help", "Help"),
)
"""What every page leads to besides the steps of the evening."""


class Number(Convertor[int]):
    """A number in an address: no longer than those of nights, for Python reads none of thousands of digits."""

    regex = "[0-9]{1,18}"

    def convert(self, value: str) -> int:
        """Return the number that was written."""
        return int(value)

    def to_string(self, value: int) -> str:
        """Return how it is written."""
        return str(value)


register_url_convertor("int", Number())  # in place of Starlette's, which takes as many digits as there are


def routes() -> list[BaseRoute]:
    """Return every address."""
    # ruff: noqa: PLC0415 - see above
    from byestand.server.api.routes import routes as for_programs
    from byestand.server.movements import files
    from byestand.server.movements.print_preferences import house_page
    from byestand.server.nights.stream import routes as streams
    from byestand.server.pages.check.routes import routes as about_files
    from byestand.server.pages.desk.codes import routes as ways_in
    from byestand.server.pages.desk.routes import routes as about_play
    from byestand.server.pages.help import view as guide
    from byestand.server.pages.individuals import view as individuals
    from byestand.server.pages.join.routes import routes as about_codes
    from byestand.server.pages.movement import library, variants
    from byestand.server.pages.movement import view as movement
    from byestand.server.pages.paper import sheets as paper
    from byestand.server.pages.paper.routes import routes as about_paper
    from byestand.server.pages.phone.routes import routes as about_phones
    from byestand.server.pages.plan import view as tonight
    from byestand.server.pages.repair.routes import routes as about_repairs
    from byestand.server.pages.results.routes import routes as about_results
    from byestand.server.pages.setup.routes import routes as about_nights
    from byestand.server.pages.wall.routes import routes as about_the_wall
    from byestand.server.pages.workspace.routes import routes as about_desks
    from byestand.server.web import endpoints as at

    return [
        Route("/", at.asking(tonight.content)),
        Route("/m/{name}", at.asking_about(movement.content)),
        Route("/m/{name}/file/{format}", at.asking_for(files.movement_file)),
        Route("/m/{name}/paper", at.paper_page),
        Route("/m/{name}/paper.pdf", at.ticked_paper),
        Route("/m/{name}/paper/{sheets}.pdf", at.asking_for(paper.pdf)),
        Route("/m/{name}/paper/{sheets}.svg", at.asking_for(paper.preview)),
        Route("/m/{name}/diagram.svg", at.asking_about(paper.diagram)),
        Route("/m/{name}/rovers", at.asking_about(variants.rovers)),
        Route("/change", at.change_page),
        Route("/second", at.second_page, methods=["GET", "POST"]),
        Route("/second/seating.csv", at.second_csv, methods=["POST"]),
        Route("/second/seating.pdf", at.second_pdf, methods=["POST"]),
        Route("/individuals", at.asking(individuals.content)),
        Route("/library", at.asking(library.content)),
        Route("/files/selection.zip", at.asking(files.selection)),
        Route("/files/library.zip", at.asking(files.whole_library)),
        Route("/help", at.asking(guide.content)),
        Route("/house", house_page, methods=["GET", "POST"]),
        Route("/theme", at.theme, methods=["POST"]),
        *about_files(),
        *about_desks(),
        *about_nights(),
        *about_paper(),
        *about_repairs(),
        *about_play(),
        *about_results(),
        *about_the_wall(),
        *about_phones(),
        *streams(),
        *ways_in(),
        *about_codes(),
        *for_programs(),
    ]
