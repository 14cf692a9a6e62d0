"""Results for a club's website: one page without scripts or other files, in light and dark."""

from byestand.language import current_language, say, translate, translate_in, translate_plural
from byestand.sanitize import title_line
from byestand.score.book import Book
from byestand.score.score_format import format_signed
from byestand.sentences.result_pages import board_pages, personal_pages, rankings
from byestand.sentences.scoring_explanation import scoring_explanation
from byestand.sentences.text_layout import typeset
from byestand.words.dates import date_words


def results_html(book: Book) -> str:
    """Return the results of a session as a page."""
    # A large library, imported only when a page is written.
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415
    from jinja2.ext import InternationalizationExtension  # noqa: PLC0415

    loader = PackageLoader("byestand.formats.results")
    environment = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[InternationalizationExtension],
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_callables(  # type: ignore[attr-defined]  # the extension adds it
        translate, translate_plural, newstyle=True, pgettext=translate_in
    )
    environment.filters |= {"typeset": typeset, "signed": format_signed}
    return environment.get_template("results.html").render(_values(book)) + "\n"


def _values(book: Book) -> dict[str, object]:
    event = book.event
    day = date_words(event.date) if event.date else ""
    columns = [column for column in book.columns if not column.is_detail]
    lists, before = [], 0
    for ranking, ranked_list in zip(rankings(book, columns), book.lists, strict=True):
        sessions = [book.session_cells(ranked) for ranked in ranked_list.contestants]
        lists.append({"title": ranking.title, "places": ranking.places, "sessions": sessions, "before": before})
        before += len(ranking.places)
    return {
        "language": current_language(),
        "title": title_line(event.title or say("Results")),
        "event": [title_line(text) for text in (event.club, event.session, day, book.movement_title) if text],
        "rankings": lists,
        "columns": columns,
        "ids": [f"contestant-{number}" for number in range(1, before + 1)],
        "explained": scoring_explanation(book),
        "boards": board_pages(book),
        "personal": personal_pages(book),
        "sessions": len(book.night.sessions),
        "points": say("IMPs") if book.in_imps else say("MP"),
        "imps": book.in_imps,
        "alone": book.is_individual,
        "named": bool(book.contestants),
    }
