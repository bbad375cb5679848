# SPDX-License-Identifier: BSD-3-Clause
"""A Python class as a player in experiments: ``player: "exec:python3 mine.py"``."""

from __future__ import annotations

import json
import random
import sys
from typing import Any, Dict, List, Optional, TextIO, Type


class Player:
    """Plays one episode. ``run`` makes a new object for each, so nothing is carried over by accident.

    ``random`` is seeded by veil: take all randomness from it. ``domain``, ``rules``, ``discount`` and ``settings`` are
    those of the first message.
    """

    def __init__(self, start: Dict[str, Any]) -> None:
        self.domain: str = start["domain"]
        self.rules: Dict[str, Any] = start["rules"]
        self.discount: float = start["discount"]
        self.settings: Any = start.get("settings")
        self.random = random.Random(start["seed"])

    def move(self, actions: List[str]) -> str:
        """Returns one of the actions."""
        raise NotImplementedError

    def hear(self, seen: str, reward: float, done: bool) -> None:
        """Is told what followed."""


def run(make: Type[Player], *, input: Optional[TextIO] = None, output: Optional[TextIO] = None) -> None:
    """Plays episodes until veil closes the input. A persistent player gets another start after an end."""
    source, target = input or sys.stdin, output or sys.stdout

    def say(message: Dict[str, Any]) -> None:
        target.write(json.dumps(message) + "\n")
        target.flush()

    player: Optional[Player] = None
    for line in source:
        message = json.loads(line)
        kind = message["type"]
        if kind == "start":
            player = make(message)
            say({"ready": True})
        elif kind == "move" and player is not None:
            say({"action": player.move(message["actions"])})
        elif kind == "result" and player is not None:
            player.hear(message["seen"], message["reward"], message["done"])
        elif kind == "end":
            player = None
