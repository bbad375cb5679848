#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Plays a whole game of Kriegspiel between two veil engines, with veil's referee.

usage: client.py VEIL [RULES [LEVEL-OF-WHITE [LEVEL-OF-BLACK]]]
"""

import subprocess
import sys


class Process:
    """A program that is talked to line by line."""

    def __init__(self, *command):
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def send(self, line):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()

    def read(self):
        line = self.child.stdout.readline()
        if not line:
            raise SystemExit("the program has ended")
        return line.rstrip("\n")


class Engine(Process):
    """A player, by docs/reference/engine-protocol.md."""

    def __init__(self, veil, rules, side, level):
        super().__init__(veil, "engine")
        self.send("vlp")
        while self.read() != "vlpok":
            pass
        self.send(f"newgame krieg rules {rules} side {side} level {level} seed 1")

    def choose(self):
        self.send("go movetime 5000 multipv 0")
        while True:
            words = self.read().split()
            if words[0] == "besttry":
                return words[1]
            if words[0] == "error":
                raise SystemExit("the engine complains: " + " ".join(words))


def answer(referee):
    """The lines of the referee about one try: an empty line ends them."""
    while line := referee.read():
        yield line.partition(" ")[::2]


def play(veil, rules="berkeley_any", white="2", black="1"):
    referee = Process(veil, "krieg", "referee", "--rules", rules)
    engines = {
        "white": Engine(veil, rules, "white", white),
        "black": Engine(veil, rules, "black", black),
    }
    side, moves, tries, over = "white", 0, 0, "stopped"
    while moves < 600 and over == "stopped":
        tries += 1
        referee.send(f"{side[0].upper()} {engines[side].choose()}")
        made = False
        for who, heard in answer(referee):
            if who == "nonsense":
                raise SystemExit(f"{side} tried nonsense")
            if who == "over":
                over = heard
                continue
            engines[who].send("heard " + heard)
            words = heard.split()
            if who == side and words[1] != "any?":
                made = words[2] == "yes"
        if made:
            moves += 1
            side = "black" if side == "white" else "white"
    for engine in engines.values():
        engine.send("quit")
        if engine.child.wait() != 0:
            raise SystemExit("an engine failed")
    referee.child.stdin.close()
    if referee.child.wait() != 0:
        raise SystemExit("the referee failed")
    print(f"{moves} moves, {tries} tries: {over}")


if __name__ == "__main__":
    play(*sys.argv[1:])
