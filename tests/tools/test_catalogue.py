"""Every phrase that people read: plain words, short sentences, and a template of the catalogues that is up to date.

The banned words come from the house English: one word for one thing, no metaphors for software, and nobody is "he".
"""

import re
from functools import cache

import pytest

from catalogues import TEMPLATE, extract, template

MAX_WORDS = 20
"""In a sentence; a gap counts as one word."""
BANNED = (
    "he", "his", "him", "himself", "whoever", "whomever", "somebody", "everybody", "nobody said", "thrown? away",
    "throw away", "bring in", "brought in", "mishaps?", "went wrong", "evenings?", "nights?", "desks?", "roving pair",
    "pair at home", "boards a round", "boards each", "unlike boards", "told otherwise", "go on", "goes on",
    "look again", "there is no such", "ranked apart", "meets? again", "met again", "deprived", "awaited", "heals?",
    "scarce boards", "a round each", "rightly", "in vain", "perhaps", "anew", "shall", "of the trade",
)  # fmt: skip
ALLOWED: dict[str, str] = {}
"""Phrases with a banned word or a long sentence, each with the reason."""


@cache
def phrases() -> tuple[str, ...]:
    """Return every phrase, the singular and the plural apart."""
    return tuple(
        text
        for message in extract()
        for text in (message.id if isinstance(message.id, tuple) else (message.id,))
        if isinstance(text, str) and text
    )


def plain(phrase: str) -> str:
    """Return a phrase without tags, with gaps as one word."""
    return re.sub(r"%\(\w+\)s|\{[^{}]*\}", "GAP", re.sub(r"<[^>]*>", "", phrase))


def sentences(phrase: str) -> list[str]:
    return re.split(r"(?<=[.!?:;])\s+|\n", plain(phrase))


@pytest.mark.slow
def test_there_are_phrases() -> None:
    assert len(phrases()) > 1000


@pytest.mark.slow
def test_the_template_of_the_catalogues_is_up_to_date() -> None:
    assert TEMPLATE.read_bytes() == template(extract()), "run make catalogues"


@pytest.mark.parametrize("word", BANNED)
def test_no_phrase_has_a_banned_word(word: str) -> None:
    found = [text for text in phrases() if re.search(rf"\b{word}\b", plain(text), re.IGNORECASE)]
    assert not [text for text in found if text not in ALLOWED]


def test_sentences_are_short() -> None:
    long = [
        sentence
        for text in phrases()
        if text not in ALLOWED
        for sentence in sentences(text)
        if len(sentence.split()) > MAX_WORDS
    ]
    assert not long


def test_what_is_allowed_is_still_there() -> None:
    assert set(ALLOWED) <= set(phrases())
