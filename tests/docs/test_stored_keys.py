"""Every key that is stored or exported is in one readable list."""

from tests.freeze.stored_keys import FILE, stored_keys


def test_no_stored_key_changes_unnoticed() -> None:
    assert stored_keys() == FILE.read_text(encoding="utf-8")
