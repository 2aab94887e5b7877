"""Builds the package without other packages: the hooks of PEP 517 and PEP 660 for a folder of Python files.

``python3 build_backend/wheel_of_files.py FOLDER`` builds the wheel as pip would.
"""

from __future__ import annotations

import base64
import hashlib
import re
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_SOURCE = _ROOT / "src"
_TAG = "py3-none-any"
_SINCE_1980 = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip file can store, so that the same files give the same wheel."""


def _said(name: str) -> str:
    """A text of ``pyproject.toml``, because Python can parse the file only from 3.11 on."""
    found = re.search(rf'^{name} = "(.*)"$', (_ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    if found is None:
        raise ValueError(f"pyproject.toml has no {name}")
    return found[1]


def _metadata() -> str:
    lines = (
        "Metadata-Version: 2.1",
        "Name: toolyard",
        f"Version: {_said('version')}",
        f"Summary: {_said('description')}",
        f"License: {_said('license')}",
        f"Requires-Python: {_said('requires-python')}",
        "Description-Content-Type: text/markdown",
    )
    return "\n".join(lines) + "\n\n" + (_ROOT / "README.md").read_text("utf-8")


def _write(folder: str, files: Mapping[str, bytes]) -> str:
    version = _said("version")
    info = f"toolyard-{version}.dist-info"
    whole = {
        **files,
        f"{info}/licenses/LICENSE": (_ROOT / "LICENSE").read_bytes(),
        f"{info}/METADATA": _metadata().encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: toolyard\nRoot-Is-Purelib: true\nTag: {_TAG}\n".encode(),
    }
    record = "".join(f"{path},sha256={_digest(content)},{len(content)}\n" for path, content in whole.items())
    whole[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    name = f"toolyard-{version}-{_TAG}.whl"
    with zipfile.ZipFile(Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in whole.items():
            entry = zipfile.ZipInfo(path, _SINCE_1980)
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return name


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def _files() -> dict[str, bytes]:
    paths = sorted(path for path in _SOURCE.rglob("*") if path.suffix == ".py" or path.name == "py.typed")
    return {path.relative_to(_SOURCE).as_posix(): path.read_bytes() for path in paths}


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    """PEP 517."""
    return _write(wheel_directory, _files())


def build_editable(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    """PEP 660: an editable install."""
    return _write(wheel_directory, {"_toolyard.pth": f"{_SOURCE}\n".encode()})


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]))
