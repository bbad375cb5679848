# SPDX-License-Identifier: BSD-3-Clause
"""The problems of veil as environments in Gymnasium's manner.

The same seed and episode have the same hidden state as in ``veil play`` and ``veil exp``.
"""

from __future__ import annotations

import base64
import random
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from ._engine import Engine, default_engine
from ._question import UNSET
from .spaces import Batch, Discrete, Text

# Announcements since the player's last action, of any Kriegspiel game.
LONGEST_TEXT = 4096


class ResetNeeded(RuntimeError):
    """reset was never called."""


def make(domain: str, rules: Optional[Dict[str, Any]] = None, **settings: Any) -> "Env":
    """Opens a problem. ``settings`` are those of Env."""
    return Env(domain, rules, **settings)


def make_vec(domain: str, num_envs: int, rules: Optional[Dict[str, Any]] = None, **settings: Any) -> "VectorEnv":
    """Opens copies of a problem that run side by side. ``settings`` are those of VectorEnv."""
    return VectorEnv(domain, num_envs, rules, **settings)


class _Opened:
    """What one environment and many have in common."""

    metadata: Dict[str, Any] = {"render_modes": ["ansi"]}
    spec = None

    def __init__(
        self, domain: str, rules: Optional[Dict[str, Any]], copies: int, engine: Optional[Engine], max_moves: int,
        views: bool, adviser: Optional[str], params: Optional[Dict[str, Any]],
    ) -> None:
        self.engine = engine or default_engine()
        doc = self.engine.env.open(domain, rules=rules, copies=copies, max_moves=max_moves, views=views, adviser=adviser or UNSET, params=params)
        self._number: Optional[int] = doc["env"]
        self.domain, self.rules = domain, doc["rules"]
        self.actions, self.observations = doc["actions"], doc.get("observations")
        self.discount, self.max_moves = doc["discount"], doc["max_moves"]
        self._seed: Optional[int] = None
        self._full = (1 << len(self.actions)) - 1
        # One more than the observations: before the first step nothing was seen.
        self.nothing: Union[int, str] = len(self.observations) if self.observations else ""
        self._observation = Discrete(len(self.observations) + 1) if self.observations else Text(LONGEST_TEXT)

    @property
    def _env(self) -> int:
        if self._number is None:
            raise RuntimeError("the environment is closed")
        return self._number

    def close(self) -> None:
        """Forgets the environment. Closing twice has no effect."""
        if self._number is not None:
            number, self._number = self._number, None
            self.engine.env.close(number)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    @property
    def unwrapped(self) -> Any:
        return self

    def _begin(self, seed: Optional[int], options: Optional[Dict[str, Any]]) -> Dict[str, Any]:
        """Resets all copies: with a seed to its first episode, without one to their next episodes."""
        episode = (options or {}).get("episode")
        if seed is None and episode is None and self._seed is not None:
            copies = list(range(getattr(self, "num_envs", 1)))
            started: Dict[str, Any] = self.engine.env.reset(self._env, which=copies)  # type: ignore[assignment]
            return started
        if seed is not None:
            self._seed = seed
        elif self._seed is None:
            self._seed = random.SystemRandom().getrandbits(32)
        started = self.engine.env.reset(self._env, seed=self._seed, episode=episode or 0)  # type: ignore[assignment]
        return started

    def _bits(self, masks: Optional[Sequence[str]], at: int) -> int:
        if not masks or not masks[at]:
            return self._full
        return int.from_bytes(base64.b64decode(masks[at]), "little")

    def _mask(self, bits: int) -> List[int]:
        return [bits >> i & 1 for i in range(len(self.actions))]


