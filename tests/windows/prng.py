"""A library of Windows that Debian's Wine lacks, and that every library in Rust needs."""

import struct

NAME = "bcryptprimitives.dll"
CALLED = b"ProcessPrng\0"
FORWARDED = b"advapi32.SystemFunction036\0"
"""The same under the name that Wine has: fill bytes at random."""
BASE, FILE = 0x1000, 0x200
"""Where its only section begins, in memory and in the file."""


def library() -> bytes:
    """A library without code: one name that leads to another (Microsoft's *PE Format*)."""
    name = NAME.encode() + b"\0"
    tables = BASE + 40
    names = tables + 10
    ends = [names + len(name), names + len(name) + len(CALLED)]
    exports = struct.pack("<IIHHIIIIIII", 0, 0, 0, 0, names, 1, 1, 1, *_each(tables))
    exports += struct.pack("<IIH", ends[1], ends[0], 0) + name + CALLED + FORWARDED
    dos = b"MZ".ljust(60, b"\0") + struct.pack("<I", 64)
    coff = struct.pack("<4sHHIIIHH", b"PE\0\0", 0x8664, 1, 0, 0, 0, 240, 0x2022)
    optional = struct.pack("<HBBIIIII", 0x20B, 0, 0, 0, FILE, 0, 0, BASE)
    optional += struct.pack("<QIIHHHHHHI", 0x180000000, BASE, FILE, 6, 0, 0, 0, 6, 0, 0)
    optional += struct.pack("<IIIHHQQQQII", 2 * BASE, FILE, 0, 3, 0x100, *[BASE] * 4, 0, 16)
    optional += struct.pack("<II", BASE, len(exports)) + bytes(15 * 8)
    section = struct.pack("<8sIIIIIIHHI", b".edata", FILE, BASE, FILE, FILE, 0, 0, 0, 0, 0x40000040)
    return (dos + coff + optional + section).ljust(FILE, b"\0") + exports.ljust(FILE, b"\0")


def _each(tables: int) -> tuple[int, int, int]:
    """The tables of addresses, of names, and of the addresses' numbers."""
    return tables, tables + 4, tables + 8
