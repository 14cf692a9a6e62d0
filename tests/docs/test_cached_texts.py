"""Texts are cached for each language: the same work in two languages never mixes them."""

from collections.abc import Callable

import pytest

from byestand.catalog import find, find_judged
from byestand.cli import LANGUAGE_VARIABLE, run
from byestand.errors import NoSuchMovement
from byestand.language import ENGLISH, PSEUDO, cache_by_language, current_language, use_language
from byestand.model.setup import CatalogMovement
from byestand.session.resolve import find_switching, resolve_movement
from byestand.words.titles import title_of


def judged_findings() -> str:
    return find_judged("W1212ER").findings[0].sentence


def remark() -> str:
    return find("W0909ER").remark


def resolved_findings() -> str:
    return resolve_movement(CatalogMovement("W1212ER")).findings[0].sentence


def switched_title() -> str:
    return title_of(resolve_movement(CatalogMovement("M0808", one_winner=True)).movement)


def switch_plan_title() -> str:
    return title_of(find_switching(CatalogMovement("M0808", one_winner=True)).movement)


def proof() -> str:
    with pytest.raises(NoSuchMovement) as no:
        find("M0909ER")
    return no.value.because


@pytest.mark.parametrize("languages", [(ENGLISH, PSEUDO, ENGLISH), (PSEUDO, ENGLISH, PSEUDO)])
@pytest.mark.parametrize("text", [judged_findings, remark, resolved_findings, switched_title, switch_plan_title, proof])
def test_a_cached_text_is_in_the_language_in_use(text: Callable[[], str], languages: tuple[str, ...]) -> None:
    for language in languages:
        with use_language(language):
            assert ("«" in text()) is (language == PSEUDO)


def test_a_plan_in_two_languages_is_the_same_plan(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plans = []
    for language in (ENGLISH, PSEUDO, ENGLISH, PSEUDO):
        monkeypatch.setenv(LANGUAGE_VARIABLE, language)
        assert run(["plan", "--pairs", "26", "--all"]) == 0
        plans.append(" ".join(capsys.readouterr().out.split()))
    assert plans[:2] == plans[2:]
    assert "«" not in plans[0]
    assert plans[1].count("«Needs") == plans[0].count("Needs")
    assert plans[1].translate(dict.fromkeys(map(ord, "«»"))) == plans[0]


def test_a_function_with_texts_is_called_once_for_each_language() -> None:
    calls = []

    @cache_by_language(8)
    def text(number: int) -> str:
        calls.append(number)
        return f"{current_language()} {number}"

    for language in (ENGLISH, PSEUDO, ENGLISH):
        with use_language(language):
            assert text(5) == text(5) == f"{language} 5"
    assert calls == [5, 5]
