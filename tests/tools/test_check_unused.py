"""The check of unused names finds planted ones, and counts what templates, scripts and annotations read."""

from pathlib import Path

import pytest

from check_unused import find_faults, find_unused_names

POOL = """
class Pool:
    def __init__(self):
        self.on_failure = print

    def work(self):
        self.on_failure()

def watch(pool):
    pool.work()
"""
WATCHED = f"{POOL}\nwatch(Pool())\n"


def unused_in(folder: Path, **files: str) -> list[str]:
    """Return the unused names of a package with these files."""
    for name, text in files.items():
        (folder / name.replace("_dot_", ".")).write_text(text, encoding="utf-8")
    return [name.name for name in find_unused_names(folder)]


def test_code_whose_names_are_all_read_has_no_fault(tmp_path: Path) -> None:
    assert unused_in(tmp_path, a_dot_py=WATCHED) == []


def test_an_attribute_that_is_set_and_never_read_is_found(tmp_path: Path) -> None:
    renamed = WATCHED.replace("    pool.work()", "    pool.failed = repr\n    pool.work()")
    assert unused_in(tmp_path, a_dot_py=renamed) == ["failed"]
    own = WATCHED.replace("self.on_failure = print", "self.on_failure = print\n        self.failed = 0")
    assert unused_in(tmp_path, a_dot_py=own) == ["failed"]


@pytest.mark.parametrize(
    ("planted", "name"),
    [
        ("    def rest(self):\n        return 0\n", "rest"),
        ("    @property\n    def size(self):\n        return 0\n", "size"),
        ("    limit: int = 5\n", "limit"),
    ],
)
def test_a_method_or_a_field_that_nobody_uses_is_found(tmp_path: Path, planted: str, name: str) -> None:
    assert unused_in(tmp_path, a_dot_py=WATCHED.replace("class Pool:\n", f"class Pool:\n{planted}")) == [name]


def test_an_unused_function_or_import_is_found(tmp_path: Path) -> None:
    assert unused_in(tmp_path, a_dot_py="import os\ndef idle():\n    return 0\n") == ["idle", "os"]


@pytest.mark.parametrize(
    ("file", "text", "is_read"),
    [
        ("page_dot_html", "{% if view.failed %}x{% endif %}", True),
        ("page_dot_html", "<p>{{ view.failed }}</p>", True),
        ("page_dot_html", "<p>The job.failed</p>", False),
        ("page_dot_html", "{% trans failed=view.kind %}{{ failed }}{% endtrans %}", False),
        ("sheet_dot_typ", "#part.failed", True),
        ("sheet_dot_typ", "The job failed", False),
        ("page_dot_js", "show(message.failed);", True),
        ("page_dot_js", 'show("failed");', False),
        ("library_dot_min_dot_js", "e.failed=f", False),
    ],
)
def test_what_a_template_or_a_script_reads_is_used(tmp_path: Path, file: str, text: str, is_read: bool) -> None:
    view = "class View:\n    failed: bool = False\n\nprint(View())\n"
    assert unused_in(tmp_path, a_dot_py=view, **{file: text}) == ([] if is_read else ["failed"])


def test_an_attribute_that_only_a_template_or_a_script_seems_to_read_is_found(tmp_path: Path) -> None:
    """They get dataclasses, whose attributes are fields."""
    renamed = WATCHED.replace("    pool.work()", "    pool.failed = repr\n    pool.work()")
    assert unused_in(tmp_path, a_dot_py=renamed, page_dot_html="{{ view.failed }}", page_dot_js="x.failed") == [
        "failed"
    ]


def test_a_property_that_only_a_script_seems_to_read_is_found(tmp_path: Path) -> None:
    view = "class View:\n    @property\n    def failed(self): return 0\n\nprint(View())\n"
    assert unused_in(tmp_path, a_dot_py=view, page_dot_js="x.failed") == ["failed"]


def test_a_name_in_a_quoted_annotation_is_used_and_a_value_of_a_literal_is_none(tmp_path: Path) -> None:
    types = "from x import Code, Link\ndef make(link: 'Link', kind: Literal['Code']): print(link, kind)\nmake(1, 2)\n"
    assert unused_in(tmp_path, a_dot_py=types) == ["Code"]


def test_the_reviewed_list_is_exact(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def idle():\n    return 0\n", encoding="utf-8")
    assert list(find_faults(tmp_path, {})) == ["a.py:1: nobody reads this function: idle"]
    assert list(find_faults(tmp_path, {"a library calls it": ("a.py:idle",)})) == []
    (fault,) = find_faults(tmp_path, {"a library calls it": ("a.py:idle", "b.py:idle")})
    assert fault.endswith("b.py:idle")
