# SPDX-License-Identifier: BSD-3-Clause
"""A rover for RockSample that is told in its settings where the rocks are.

It checks a rock from afar, goes there if it looks good, checks again, and samples it.
"""

import json
import sys


def read():
    return json.loads(sys.stdin.readline())


def say(message):
    print(json.dumps(message), flush=True)


def act(action):
    """Answers the question with an action, and returns what was seen."""
    if read()["type"] == "end":
        sys.exit()
    say({"action": action})
    return read()["seen"]


def go(here, there):
    """Walks from one cell to another."""
    for _ in range(abs(there[0] - here[0])):
        act("east" if there[0] > here[0] else "west")
    for _ in range(abs(there[1] - here[1])):
        act("north" if there[1] > here[1] else "south")
    return there


def distance(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


start = read()
size, rocks = start["rules"]["size"], start["settings"]["rocks"]
say({"ready": True})
here, left = [0, size // 2], list(range(len(rocks)))
while left:
    rock = min(left, key=lambda i: distance(here, rocks[i]))
    left.remove(rock)
    look = "check-%d" % (rock + 1)
    if act(look) == "good":
        here = go(here, rocks[rock])
        if act(look) == "good":
            act("sample")
while True:
    act("east")
