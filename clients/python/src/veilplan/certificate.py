# SPDX-License-Identifier: BSD-3-Clause
"""Checks controllers that ``veil solve --certify`` wrote, in fractions: no number is rounded.

You write the rules of the problem down once more, as a class, so nothing of the program that found the controller has to be
trusted. ``check`` returns what the controller earns at least, or raises ``Refused``.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, Dict, Hashable, Iterable, List, NoReturn, Optional, Protocol, Tuple, Union

Number = Union[int, float, str, Fraction]
State = Hashable
# The probability of an outcome, the state after it or None if the episode ends, what is seen, and the reward.
Outcome = Tuple[Number, Optional[State], str, Number]


class Problem(Protocol):
    """The rules. Starts, actions and outcomes come in the order in which the program lists them.

    A float counts as the fraction that it is; write ``"0.85"`` or ``Fraction(17, 20)`` for exactly that. The probabilities of
    the starts, and of the outcomes of an action, are divided by their sum.
    """

    discount: Number

    def starts(self) -> Iterable[Tuple[Number, State]]: ...

    def actions(self, state: Any) -> Iterable[str]: ...

    def outcomes(self, state: Any, action: str) -> Iterable[Outcome]: ...


class Refused(ValueError):
    """The controller does not keep its promise, or the file is not one."""


def check(plan: str, problem: Problem, most: int = 100_000) -> Fraction:
    """Returns what the controller in the text ``plan`` earns at least. ``most`` limits the states that are listed."""
    nodes, claim, discount = _read(plan)
    if discount != _fraction(problem.discount) and discount != Fraction(float(_fraction(problem.discount))):
        _refuse(f"it is made for discount {float(discount)}")
    gamma = _fraction(problem.discount)
    if not 0 < gamma < 1:
        _refuse(f"discount {float(gamma)}: want more than 0 and less than 1")
    states = _list(problem, most)
    worth = [{states[k]: v for k, v in zip(node["states"], node["values"])} for node in _fitting(nodes, len(states))]
    for i, node in enumerate(nodes):
        for state, value in worth[i].items():
            if value > _earned(problem, gamma, node, state, worth):
                _refuse(f"node {i} promises {float(value)} in a state, and earns less")
    chances = _normal(list(problem.starts()))
    if any(state not in worth[0] for _, state in chances):
        _refuse("the first node has no value for a start")
    if claim > sum(p * worth[0][state] for p, state in chances):
        _refuse(f"it claims {float(claim)}, and earns less")
    return claim


def _refuse(why: str) -> NoReturn:
    raise Refused(why)


def _fraction(x: Any) -> Fraction:
    try:
        return Fraction(x)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError) as error:
        raise Refused(f"{x!r} is no number") from error


def _number(x: Any) -> Fraction:
    if type(x) not in (int, float):
        _refuse(f"{x!r} is no number")
    return _fraction(x)


def _read(plan: str) -> Tuple[List[Dict[str, Any]], Fraction, Fraction]:
    """Reads the file strictly. Its numbers are those of the program: floats."""
    try:
        doc = json.loads(plan, parse_int=_whole, parse_constant=_refuse)
        if doc["schema"] != "veil.controller/1" or not doc["nodes"]:
            _refuse("want a document of schema veil.controller/1 with nodes")
        for node in doc["nodes"]:
            node["next"] = dict(node.get("next") or {})
            node["values"] = [_number(v) for v in node["values"] or []]
            node["states"] = list(node["states"] or [])
            if not all(type(k) is int for k in [*node["states"], *node["next"].values()]):
                _refuse("a number of a state or node is not whole")
        return doc["nodes"], _number(doc["claim"]), _number(doc["discount"])
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise Refused(f"not a controller: {error}") from error


def _whole(digits: str) -> int:
    return int(digits) if len(digits) < 18 else _refuse(f"{digits[:20]}: the number is too long")


def _list(problem: Problem, most: int) -> List[State]:
    """Lists the states: the starts, then what every action can lead to, state by state."""
    known: Dict[State, None] = {}
    for _, state in problem.starts():
        known.setdefault(state)
    states = list(known)
    for state in states:  # it grows
        for action in problem.actions(state):
            for _, after, _, _ in problem.outcomes(state, action):
                if after is not None and after not in known:
                    known[after] = None
                    states.append(after)
        if len(states) > most:
            _refuse(f"more than {most} states can be reached")
    return states


def _fitting(nodes: List[Dict[str, Any]], states: int) -> List[Dict[str, Any]]:
    for i, node in enumerate(nodes):
        if len(node["states"]) != len(node["values"]) or len(set(node["states"])) < len(node["states"]):
            _refuse(f"node {i}: states and values do not match")
        if not all(0 <= k < states for k in node["states"]):
            _refuse(f"node {i}: a state is not below {states}")
        if not all(0 <= k < len(nodes) for k in node["next"].values()):
            _refuse(f"node {i}: no node {max(node['next'].values())}")
    return nodes


def _normal(chances: List[Tuple[Any, ...]]) -> List[Tuple[Any, ...]]:
    """Divides probabilities by their sum, which must be one up to rounding."""
    weights = [_fraction(c[0]) for c in chances]
    total = sum(weights, Fraction(0))
    if abs(total - 1) > Fraction(1, 10**9) or any(w < 0 for w in weights):
        _refuse(f"probabilities sum to {float(total)}")
    return [(w / total, *c[1:]) for w, c in zip(weights, chances)]


def _earned(problem: Problem, gamma: Fraction, node: Dict[str, Any], state: State, worth: List[Dict[State, Fraction]]) -> Fraction:
    """Returns what the action of a node earns in a state, and what its next nodes promise."""
    if node["action"] not in list(problem.actions(state)):
        _refuse(f"{node['action']!r} is not possible in a state")
    total = Fraction(0)
    for p, after, seen, reward in _normal(list(problem.outcomes(state, node["action"]))):
        total += p * _fraction(reward)
        if after is None:
            continue
        follower = worth[node["next"][seen]] if seen in node["next"] else {}
        if after not in follower:
            _refuse(f"nothing is promised after {seen!r}")
        total += p * gamma * follower[after]
    return total
