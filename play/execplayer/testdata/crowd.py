# SPDX-License-Identifier: BSD-3-Clause
"""Listens in the tiger problem until one side is nearly certain, in many episodes at a time.

Settings: die, the number of a message at which the process ends; leak, to begin with what an
earlier episode suggests;
short, to leave out a move; wild, to choose an impossible action in the episode of that number.
"""
import json
import os
import sys


def heard(right, seen):
    if seen == "silence":
        return 0.5
    odds = 0.85 if seen == "growl-right" else 0.15
    return odds * right / (odds * right + (1 - odds) * (1 - right))


def say(message):
    print(json.dumps(message), flush=True)


belief, settings, messages, last = {}, {}, 0, 0.5
with open("pids", "a") as file:
    print(os.getpid(), file=file)
for line in sys.stdin:
    message = json.loads(line)
    for one in message.get("over", []):
        last = 0.85 if belief.pop(one["episode"]) > 0.5 else 0.15
    if message["type"] == "start":
        settings = message.get("settings") or {}
        say({"ready": True})
    elif message["type"] == "moves":
        messages += 1
        with open("sizes", "a") as file:
            print(len(message["episodes"]), file=file)
        if messages == settings.get("die"):
            sys.exit(7)
        moves = []
        for one in message["episodes"]:
            key = one["episode"]
            if "seed" in one:
                belief[key] = last if settings.get("leak") else 0.5
            else:
                belief[key] = heard(belief[key], one["seen"])
            right = belief[key]
            moves.append({"action": "left" if right > 0.9 else "right" if right < 0.1 else "listen"})
            if key == settings.get("wild"):
                moves[-1] = {"action": "sleep"}
        say({"moves": moves[1:] if settings.get("short") else moves})
