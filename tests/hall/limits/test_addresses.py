"""Who is counted as one."""

import pytest

from steinreich.hall.limits.addresses import UNKNOWN, counted_as, networks, visitor_of


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:0DB8:0001:0002::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("", UNKNOWN),
        ("a" * 10_000, UNKNOWN),
        ("192.0.2.7.8", UNKNOWN),
    ],
)
def test_names(address: str, counted: str) -> None:
    assert counted_as(address) == counted
    assert visitor_of({"client": (address, 1)}) == counted


def test_who_has_no_address() -> None:
    assert visitor_of({"client": None}) == visitor_of({}) == UNKNOWN


def test_proxies() -> None:
    assert [str(one) for one in networks(" 10.0.0.1,, fd00::/8 ")] == ["10.0.0.1/32", "fd00::/8"]
    assert list(networks("")) == []
    with pytest.raises(ValueError, match=r"^10\.0\.0\.1/8$"):
        list(networks("10.0.0.1/8"))
