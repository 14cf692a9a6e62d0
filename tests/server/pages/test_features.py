"""The rules of CONTRIBUTING hold for every page: one package has all of it, and the table its addresses."""

import inspect
from pathlib import Path

import byestand.server
from byestand.server.urls import ADDRESSES
from byestand.server.web.app_url import PAGES
from check_templates import views

SHARED = Path(byestand.server.__path__[0]) / "web" / "templates"
FEATURES = sorted(path for path in PAGES.iterdir() if (path / "__init__.py").exists())


def folder_of(template: str) -> Path:
    (found,) = [path.parent for path in (*SHARED.glob("*.html"), *PAGES.glob("*/*.html")) if path.name == template]
    return found


def test_a_template_lies_beside_its_view() -> None:
    for template, classes in views().items():
        folder = folder_of(template)
        for view in classes:
            assert folder in (Path(inspect.getfile(view)).parent, SHARED), f"{template}: {view.__qualname__}"


def test_templates_scripts_and_stylesheets_have_names_of_their_own() -> None:
    """They are found by their names alone, in any folder."""
    shared = Path(byestand.server.__path__[0]) / "web"
    for kind in ("html", "js", "css"):
        names = [path.name for path in (*shared.glob(f"*/*.{kind}"), *PAGES.glob(f"*/*.{kind}"))]
        assert names
        assert len(set(names)) == len(names)


def test_every_feature_has_an_address_and_every_endpoint_a_place() -> None:
    modules = {inspect.getclosurevars(one.endpoint).nonlocals.get("page", one.endpoint) for one in ADDRESSES}
    packages = {getattr(one, "run", one).__module__.removeprefix("byestand.server.") for one in modules}
    assert {package.split(".")[1] for package in packages if package.startswith("pages.")} == {
        feature.name for feature in FEATURES
    }
    assert {package.split(".")[0] for package in packages} == {"api", "nights", "pages"}


def test_every_address_answers_one_method_once() -> None:
    answered = [(one.path, method) for one in ADDRESSES for method in one.methods]
    assert len(set(answered)) == len(answered)
