"""Only the services are asked, over connections to addresses that were checked, whatever names and redirects say."""

import ssl
import subprocess
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from shutil import which

import pytest

from bot.sources.access import Access, is_public, resolved
from bot.sources.errors import NoAnswer, Refused
from bot.sources.lookup import SERVICES
from tests.sources_kit import QUICK, Rests, Told, access_to, client_of, served

ORIGIN = "https://api.example.org"


ACCESS = Access({ORIGIN: 1.0}, resolve=lambda _host, _port: (ip_address("93.184.215.14"),))


@pytest.mark.parametrize(
    "address",
    ["93.184.215.14", "8.8.8.8", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "64:ff9b::808:808", "::ffff:8.8.8.8"],
)
def test_addresses_of_the_open_internet_may_be_asked(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",  # noqa: S104
        "224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.2.1", "::1", "::", "fe80::1", "fc00::1", "fd00:ec2::254",
        "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "64:ff9b::7f00:1", "2002:7f00:1::",
        "2002:a00:1::", "2001:db8::1",
    ],
)  # fmt: skip
def test_addresses_inside_any_network_may_not(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "http://api.example.org/x", "https://api.example.org:444/x", "https://api.example.org.evil.test/x",
        "https://user@api.example.org/x", "https://api.example.org@evil.test/", "https://API.EXAMPLE.ORG/",
        "ftp://api.example.org/x", "file:///etc/passwd", "//api.example.org/x", "gopher://api.example.org/",
        "https://api.example.org\\@evil.test/", "https://api.example.org/a b", "https://api.example.org/\r\nX: y",
        "https://[::1", "https://аpi.example.org/", "", "https://127.0.0.1/",
    ],
)  # fmt: skip
def test_no_address_but_those_of_the_services_is_asked(url: str) -> None:
    with pytest.raises(Refused):
        ACCESS.place(url)


def test_an_address_of_a_service_is_taken_apart() -> None:
    place = ACCESS.place(f"{ORIGIN}/works/10.1%2Fx?rows=5")

    assert (place.host, place.port, place.secure) == ("api.example.org", 443, True)
    assert place.target == "/works/10.1%2Fx?rows=5"
    assert place.addresses == (ip_address("93.184.215.14"),)


def test_all_services_are_asked_encrypted() -> None:
    assert all(service.origin.startswith("https://") and service.interval > 0 for service in SERVICES)


@pytest.mark.parametrize("inside", [("10.0.0.5",), ("93.184.215.14", "127.0.0.1"), ("::ffff:169.254.169.254",), ()])
def test_a_name_that_leads_inside_is_refused_before_anything_is_sent(inside: tuple[str, ...]) -> None:
    access = Access({ORIGIN: 0.0}, resolve=lambda _host, _port: tuple(map(ip_address, inside)))

    with pytest.raises(Refused, match="inside this network"):
        access.place(f"{ORIGIN}/x")


def test_a_name_that_leads_inside_only_the_second_time_is_refused_the_second_time() -> None:
    answers = iter([("127.0.0.1",), ("127.0.0.2",)])

    with served() as services:
        services.say("/", Told(status=503))
        access = access_to(
            services.origin,
            resolve=lambda _host, _port: tuple(map(ip_address, next(answers))),
            permits=lambda address: str(address) == "127.0.0.1",
        )
        with pytest.raises(Refused, match="inside this network"):
            client_of(access, Rests()).get(f"{services.origin}/x")

    assert services.paths == ["/x"]


def test_a_name_that_nobody_knows_is_told_calmly() -> None:
    access = Access({"https://paperboy.invalid": 0.0})

    with pytest.raises(NoAnswer, match=r"paperboy\.invalid cannot be found"):
        access.place("https://paperboy.invalid/")


def test_names_are_resolved_as_this_machine_does() -> None:
    assert ip_address("127.0.0.1") in resolved("localhost", 80)


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("http://127.0.0.1:9/secret", "none of the services"),
        ("http://169.254.169.254/latest/meta-data/", "none of the services"),
        ("https://evil.test/", "none of the services"),
        ("file:///etc/passwd", "none of the services"),
        ("//evil.test/x", "none of the services"),
        ("http://[::1", "was not followed"),
    ],
)
def test_a_redirect_to_anywhere_else_is_not_followed(location: str, reason: str) -> None:
    with served() as services:
        services.say("/x", Told(status=302, headers={"Location": location}))
        with pytest.raises(Refused, match=reason):
            client_of(access_to(services.origin), Rests()).get(f"{services.origin}/x")

    assert services.paths == ["/x"]


def test_a_redirect_within_the_services_is_followed() -> None:
    with served() as services:
        services.say("/old", Told(status=301, headers={"Location": "/new"}))
        services.say("/new", Told("here"))

        assert client_of(access_to(services.origin), Rests()).get(f"{services.origin}/old") == b"here"


def test_redirects_in_a_circle_end() -> None:
    with served() as services:
        services.say("/x", Told(status=302, headers={"Location": "/x"}))
        with pytest.raises(NoAnswer, match="without end"):
            client_of(access_to(services.origin), Rests()).get(f"{services.origin}/x")

    assert len(services.paths) == QUICK.redirects + 1


def test_no_redirect_leads_from_an_encrypted_to_an_open_connection() -> None:
    assert ACCESS.moved(f"{ORIGIN}/a", "/b") == f"{ORIGIN}/b"
    with pytest.raises(Refused, match="without encryption"):
        ACCESS.moved(f"{ORIGIN}/a", "http://api.example.org/b")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory, skip_without: Callable[[str, bool, str], None]) -> Path:
    """A folder with a certificate that signs itself, for services.test, and its key."""
    skip_without("openssl", which("openssl") is not None, "openssl is not installed")
    folder = tmp_path_factory.mktemp("tls")
    key, crt = folder / "key.pem", folder / "crt.pem"
    name = ["-subj", "/CN=services.test", "-addext", "subjectAltName=DNS:services.test"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    subprocess.run([*made, "-keyout", str(key), "-out", str(crt), *name], check=True, capture_output=True)
    return folder


def encrypted(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "crt.pem", certificate / "key.pem")
    return context


def trusting(certificate: Path) -> Callable[[], ssl.SSLContext]:
    return lambda: ssl.create_default_context(cafile=str(certificate / "crt.pem"))


def test_an_encrypted_connection_to_the_checked_address_is_held_to_the_servers_name(certificate: Path) -> None:
    with served(encrypted(certificate)) as services:
        services.say("/x", Told("over tls"))
        origin = services.origin.replace("http:", "https:")

        assert client_of(access_to(origin, tls=trusting(certificate)), Rests()).get(f"{origin}/x") == b"over tls"
        assert services.asked[0][1]["Host"] == origin.removeprefix("https://")


@pytest.mark.parametrize("host", ["other.test", "127.0.0.1"])
def test_a_server_with_a_certificate_for_another_name_is_not_asked(certificate: Path, host: str) -> None:
    with served(encrypted(certificate)) as services:
        origin = services.origin.replace("http://services.test", f"https://{host}")
        with pytest.raises(NoAnswer, match="certificate that cannot be trusted"):
            client_of(access_to(origin, tls=trusting(certificate)), Rests()).get(f"{origin}/x")

    assert services.asked == []


def test_a_certificate_that_nobody_vouches_for_is_not_trusted(certificate: Path) -> None:
    with served(encrypted(certificate)) as services:
        origin = services.origin.replace("http:", "https:")
        with pytest.raises(NoAnswer, match="certificate that cannot be trusted"):
            client_of(access_to(origin), Rests()).get(f"{origin}/x")

    assert services.asked == []
