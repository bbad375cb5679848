# SPDX-License-Identifier: BSD-3-Clause
"""Players: the conversation of docs/reference/exec-protocol.md."""

import io
import json
import unittest

from veilplan import player

START = {"type": "start", "protocol": 1, "domain": "tiger", "rules": {}, "seed": 5, "discount": 1}
MOVE = {"type": "move", "move": 1, "actions": ["listen", "left", "right"]}
RESULT = {"type": "result", "seen": "growl-left", "reward": -1, "done": False}


class Counter(player.Player):
    def __init__(self, start):
        super().__init__(start)
        self.heard = 0

    def move(self, actions):
        return actions[self.heard]

    def hear(self, seen, reward, done):
        self.heard += 1


class Dice(player.Player):
    def move(self, actions):
        return self.random.choice(actions)


def talk(make, *messages):
    out = io.StringIO()
    player.run(make, input=io.StringIO("".join(json.dumps(m) + "\n" for m in messages)), output=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


class Conversation(unittest.TestCase):
    def test_an_episode(self):
        got = talk(Counter, START, MOVE, RESULT, MOVE, {"type": "end"})
        self.assertEqual(got, [{"ready": True}, {"action": "listen"}, {"action": "left"}])

    def test_each_episode_has_a_new_object(self):
        got = talk(Counter, START, MOVE, RESULT, {"type": "end"}, START, MOVE, {"type": "end"})
        self.assertEqual(got[-1], {"action": "listen"})

    def test_many_episodes_per_message(self):
        def one(number, **fields):
            return {"episode": number, "move": 1, "actions": MOVE["actions"], **fields}

        class Together(Counter):
            sizes = []

            @classmethod
            def move_many(cls, players, actions):
                cls.sizes.append(len(players))
                return super().move_many(players, actions)

        got = talk(
            Together, {**START, "batch": 4},
            {"type": "moves", "episodes": [one(1, seed=5), one(2, seed=6)]},
            {"type": "moves", "episodes": [one(2, seen="growl-left", reward=-1), one(3, seed=7)],
             "over": [{"episode": 1, "seen": "silence", "reward": 10, "done": True}]},
            {"type": "end", "over": [{"episode": 2, "seen": "silence", "reward": 10, "done": True}]},
        )
        listen, left = {"action": "listen"}, {"action": "left"}
        self.assertEqual(got, [{"ready": True}, {"moves": [listen, listen]}, {"moves": [left, listen]}])
        self.assertEqual(Together.sizes, [2, 2])

    def test_the_seed_decides(self):
        moves = [MOVE] * 20
        self.assertEqual(talk(Dice, START, *moves), talk(Dice, START, *moves))
        self.assertNotEqual(talk(Dice, START, *moves), talk(Dice, {**START, "seed": 6}, *moves))


if __name__ == "__main__":
    unittest.main()
