# SPDX-License-Identifier: BSD-3-Clause
"""Read by mypy only: what a program may write, and mistakes that mypy must find.

A comment "type: ignore" without a mistake is an error itself, so each of them is a check.
"""

import veilplan as veil
from veilplan.types import MinesAnalysis

doc: MinesAnalysis = veil.mines.solve("4x4/4", moves="none")
layouts: str = doc["layouts"]
veil.mines.check({"text": "4x4/4"})

doc["layout"]  # type: ignore[typeddict-item]
veil.mines.solve("4x4/4", moves="some")  # type: ignore[arg-type]
veil.mines.check()  # type: ignore[call-arg]
veil.mines.check("4x4/4", budget={})  # type: ignore[call-arg]
number: int = veil.mines.check("4x4/4")["layouts"]  # type: ignore[assignment]


async def ask(engine: veil.AsyncEngine) -> None:
    answered: MinesAnalysis = await engine.mines.solve("4x4/4")
    waiting: MinesAnalysis = engine.mines.solve("4x4/4")  # type: ignore[assignment]
