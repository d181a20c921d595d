"""The packages that the program needs on another system, as wheels."""

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement

from scorekeeper.config import ROOT


class System(NamedTuple):
    """A system as markers of requirements name it, and the tags of wheels that it installs."""

    platform: str
    machine: str
    tags: tuple[str, ...]

    def environment(self, python: str) -> Mapping[str, str]:
        """The values of markers."""
        return {
            "sys_platform": self.platform,
            "platform_machine": self.machine,
            "platform_system": {"win32": "Windows", "darwin": "Darwin"}.get(self.platform, "Linux"),
            "os_name": "nt" if self.platform == "win32" else "posix",
            "python_version": python,
            "python_full_version": f"{python}.0",
            "implementation_name": "cpython",
            "platform_python_implementation": "CPython",
            "extra": "",
        }


INTEL = ("x86_64", "universal2")
WINDOWS = System("win32", "AMD64", ("win_amd64",))
SYSTEMS = {
    "Windows": WINDOWS,
    "Windows on ARM": System("win32", "ARM64", ("win_arm64",)),
    "macOS on Intel": System(
        *("darwin", "x86_64"),
        (
            *(f"macosx_{one}_0_{kind}" for one in range(11, 16) for kind in INTEL),
            *(f"macosx_10_{one}_{kind}" for one in range(9, 16) for kind in INTEL),
        ),
    ),
    "macOS on ARM": System(
        "darwin", "arm64", tuple(f"macosx_{one}_0_arm64" for one in range(11, 16))
    ),
    "Linux on ARM": System(
        *("linux", "aarch64"),
        ("manylinux2014_aarch64", "manylinux_2_28_aarch64", "manylinux_2_34_aarch64"),
    ),
}


def required(system: System, python: str) -> str:
    """The lines of requirements.txt that apply there, with their hashes and without markers."""
    text = (ROOT / "requirements.txt").read_text("utf-8").replace("\\\n", " ")
    lines = []
    for line in filter(lambda line: re.match(r"[a-z]", line), text.splitlines()):
        named, *hashes = line.split("--hash=")
        known = Requirement(named)
        if known.marker is None or known.marker.evaluate(dict(system.environment(python))):
            lines.append(
                " --hash=".join([f"{known.name}{known.specifier}", *map(str.strip, hashes)])
            )
    return "\n".join(lines)


def download(system: System, python: str, folder: Path) -> list[Path]:
    """Download all of them into the folder; raises CalledProcessError if one has no wheel."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = folder / "requirements.txt"
    listed.write_text(required(system, python), "utf-8")
    platforms = (word for tag in system.tags for word in ("--platform", tag))
    command = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "--require-hashes"]
    command += ["--only-binary=:all:", "--python-version", python, *platforms]
    subprocess.run([*command, "-d", folder, "-r", listed], check=True)
    return sorted(folder.glob("*.whl"))
