"""The server's own authority: the phones that trust it, the names it covers, and its lifetime."""

import shutil
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper import authority
from scorekeeper.authority import AUTHORITY, CERTIFICATE, LIFE, RENEWED, TRUSTED, Authority
from scorekeeper.config import SettingError

NOW = datetime.now(UTC)
DAY = timedelta(days=1)
HOST = "192.168.1.20"


def at(folder: Path, now: datetime = NOW, address: str = HOST) -> Authority:
    """The authority as the server starts at this time."""
    return Authority(folder, address, "Laptop", now)


def proved(server: Authority, host: str, trusted: bytes = b"") -> bytes:
    """The certificate that a phone accepts for this host; raises ssl.SSLCertVerificationError."""
    phone = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    phone.load_verify_locations(cadata=trusted or server.certificate)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = (
        phone.wrap_bio(back, there, server_hostname=host),
        server.context.wrap_bio(there, back, server_side=True),
    )
    waiting = set(ends)
    while waiting:
        for end in ends:
            try:
                end.do_handshake()
                waiting.discard(end)
            except ssl.SSLWantReadError:
                continue
    return ends[0].getpeercert(binary_form=True) or b""


@pytest.mark.parametrize("host", [HOST, "laptop", "laptop.local", "localhost", "127.0.0.1"])
def test_a_phone_that_trusts_the_authority_trusts_every_name_of_the_server(
    tmp_path: Path, host: str
) -> None:
    assert proved(at(tmp_path), host)


def test_a_phone_trusts_no_other_name_and_no_other_authority(tmp_path: Path) -> None:
    server = at(tmp_path)
    (tmp_path / "other").mkdir()
    for host, trusted in (("192.168.1.21", b""), (HOST, at(tmp_path / "other").certificate)):
        with pytest.raises(ssl.SSLCertVerificationError):
            proved(server, host, trusted)


def test_only_their_owner_can_read_the_keys(tmp_path: Path) -> None:
    at(tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {AUTHORITY, CERTIFICATE}
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}


def test_the_next_start_keeps_both_certificates(tmp_path: Path) -> None:
    first, next_time = at(tmp_path), at(tmp_path, NOW + DAY)
    assert proved(first, HOST) == proved(next_time, HOST)
    assert first.fingerprint == next_time.fingerprint


def test_a_running_server_renews_its_certificate_in_its_last_month(tmp_path: Path) -> None:
    server = at(tmp_path, NOW - LIFE + RENEWED)
    first = proved(server, HOST)
    server.renew(NOW - DAY)
    assert proved(server, HOST) == first
    server.renew(NOW)
    assert proved(server, HOST) != first


def test_a_certificate_is_renewed_for_a_new_address(tmp_path: Path) -> None:
    first = at(tmp_path)
    moved = at(tmp_path, address="10.0.0.7")
    assert proved(moved, "10.0.0.7", first.certificate)


def test_the_authority_is_replaced_before_it_ends_and_a_certificate_never_outlives_it(
    tmp_path: Path,
) -> None:
    first = at(tmp_path)
    assert at(tmp_path, NOW + TRUSTED - LIFE - DAY).certificate == first.certificate
    replaced = at(tmp_path, NOW + TRUSTED - LIFE)
    assert replaced.certificate != first.certificate


def test_a_clock_that_was_set_back_renews_the_certificate_and_keeps_the_authority(
    tmp_path: Path,
) -> None:
    first = at(tmp_path)
    issued = proved(first, HOST)
    early = at(tmp_path, NOW - 365 * DAY)
    assert early.certificate == first.certificate
    early.renew(NOW)
    assert proved(early, HOST) != issued


@pytest.mark.parametrize("address", ["8.8.8.8", "scores.example.org", "notlocal", ""])
def test_an_address_on_the_internet_is_refused(tmp_path: Path, address: str) -> None:
    with pytest.raises(SettingError, match=r"is not an address of a home network"):
        at(tmp_path, address=address)


def test_phones_reject_a_certificate_that_a_thief_of_the_key_makes_for_the_internet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = at(tmp_path).certificate
    monkeypatch.setattr(Authority, "_vouches_for", lambda *_: True)
    for host in ("bank.example", "8.8.8.8"):
        forged = at(tmp_path, address=host)
        with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
            proved(forged, host, own)


@pytest.mark.parametrize("name", [AUTHORITY, CERTIFICATE])
def test_a_damaged_file_is_replaced(tmp_path: Path, name: str) -> None:
    at(tmp_path)
    (tmp_path / name).write_text("nonsense")
    assert proved(at(tmp_path), HOST)


def test_a_certificate_of_another_authority_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    at(tmp_path)
    at(tmp_path / "other")
    shutil.copy(tmp_path / "other" / CERTIFICATE, tmp_path / CERTIFICATE)
    assert proved(at(tmp_path), HOST)


def test_a_name_that_no_certificate_can_have_is_left_out(tmp_path: Path) -> None:
    assert proved(Authority(tmp_path, HOST, "Anns Läptop", NOW), HOST)
    assert authority.HOST.match("laptop")
