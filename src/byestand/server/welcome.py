"""The first page, before anything is asked: drawn by the server itself, while the workers are still getting ready."""

from byestand.server.answers import Answer
from byestand.server.asking import Asked
from byestand.server.rendering import rendered

REFUSALS = {"rover": "a rover", "party": "a party table", "sharing": "sharing", "skip": "a skip"}
"""What a director may not want, in the words of the form."""


def welcome(asked: Asked | None = None, *, refused: str = "", status: int = 200) -> Answer:
    """Return the page for tonight with its form, and perhaps why there is no answer."""
    context = {"asked": asked or Asked(), "answer": None, "refused": refused, "refusals": REFUSALS}
    return rendered("tonight.html", "Tonight", status=status, **context)
