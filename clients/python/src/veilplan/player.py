# SPDX-License-Identifier: BSD-3-Clause
"""A Python class as a player in experiments: ``player: "exec:python3 mine.py"``."""

from __future__ import annotations

import json
import random
import sys
from typing import Any, Dict, List, Optional, Sequence, TextIO, Type


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

    @classmethod
    def move_many(cls, players: Sequence[Any], actions: Sequence[List[str]]) -> Sequence[str]:
        """Returns an action for each of many episodes, with ``params: {persistent: true, batch: 256}``.

        A neural policy overrides it and evaluates all in one pass.
        """
        return [player.move(offered) for player, offered in zip(players, actions)]


def run(make: Type[Player], *, input: Optional[TextIO] = None, output: Optional[TextIO] = None) -> None:
    """Plays episodes until veil closes the input.

    A persistent player gets another start after an end. With a batch, each message is about many episodes.
    """
    source, target = input or sys.stdin, output or sys.stdout

    def say(message: Dict[str, Any]) -> None:
        target.write(json.dumps(message) + "\n")
        target.flush()

    player: Optional[Player] = None
    batch = _Batch(make)
    for line in source:
        message = json.loads(line)
        kind = message["type"]
        if kind == "start":
            if "batch" in message:
                batch.start = message
            else:
                player = make(message)
            say({"ready": True})
        elif kind == "moves":
            say({"moves": [{"action": action} for action in batch.moves(message)]})
        elif kind == "move" and player is not None:
            say({"action": player.move(message["actions"])})
        elif kind == "result" and player is not None:
            player.hear(message["seen"], message["reward"], message["done"])
        elif kind == "end":
            batch.end(message)
            player = None


class _Batch:
    """The players of the episodes that are being played, by number."""

    def __init__(self, make: Type[Player]) -> None:
        self.make = make
        self.start: Dict[str, Any] = {}
        self.players: Dict[int, Player] = {}

    def moves(self, message: Dict[str, Any]) -> Sequence[str]:
        self.end(message)
        asked = message["episodes"]
        for one in asked:
            if "seed" in one:
                self.players[one["episode"]] = self.make({**self.start, "seed": one["seed"]})
            else:
                self.players[one["episode"]].hear(one["seen"], one["reward"], False)
        return self.make.move_many([self.players[one["episode"]] for one in asked], [one["actions"] for one in asked])

    def end(self, message: Dict[str, Any]) -> None:
        for one in message.get("over", []):
            self.players.pop(one["episode"]).hear(one["seen"], one["reward"], one["done"])
