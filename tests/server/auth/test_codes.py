"""Typed codes: nine characters without look-alikes, found by their hash, valid as long as their session."""

import hmac
import re
import sqlite3
from base64 import b32encode
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from byestand.errors import RequestRefused
from byestand.night import events as of
from byestand.server.auth import access_codes as module
from byestand.server.auth.access_codes import Codes, is_link
from byestand.server.auth.roles import Role
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.store import Store
from byestand.server.storage.workspaces import sweep
from tests.support.setups import session_setup
from tests.support.stores import Place, place_of, someones

CHARACTERS = "[A-HJ-NP-Y3-9]"
"""Letters and digits without O, 0, I, 1, Z and 2, written a second time."""
EVENING = datetime(2026, 11, 19, 19, 30, tzinfo=UTC)
NIGHT = session_setup("Thursday", "M0505")


@pytest.fixture(params=["file", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return place_of(request.param, tmp_path)


@pytest.fixture
def store(place: Place) -> Store:
    return place.store()


def set_time(store: Store, moment: datetime) -> None:
    store.now = moment.timestamp


class TestShape:
    def test_a_code_has_three_groups_of_three_characters_without_look_alikes(self, store: Store) -> None:
        night = someones(store).add(NIGHT)
        rights = [Role("display", night), *(Role("pair", night, f"N{number}") for number in range(1, 200))]
        codes = Codes(store).codes(rights)
        assert all(re.fullmatch(rf"{CHARACTERS}{{3}}( {CHARACTERS}{{3}}){{2}}", code) for code in codes)
        assert len(set(codes)) == len(rights)
        used = set("".join(codes)) - {" "}
        assert len(used) == 30, "1,800 characters use all of them"

    @pytest.mark.parametrize("way", ["{0} {1} {2}", "{0}{1}{2}", "{0}-{1}-{2}", " {0} – {1}\t{2}\n", "{0}.{1}.{2}"])
    def test_it_is_typed_in_groups_or_not_and_in_small_letters_or_capitals(self, store: Store, way: str) -> None:
        codes, right = Codes(store), Role("display", someones(store).add(NIGHT))
        typed = way.format(*codes.code(right).split())
        wanted = None if "." in typed else right
        assert [codes.opened_by(text) for text in (typed, typed.lower())] == [wanted] * 2

    def test_one_character_more_less_or_other_opens_nothing(self, store: Store) -> None:
        codes, night = Codes(store), someones(store).add(NIGHT)
        code = next(
            code
            for label in range(99)
            if "S" in (code := codes.code(Role("pair", night, f"N{label}")).replace(" ", ""))
        )
        assert codes.opened_by(code)
        others = [code[:-1], code + "A", code[1:] + code[0]]
        others += [code[:at] + ("A" if code[at] != "A" else "B") + code[at + 1 :] for at in range(9)]
        others += [code[:at] + unused + code[at + 1 :] for at in range(9) for unused in "O0I1Z2ſé"]
        assert {codes.opened_by(other) for other in others if other != code} == {None}

    def test_a_wrong_link_of_a_desk_is_told_from_a_wrong_code(self) -> None:
        assert is_link("D2-XDZL-WFBK-XOGQ-XJQJ")
        assert is_link(" d2-xdzl-wfbk")
        assert not any(map(is_link, ("DEF GHJ KLM", "d3456789a", "W1-AAAA-AAAA-AAAA-AAAA", "")))

    def test_letters_like_those_of_a_director_open_no_session(self, place: Place, store: Store) -> None:
        codes, right = Codes(store), Role("pair", someones(store).add(NIGHT), "N1")
        codes.code(right)
        ((secret,),) = place.do("select secret from secrets")
        assert isinstance(secret, bytes)
        letters = b32encode(hmac.digest(secret, f"code {right.subject}".encode(), "sha256")[:10]).decode()
        assert codes.opened_by(f"{right.subject}-{letters}") is None


class TestLookingUp:
    def test_the_database_has_a_hash_and_never_the_code(self, place: Place, store: Store) -> None:
        codes = Codes(store)
        shown = codes.code(Role("pair", someones(store).add(NIGHT), "N1"))
        ((hash, pair),) = place.do("select hash, pair from codes")
        assert isinstance(hash, bytes)
        assert (len(hash), pair) == (32, "N1")
        if isinstance(store.database.source, str) and Path(store.database.source).is_file():
            with closing(sqlite3.connect(store.database.source)) as base:
                dump = "\n".join(base.iterdump())
            assert not any(form in dump for form in (shown, shown.replace(" ", "")))

    def test_a_code_opens_the_right_of_its_own_night_and_club_only(self, store: Store) -> None:
        codes = Codes(store)
        nights = [club.add(NIGHT) for club in (someones(store), someones(store)) for _ in range(2)]
        rights = [Role("display", night) for night in nights]
        rights += [Role("pair", night, label) for night in nights for label in ("", "N1", "E1")]
        shown = codes.codes(rights)
        assert len(set(shown)) == len(rights)
        assert [codes.opened_by(code) for code in shown] == rights

    def test_a_code_is_dead_when_it_is_renewed_even_if_another_process_stores_it_then(
        self, place: Place, store: Store
    ) -> None:
        codes, right = Codes(store), Role("display", someones(store).add(NIGHT))
        old = codes.code(right)
        stored = place.do("select hash, night, role, pair, shown from codes")
        codes.renew(right)
        assert codes.opened_by(old) is None
        with store.database.open() as base:  # as a process that read the secret before
            base.executemany("insert into codes values (?, ?, ?, ?, ?)", stored)
        assert codes.opened_by(old) is None
        assert codes.opened_by(codes.code(right)) == right

    def test_of_two_rights_with_the_same_code_the_second_gets_another(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "ALPHABET", "AB")
        monkeypatch.setattr(module, "CODES_TRIED", 100)
        codes, night = Codes(store), someones(store).add(NIGHT)
        rights = [Role("pair", night, f"N{number}") for number in range(1, 100)]
        shown = codes.codes(rights)
        assert len(set(shown)) == len(rights)
        assert [codes.opened_by(code) for code in shown] == rights
        assert codes.codes(rights) == shown
        with pytest.raises(RequestRefused, match="no code could be created"):
            codes.codes([Role("pair", night, f"E{number}") for number in range(1, 600)])

    def test_codes_are_gone_with_their_night(self, place: Place, store: Store) -> None:
        nights, codes = someones(store), Codes(store)
        night = nights.add(NIGHT)
        code = codes.code(Role("display", night))
        nights.throw_away(night)
        assert codes.opened_by(code) is None
        assert place.do("select * from codes") == []


class TestExpiring:
    @pytest.fixture
    def nights(self, store: Store) -> VisibleNights:
        set_time(store, EVENING)
        return someones(store)

    def test_those_of_a_planned_night_wait_for_it(self, store: Store, nights: VisibleNights) -> None:
        codes, right = Codes(store), Role("pair", nights.add(NIGHT), "N1")
        card = codes.code(right)
        set_time(store, EVENING + timedelta(days=90))
        sweep(store, None)
        assert codes.opened_by(card) == right

    def test_those_of_a_played_night_expire_a_day_after_its_last_change(
        self, store: Store, nights: VisibleNights
    ) -> None:
        codes, right = Codes(store), Role("pair", nights.add(NIGHT), "N1")
        card = codes.code(right)
        nights.append(right.night, of.Started({"A": 5}))
        set_time(store, EVENING + timedelta(hours=20))
        nights.append(right.night, of.NotesChanged("a result was corrected"))
        set_time(store, EVENING + timedelta(hours=43, minutes=59))
        assert codes.opened_by(card) == right
        set_time(store, EVENING + timedelta(hours=44, minutes=1))
        assert codes.opened_by(card) is None

    def test_what_the_director_is_shown_works_for_half_a_day_at_least(
        self, store: Store, nights: VisibleNights
    ) -> None:
        codes, right = Codes(store), Role("display", nights.add(NIGHT))
        nights.append(right.night, of.Started({"A": 5}))
        for day in (10, 10.4, 10.8, 50):
            set_time(store, EVENING + timedelta(days=day))
            shown = codes.code(right)
            set_time(store, EVENING + timedelta(days=day + 0.5))
            assert codes.opened_by(shown) == right
        set_time(store, EVENING + timedelta(days=51.1))
        assert codes.opened_by(shown) is None

    def test_a_month_later_nothing_of_them_is_stored(self, place: Place, store: Store, nights: VisibleNights) -> None:
        codes, right = Codes(store), Role("display", nights.add(NIGHT))
        codes.code(right)
        nights.append(right.night, of.Started({"A": 5}))
        for days, left in ((29, 1), (31, 0)):
            set_time(store, EVENING + timedelta(days=days))
            sweep(store, None)
            assert len(place.do("select * from codes")) == left

    def test_a_device_that_came_in_stays_in(self, store: Store, nights: VisibleNights) -> None:
        codes, right = Codes(store), Role("pair", nights.add(NIGHT), "N1")
        cookie = codes.cookie(right)
        nights.append(right.night, of.Started({"A": 5}))
        set_time(store, EVENING + timedelta(days=20))
        kept = codes.shown_by(cookie)
        assert kept
        assert kept.right == right
