"""Templates: compiled once for all processes, with every address as browsers have to request it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment, TemplateSyntaxError

from byestand.server.jobs.root_path import ROOT_PATH
from byestand.server.web.app_url import AppUrls, app_url, files_version

WELCOME = "from byestand.server.pages.plan.view import welcome; print(welcome().title)"
NEVER_COMPILED = f"import jinja2; jinja2.Environment.compile = None; {WELCOME}"


def run(program: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    environ = {**os.environ, "TMPDIR": str(folder), "TEMP": str(folder)}
    return subprocess.run([sys.executable, "-c", program], env=environ, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_template_is_compiled_once_for_all_processes_and_again_where_its_file_is_broken(tmp_path: Path) -> None:
    assert run(NEVER_COMPILED, tmp_path).returncode == 1
    assert run(WELCOME, tmp_path).stdout == "Plan\n"
    assert run(NEVER_COMPILED, tmp_path).stdout == "Plan\n"
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[:30])
    assert run(WELCOME, tmp_path).stdout == "Plan\n"
    assert run(NEVER_COMPILED, tmp_path).stdout == "Plan\n"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there folders for temporary files are the user's own")
def test_where_somebody_else_has_the_folder_templates_are_compiled_by_each(tmp_path: Path) -> None:
    (tmp_path / f"_jinja2-cache-{os.getuid()}").write_text("somebody else's", encoding="utf-8")
    assert run(WELCOME, tmp_path).stdout == "Plan\n"


@pytest.fixture
def below() -> Iterator[None]:
    token = ROOT_PATH.set("/bridge")
    yield
    ROOT_PATH.reset(token)


def render_template(source: str, **names: object) -> str:
    env = Environment(loader=DictLoader({"page": source}), autoescape=True, extensions=[AppUrls])
    env.globals["app_url"] = app_url
    return env.get_template("page").render(**names)


@pytest.mark.usefixtures("below")
@pytest.mark.parametrize(
    ("source", "page"),
    [
        ('<a href="/m/{{ name }}?a=1&amp;b=2">', '<a href="/bridge/m/W1813?a=1&amp;b=2">'),
        ('<a href="/">', '<a href="/bridge/">'),
        ('<form action="{{ path }}/x">', '<form action="/bridge/nights/3?a=1&amp;b=2/x">'),
        (
            '<a class="x" href="{{ path ~ "#x" if name else "" }}">',
            '<a class="x" href="/bridge/nights/3?a=1&amp;b=2#x">',
        ),
        ('<a href="{{ "?round=2" }}">', '<a href="?round=2">'),
        ('<a href="#top">', '<a href="#top">'),
        ('<a href="//example.org/">', '<a href="//example.org/">'),
        ('<a href="{{ "https://example.org/" }}">', '<a href="https://example.org/">'),
        (
            '<i data-stream="{{ path }}"\n hx-get="/x">',
            '<i data-stream="/bridge/nights/3?a=1&amp;b=2"\n hx-get="/bridge/x">',
        ),
        ('<input value="/x">', '<input value="/x">'),
        ('<script src="/static/app.js">', f'<script src="/bridge/static/{files_version()}/app.js">'),
    ],
)
def test_every_address_of_ours_is_below_the_path_of_the_service(source: str, page: str) -> None:
    assert render_template(source, name="W1813", path="/nights/3?a=1&b=2") == page


def test_an_address_that_nobody_could_change_is_an_error_on_its_line() -> None:
    with pytest.raises(TemplateSyntaxError, match="must start with a path or an expression") as refused:
        render_template('<p>\n<a href="{% if x %}/a{% endif %}">')
    assert refused.value.lineno == 2
