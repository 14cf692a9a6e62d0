"""The check of phrases finds what is planted, and nothing in phrases that can be translated."""

import pytest

from catalogues import TEMPLATE, extract, python_phrases, template
from check_phrases import find_faults


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('def f():\n    raise BadRequest("no such table")', "not in the catalogue"),
        ('def f():\n    raise RequestRefused(503, f"too many {n} requests")', "not in the catalogue"),
        ('def f():\n    return say(f"table {n}")', "put together at run time"),
        ('def f():\n    return say("a" + "b")', "put together at run time"),
        ('def f():\n    return say("one" if n == 1 else "many")', "put together at run time"),
        ('def f():\n    return say("table {table}", n=1)', "do not match the arguments"),
        ('def f():\n    return say("{number} tables")', "do not match the arguments"),
        ('TITLE = say("Round")', "translated at import"),
        ('def f(title=say("Round")): ...', "translated at import"),
        ('class View:\n    title = say("Round")', "translated at import"),
    ],
)
def test_a_planted_fault_is_found(source: str, expected: str) -> None:
    (fault,) = {text for _, text in find_faults(source)}
    assert expected in fault


def test_phrases_that_can_be_translated_pass() -> None:
    source = """
TITLES = {"a": phrase("Round {round}")}

def f(round):
    \"\"\"Return a text that is not a phrase.\"\"\"
    if round < 1:
        raise BadRequest(say("the round must be 1 or more, not {round}", round=round))
    return say(TITLES["a"], round=round) + say_many("1 board", "{number} boards", round) + say_in("seat", "N")
"""
    assert not find_faults(source)


@pytest.mark.slow
def test_the_catalogue_has_phrases_of_python_and_of_templates() -> None:
    catalogue = extract()
    sources = {file.rpartition(".")[2] for message in catalogue for file, _ in message.locations}
    assert {"py", "html"} <= sources
    assert template(catalogue).count(b"msgid") > 1000
    assert TEMPLATE.exists()


def test_phrases_inside_of_f_strings_are_extracted() -> None:
    source = """f"{say('Table')} {say_in('seat', 'N')}: {say_many('1 board', '{number} boards', n)}" """
    assert set(python_phrases(source)) == {(("Table",), None), (("N",), "seat"), (("1 board", "{number} boards"), None)}
