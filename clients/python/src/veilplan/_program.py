# SPDX-License-Identifier: BSD-3-Clause
"""Finds the program."""

from __future__ import annotations

import os
import shutil
import sys
from typing import List, Optional


def command(program: Optional[str], workers: int, allow_files: Optional[str]) -> List[str]:
    """Returns the command that starts an engine."""
    words = [program or find(), "rpc"]
    if workers:
        words += ["--workers", str(workers)]
    if allow_files:
        words += ["--allow-files", os.fspath(allow_files)]
    return words


def find() -> str:
    """The program of the variable VEIL, that inside this package, or that on PATH, in this order."""
    inside = os.path.join(os.path.dirname(__file__), "bin", "veil.exe" if sys.platform == "win32" else "veil")
    for name in (os.environ.get("VEIL"), inside if os.path.isfile(inside) else None, shutil.which("veil")):
        if name:
            return name
    raise FileNotFoundError("no program veil: install it, put it on PATH, or name it in the variable VEIL")