class Env(_Opened):
    """One episode at a time.

    ``step`` takes the number of an action and returns observation, reward, terminated, truncated and info.
    ``info`` has ``episode``, ``action_mask`` (1 where an action is available), ``legal`` (their numbers), ``seen``
    (the observation in words) and, with ``views``, ``view``.
    """

    def __init__(
        self, domain: str, rules: Optional[Dict[str, Any]] = None, *, engine: Optional[Engine] = None, max_moves: int = 0,
        views: bool = False, adviser: Optional[str] = None, params: Optional[Dict[str, Any]] = None, render_mode: Optional[str] = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode {render_mode!r}: want 'ansi' or None")
        self.render_mode = render_mode
        super().__init__(domain, rules, 1, engine, max_moves, views or render_mode == "ansi", adviser, params)
        self.action_space = Discrete(len(self.actions))
        self.observation_space = self._observation
        self._episode = 0
        self._view: Any = None

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        """Starts an episode and returns observation and info.

        A seed starts its episode 0, ``options={"episode": n}`` episode n. Without both, the next episode follows.
        """
        doc = self._begin(seed, options)
        self._episode = doc["episodes"][0]
        return self.nothing, self._info(doc, "")

    def step(self, action: int) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        if self._seed is None:
            raise ResetNeeded("call reset before step")
        doc: Dict[str, Any] = self.engine.env.step(self._env, [int(action)])  # type: ignore[assignment]
        if self.observations:
            seen = doc["seen"][0]
            words = self.observations[seen]
        else:
            seen = words = doc["texts"][0]
        return seen, doc["rewards"][0], "terminated" in doc, "truncated" in doc, self._info(doc, words)

    def _info(self, doc: Dict[str, Any], seen: str) -> Dict[str, Any]:
        bits = self._bits(doc.get("legal"), 0)
        mask = self._mask(bits)
        info = {"episode": self._episode, "action_mask": mask, "legal": [i for i, bit in enumerate(mask) if bit], "seen": seen}
        if "views" in doc:
            self._view = info["view"] = doc["views"][0]
        return info

    def render(self) -> Optional[str]:
        """Returns what the player has seen as text, if render_mode is "ansi"."""
        if self.render_mode is None:
            return None
        return self._view if isinstance(self._view, str) else str(self._view)

    def advise(self) -> List[Dict[str, Any]]:
        """Returns the adviser's values of the actions, best first: ``action`` and ``value``."""
        choices: List[Dict[str, Any]] = self.engine.env.advise(self._env)["choices"]  # type: ignore[assignment]
        return choices

    def regret(self, action: int) -> Tuple[float, float]:
        """Returns bounds on what an action loses against the best one, by the adviser's values.

        They are equal if both values are exact. For an estimate they are the ends of its interval.
        """
        choices = self.advise()
        chosen = [c["value"] for c in choices if c["action"] == action]
        if not chosen:
            raise ValueError(f"the adviser has no value of action {action}")
        (low, high), (mine_low, mine_high) = interval(choices[0]["value"]), interval(chosen[0])
        return max(low - mine_high, 0.0), max(high - mine_low, 0.0)


def interval(value: Dict[str, Any]) -> Tuple[float, float]:
    """Returns the ends of a value of any kind."""
    if value["kind"] == "exact":
        return value["win"], value["win"]
    if value["kind"] == "bounds":
        return value["lo"], value["hi"]
    if value["kind"] == "estimate":
        return value["ci95"][0], value["ci95"][1]
    raise ValueError("the adviser has computed no value")


class VectorEnv(_Opened):
    """Copies of a problem that step together, one message per step.

    ``autoreset`` is what happens to a copy whose episode is over: "next_step" (the next step ignores its action and
    starts the next episode, with reward 0), "same_step" (the step that ends it also starts the next; the last observation is in
    ``info["final_obs"]``), or "disabled" (reset it with ``reset(options={"reset_mask": …})``).

    Lists take the place of arrays. ``info["legal"]`` has the available actions of each copy as a number whose bit i
    is action i; ``action_mask(i)`` makes a list of it.
    """

    def __init__(
        self, domain: str, num_envs: int, rules: Optional[Dict[str, Any]] = None, *, autoreset: str = "next_step",
        engine: Optional[Engine] = None, max_moves: int = 0, views: bool = False,
    ) -> None:
        if autoreset not in ("next_step", "same_step", "disabled"):
            raise ValueError(f"autoreset {autoreset!r}: want next_step, same_step or disabled")
        super().__init__(domain, rules, num_envs, engine, max_moves, views, None, None)
        self.num_envs, self.autoreset = num_envs, autoreset
        self.metadata = {**self.metadata, "autoreset_mode": autoreset}
        self.single_action_space, self.single_observation_space = Discrete(len(self.actions)), self._observation
        self.action_space, self.observation_space = Batch(self.single_action_space, num_envs), Batch(self._observation, num_envs)
        self._over: List[int] = []
        self._legal: List[int] = []

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[List[Any], Dict[str, Any]]:
        """Starts an episode in every copy: copy i plays ``episode + i``, then ``episode + i + num_envs``, and so on."""
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            return self._reset_some([i for i, bit in enumerate(mask) if bit])
        doc = self._begin(seed, options)
        self._over = []
        self._legal = [self._bits(doc.get("legal"), i) for i in range(self.num_envs)]
        self._seen: List[Any] = [self.nothing] * self.num_envs
        return list(self._seen), self._info(doc)

    def _reset_some(self, which: List[int]) -> Tuple[List[Any], Dict[str, Any]]:
        if self._seed is None:
            raise ResetNeeded("reset all copies before some")
        doc: Dict[str, Any] = self.engine.env.reset(self._env, which=which)  # type: ignore[assignment]
        for at, i in enumerate(which):
            self._legal[i] = self._bits(doc.get("legal"), at)
            self._seen[i] = self.nothing
        self._over = [i for i in self._over if i not in which]
        return list(self._seen), self._info({})

    def step(self, actions: Sequence[int]) -> Tuple[List[Any], List[float], List[bool], List[bool], Dict[str, Any]]:
        if self._seed is None:
            raise ResetNeeded("call reset before step")
        sent = [int(a) for a in actions]
        if self._over:
            if self.autoreset == "disabled":
                raise RuntimeError(f"the episodes of {self._over} are over: reset them with reset_mask")
            for i in self._over:
                sent[i] = -1
        doc: Dict[str, Any] = self.engine.env.step(self._env, sent)  # type: ignore[assignment]
        seen = self._observed(doc)
        terminated, truncated = [False] * self.num_envs, [False] * self.num_envs
        self._over = []
        for name, flags in (("terminated", terminated), ("truncated", truncated)):
            for i in doc.get(name, ()):
                flags[i] = True
                self._over.append(i)
        self._seen = seen
        masks = doc.get("legal")
        self._legal = [self._bits(masks, i) for i in range(self.num_envs)] if masks else [self._full] * self.num_envs
        info = self._info(doc)
        if self._over and self.autoreset == "same_step":
            info["final_obs"] = {i: seen[i] for i in self._over}
            seen, more = self._reset_some(list(self._over))
            info["legal"] = more["legal"]
        return list(seen), doc["rewards"], terminated, truncated, info

    def _observed(self, doc: Dict[str, Any]) -> List[Any]:
        if not self.observations:
            return list(doc["texts"])
        seen: List[Any] = doc["seen"]
        return [self.nothing if s < 0 else s for s in seen] if -1 in seen else seen

    def _info(self, doc: Dict[str, Any]) -> Dict[str, Any]:
        info: Dict[str, Any] = {"legal": list(self._legal)}
        if "views" in doc:
            info["view"] = doc["views"]
        if "episodes" in doc:
            info["episode"] = doc["episodes"]
        return info

    def action_mask(self, copy: int) -> List[int]:
        """Returns the mask of the available actions of a copy."""
        return self._mask(self._legal[copy])
