# SPDX-License-Identifier: BSD-3-Clause
"""A true controller is accepted, and every damaged one is refused."""

import copy
import json
import pathlib
import random
import unittest
from fractions import Fraction

from veilplan import certificate

# TestStoredController of search/alpha writes it and has the checker of Go accept it.
PLAN = (pathlib.Path(__file__).parent / "tiger-plan.json").read_text(encoding="utf-8")
OPTIMUM = 19.3714  # of tiger, from two solvers: 19.3713 to 19.3722


class Tiger:
    """The tiger problem of Kaelbling, Littman and Cassandra (1998)."""

    discount = "0.95"

    def starts(self):
        return [(Fraction(1, 2), "left"), (Fraction(1, 2), "right")]

    def actions(self, state):
        return ["listen", "left", "right"]

    def outcomes(self, state, action):
        if action == "listen":
            right = [("0.85", state, "growl-" + state, -1)]
            return right + [("0.15", state, "growl-right" if state == "left" else "growl-left", -1)]
        reward = -100 if action == state else 10
        return [("0.5", s, "silence", reward) for s in ("left", "right")]


def damaged(rng, kind):
    """Returns a copy of the plan that promises what it does not keep."""
    doc = copy.deepcopy(json.loads(PLAN))
    node = rng.choice(doc["nodes"])
    at = rng.randrange(len(node["values"]))
    seen = rng.choice(sorted(node["next"]))
    if kind == "value":
        node["values"][at] += rng.choice([1e-6, 0.01, 5, 1e6])
    elif kind == "claim":
        doc["claim"] += rng.choice([1e-6, 0.01, 5, 1e6])
    elif kind == "all":
        for n in doc["nodes"]:
            n["values"] = [v + 0.5 for v in n["values"]]
        doc["claim"] += rng.choice([0.25, 0.5])
    elif kind == "next":
        del node["next"][seen]
    elif kind == "number":
        node["next"][seen] = rng.choice([-1, len(doc["nodes"]), 10**9, 0.5, "0", None, True])
    elif kind == "action":
        node["action"] = rng.choice(["open", "", 0, None, "Listen"])
    elif kind == "discount":
        doc["discount"] = rng.choice([0.5, 0.9500001, 1, 1.05, 0, -0.95, "0.95", None])
    elif kind == "state":
        node["states"][at] = rng.choice([-1, 2, 10**9, 0.5, "0", node["states"][at - 1]])
    elif kind == "short":
        node[rng.choice(["states", "values"])].pop()
    elif kind == "field":
        del doc[rng.choice(sorted(doc))]
    return json.dumps(doc)


KINDS = ["value", "claim", "all", "next", "number", "action", "discount", "state", "short", "field"]


class Certificate(unittest.TestCase):
    def test_true(self):
        claim = certificate.check(PLAN, Tiger())
        self.assertAlmostEqual(float(claim), OPTIMUM, delta=0.01)
        self.assertLess(float(claim), OPTIMUM + 0.001)

    def test_damaged(self):
        rng, refused = random.Random(36), 0
        for k in range(1500):
            kind = KINDS[k % len(KINDS)]
            with self.subTest(kind=kind, k=k), self.assertRaises(certificate.Refused):
                certificate.check(damaged(rng, kind), Tiger())
            refused += 1
        self.assertEqual(refused, 1500)

    def test_no_rounding_helps(self):
        """The least that a value can be raised by is refused where it has no slack."""
        doc = {"schema": "veil.controller/1", "discount": 0.5, "claim": -2.0, "nodes": [
            {"action": "listen", "next": {"growl-left": 0, "growl-right": 0}, "states": [0, 1], "values": [-2.0, -2.0]}]}

        class Half(Tiger):
            discount = 0.5

        self.assertEqual(certificate.check(json.dumps(doc), Half()), -2)
        doc["nodes"][0]["values"] = [-2.0, -1.9999999999999998]
        with self.assertRaises(certificate.Refused):
            certificate.check(json.dumps(doc), Half())

    def test_text(self):
        """Text that is no plan is refused and nothing else happens."""
        rng = random.Random(1)
        texts = ["", "[]", "{}", "null", "1", "[" * 100_000, PLAN + "]", PLAN.replace("19.", "NaN", 1), PLAN.replace('"claim":', '"claim":-Infinity,"x":')]
        texts.append(json.dumps({**json.loads(PLAN), "nodes": []}))
        texts += [PLAN[: rng.randrange(len(PLAN) - 2)] for _ in range(200)]
        for text in texts:
            with self.subTest(text[:40]), self.assertRaises(certificate.Refused):
                certificate.check(text, Tiger())

    def test_problem(self):
        """Probabilities that do not sum to one are refused, and so are more states than allowed."""

        class Loose(Tiger):
            def starts(self):
                return [(Fraction(1, 2), "left"), (Fraction(2, 3), "right")]

        for problem, most in ((Loose(), 10), (Tiger(), 1)):
            with self.assertRaises(certificate.Refused):
                certificate.check(PLAN, problem, most)


if __name__ == "__main__":
    unittest.main()
