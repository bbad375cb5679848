# SPDX-License-Identifier: BSD-3-Clause
"""The environments as subclasses of Gymnasium's, if Gymnasium is installed.

``import veilplan.gym`` registers ``veil/tiger-v0`` and the others with it. This module follows Gymnasium's documents;
it has never been run with Gymnasium itself.
"""

from __future__ import annotations

from typing import Any, Dict, Optional

import gymnasium

from . import envs

DOMAINS = ("mines", "tiger", "rocksample", "tag", "hallway", "mastermind", "battleship", "krieg-game", "krieg-mate", "diag", "pomdp")


class GymEnv(gymnasium.Env):  # type: ignore[misc]
    """An environment of veil."""

    metadata = envs.Env.metadata

    def __init__(self, domain: str, render_mode: Optional[str] = None, **settings: Any) -> None:
        self.inner = envs.make(domain, render_mode=render_mode, **settings)
        self.render_mode = render_mode
        self.action_space = gymnasium.spaces.Discrete(self.inner.action_space.n)
        if self.inner.observations:
            self.observation_space = gymnasium.spaces.Discrete(len(self.inner.observations) + 1)
        else:
            letters = frozenset(chr(i) for i in range(32, 127))
            self.observation_space = gymnasium.spaces.Text(min_length=0, max_length=envs.LONGEST_TEXT, charset=letters)

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Any:
        super().reset(seed=seed)
        return self.inner.reset(seed=seed, options=options)

    def step(self, action: Any) -> Any:
        return self.inner.step(int(action))

    def render(self) -> Any:
        return self.inner.render()

    def close(self) -> None:
        self.inner.close()


for _domain in DOMAINS:
    gymnasium.register(id=f"veil/{_domain}-v0", entry_point="veilplan.gym:GymEnv", kwargs={"domain": _domain})
