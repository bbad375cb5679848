# SPDX-License-Identifier: BSD-3-Clause
"""Acting optimally with hidden information: Minesweeper, Kriegspiel, POMDPs, fault diagnosis.

``veilplan.mines``, ``krieg``, ``diag`` and ``pomdp`` ask one engine that starts with the first question.
``Engine`` and ``AsyncEngine`` are engines of your own, ``envs`` has environments in Gymnasium's manner, and
``player`` lets a Python class play in experiments of veil. ``certificate`` checks policies in fractions.
"""

from __future__ import annotations

from typing import Any

from . import _verbs, certificate, envs, player, spaces, types
from ._aio import AsyncEngine
from ._engine import Engine, Krieg, Mines, VeilError, default_engine

__all__ = ["AsyncEngine", "Engine", "VeilError", "certificate", "diag", "envs", "krieg", "mines", "player", "pomdp", "spaces", "types"]

# Those of the engine that starts with the first question.
mines: Mines
krieg: Krieg
diag: _verbs.Diag
pomdp: _verbs.Pomdp


def __getattr__(name: str) -> Any:
    if name in ("mines", "krieg", "diag", "pomdp"):
        return getattr(default_engine(), name)
    raise AttributeError(f"module 'veilplan' has no attribute {name!r}")
