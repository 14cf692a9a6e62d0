"""Results for a club's site: one page that needs nothing else, no script and no other file, in light and dark."""

from byestand.language import say
from byestand.score.book import Book
from byestand.score.explained import explained
from byestand.score.pages import board_pages, personal_pages, rankings
from byestand.score.shown import signed
from byestand.texts import title_line
from byestand.words.dates import date_words
from byestand.words.typesetting import typeset


def results_html(book: Book) -> str:
    """Return a night as a page."""
    # A large library: whoever writes no page need not wait for it.
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    loader = PackageLoader("byestand.formats.results")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {"typeset": typeset, "signed": signed}
    return environment.get_template("results.html").render(_words(book)) + "\n"


def _words(book: Book) -> dict[str, object]:
    event = book.event
    day = date_words(event.date) if event.date else ""
    columns = [column for column in book.columns if not column.is_detail]
    lists, before = [], 0
    for ranking, ranked_list in zip(rankings(book, columns), book.lists, strict=True):
        sessions = [book.session_cells(one) for one in ranked_list.ranked]
        lists.append({"title": ranking.title, "places": ranking.places, "sessions": sessions, "before": before})
        before += len(ranking.places)
    return {
        "title": title_line(event.title or say("Results")),
        "event": [title_line(words) for words in (event.club, event.session, day, book.played) if words],
        "rankings": lists,
        "columns": columns,
        "ids": [f"contestant-{number}" for number in range(1, before + 1)],
        "explained": explained(book),
        "boards": board_pages(book),
        "personal": personal_pages(book),
        "sessions": len(book.night.sessions),
        "points": say("IMPs") if book.in_imps else say("MP"),
        "imps": book.in_imps,
        "alone": book.is_individual,
        "named": bool(book.contestants),
    }
