"""The server's own authority, and the certificate with which it proves that it is this server.

Phones that trust the authority trust this server. It can vouch only for names and addresses that
do not exist on the internet, so its key is of no use outside the home network.
"""

import re
import ssl
from collections.abc import Iterator
from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path
from threading import Event, Thread
from typing import cast

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from scorekeeper.config import SettingError, write_private

AUTHORITY, CERTIFICATE = "authority.pem", "certificate.pem"
"""Files in the data folder, each with a certificate and its key."""
TRUSTED = timedelta(days=3650)
"""The life of the authority: each phone has to trust a new one by hand."""
LIFE = timedelta(days=90)
RENEWED = timedelta(days=30)
"""The rest of a life at which a certificate is renewed."""
LOOK = timedelta(minutes=1)
"""The interval at which the running server checks whether to renew, since the clock may be set."""
EARLIER = timedelta(days=1)
"""Certificates begin in the past, for phones whose clock is slow."""
DOMAINS = ("local", "localhost", "lan", "home", "internal", "home.arpa", "localdomain", "fritz.box")
NETWORKS = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"),
    *("127.0.0.0/8", "fc00::/7", "fe80::/10", "::1/128"),
)
"""Home networks: nothing on the internet has such a name or address."""
Key = ec.EllipticCurvePrivateKey
Held = tuple[x509.Certificate, Key]
HOST = re.compile(r"[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*\Z")


class Authority:
    """The authority of a data folder, and a context for connections to this server.

    ``address`` is the host that phones open, ``name`` this machine's. Raises SettingError if the
    address is not one of a home network.
    """

    def __init__(self, folder: Path, address: str, name: str, now: datetime) -> None:
        self._file = folder / CERTIFICATE
        own = folder / AUTHORITY
        # If the clock was set back, the authority is not replaced: phones would have to trust a new
        # one.
        if (pair := _read(own)) is None or pair[0].not_valid_after_utc - now <= LIFE:
            made = _made(name.partition(".")[0].lower(), now)
            write_private(own, _pem(*made), replaces=own.exists())
            pair = _read(own) or made
        self._certificate, self._key = pair
        self._names = [one for one in _names(address, name) if self._vouches_for(one)]
        if address not in self._names:
            raise SettingError(
                f"{address or 'This'} is not an address of a home network: name one with --address,"
                f" such as http://{name}.local with its port, or see docs/https.md for the internet"
            )
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.set_alpn_protocols(["http/1.1"])
        self.context.options |= ssl.OP_NO_RENEGOTIATION
        self._loaded: x509.Certificate | None = None
        self.renew(now)

    @property
    def certificate(self) -> bytes:
        """The authority's certificate, which phones install (DER)."""
        return bytes(self._certificate.public_bytes(serialization.Encoding.DER))

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of this certificate, as phones show it."""
        found: bytes = self._certificate.fingerprint(hashes.SHA256())
        return found.hex(":").upper()

    def renew(self, now: datetime) -> None:
        """Renew the server's certificate if it ends soon or lacks a name.

        Connections that are open keep the old one.
        """
        pair = _read(self._file)
        if pair is None or not self._suits(pair[0], now):
            write_private(self._file, _pem(*self._issued(now)), replaces=True)
            pair = _read(self._file)
        if pair is not None and pair[0] != self._loaded:
            self.context.load_cert_chain(self._file)
            self._loaded = pair[0]

    def keep_renewed(self) -> None:
        """Renew the certificate in time while the server runs."""
        Thread(target=self._look, daemon=True, name="authority").start()

    def _look(self) -> None:
        while not Event().wait(LOOK.total_seconds()):
            self.renew(datetime.now().astimezone())

    def _suits(self, certificate: x509.Certificate, now: datetime) -> bool:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        issued = {str(name.value) for name in names}
        is_begun: bool = certificate.not_valid_before_utc <= now
        lasts: bool = certificate.not_valid_after_utc - now > RENEWED
        return is_begun and lasts and issued == set(self._names) and self._issued_it(certificate)

    def _issued_it(self, certificate: x509.Certificate) -> bool:
        try:
            certificate.verify_directly_issued_by(self._certificate)
        except (ValueError, InvalidSignature):
            return False
        return True

    def _vouches_for(self, name: str) -> bool:
        limits = self._certificate.extensions.get_extension_for_class(x509.NameConstraints).value
        permitted = [str(limit.value) for limit in limits.permitted_subtrees or ()]
        if _is_address(name):
            networks = [ip_network(one) for one in permitted if "/" in one]
            return any(ip_address(name) in network for network in networks)
        return any(f".{name}".endswith(f".{one}") for one in permitted)

    def _issued(self, now: datetime) -> Held:
        key = ec.generate_private_key(ec.SECP256R1())
        builder = (
            _begun(self._names[0], key, self._certificate.subject, now, LIFE)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.SubjectAlternativeName(map(_general, self._names)), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()),
                critical=False,
            )
        )
        return builder.sign(self._key, hashes.SHA256()), key


def _made(name: str, now: datetime) -> Held:
    key = ec.generate_private_key(ec.SECP256R1())
    permitted: list[x509.GeneralName] = [
        *(x509.DNSName(domain) for domain in (*DOMAINS, *([name] if HOST.match(name) else []))),
        *(x509.IPAddress(ip_network(network)) for network in NETWORKS),
    ]
    title = f"Scorekeeper {name}"[:64]
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, title)])
    builder = (
        _begun(title, key, subject, now, TRUSTED)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
    )
    return builder.sign(key, hashes.SHA256()), key


def _begun(
    name: str, key: Key, issuer: x509.Name, now: datetime, life: timedelta
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])]))
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(now + life)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    """Issue certificates, or prove an identity."""
    others = ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement")
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        **dict.fromkeys((*others, "encipher_only", "decipher_only"), False),
    )


def _names(address: str, name: str) -> Iterator[str]:
    """The names of this server, beginning with the address that phones open."""
    yield address
    name = name.lower()
    own = [name] if "." in name else [name, f"{name}.local"]
    for one in (*own, "localhost", "127.0.0.1"):
        if one != address and (_is_address(one) or HOST.match(one)):
            yield one


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _general(name: str) -> x509.GeneralName:
    return x509.IPAddress(ip_address(name)) if _is_address(name) else x509.DNSName(name)


def _pem(certificate: x509.Certificate, key: Key) -> bytes:
    hidden = serialization.NoEncryption()
    form = serialization.PrivateFormat.PKCS8
    pem = serialization.Encoding.PEM
    return bytes(certificate.public_bytes(pem) + key.private_bytes(pem, form, hidden))


def _read(file: Path) -> Held | None:
    """The certificate and key in a file; None if it has none."""
    try:
        text = file.read_bytes()
        key = serialization.load_pem_private_key(text, None)
        return x509.load_pem_x509_certificate(text), cast("Key", key)
    except (FileNotFoundError, ValueError):
        return None
