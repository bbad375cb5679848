# SPDX-License-Identifier: BSD-3-Clause
"""Spaces in Gymnasium's manner: contains, sample and seed. No dependency on Gymnasium or NumPy."""

from __future__ import annotations

import random
from typing import Any, Generic, Iterable, List, Optional, Sequence, TypeVar

T = TypeVar("T")


class Space(Generic[T]):
    """Base of the spaces. Two spaces with the same seed draw the same samples."""

    def __init__(self, seed: Optional[int] = None) -> None:
        self._random = random.Random(seed)

    def seed(self, seed: Optional[int] = None) -> Optional[int]:
        """Restarts the draws of sample and returns the seed."""
        if seed is None:
            seed = random.SystemRandom().getrandbits(32)
        self._random.seed(seed)
        return seed

    def __contains__(self, value: Any) -> bool:
        return self.contains(value)

    def contains(self, value: Any) -> bool:
        raise NotImplementedError

    def sample(self) -> T:
        raise NotImplementedError


class Discrete(Space[int]):
    """The numbers from 0 up to, not including, n."""

    start = 0
    shape = ()

    def __init__(self, n: int, seed: Optional[int] = None) -> None:
        super().__init__(seed)
        self.n = n

    def contains(self, value: Any) -> bool:
        try:
            number = value.__index__()
        except (AttributeError, TypeError):
            return False
        return not isinstance(value, bool) and 0 <= number < self.n

    def sample(self, mask: Optional[Sequence[int]] = None) -> int:
        """Draws a number; with a mask, one of those whose entry is 1, and 0 if there is none."""
        if mask is None:
            return self._random.randrange(self.n)
        if len(mask) != self.n:
            raise ValueError(f"the mask has {len(mask)} entries, want {self.n}")
        legal = [i for i, bit in enumerate(mask) if bit]
        return self._random.choice(legal) if legal else 0

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Discrete) and other.n == self.n

    def __hash__(self) -> int:
        return hash(self.n)

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class Text(Space[str]):
    """Texts of at most max_length characters."""

    shape = None

    def __init__(self, max_length: int, seed: Optional[int] = None) -> None:
        super().__init__(seed)
        self.max_length = max_length

    def contains(self, value: Any) -> bool:
        return isinstance(value, str) and len(value) <= self.max_length

    def sample(self) -> str:
        letters = "abcdefghijklmnopqrstuvwxyz0123456789 ;"
        return "".join(self._random.choice(letters) for _ in range(self._random.randrange(self.max_length + 1)))

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Text) and other.max_length == self.max_length

    def __hash__(self) -> int:
        return hash(self.max_length)

    def __repr__(self) -> str:
        return f"Text({self.max_length})"


class Batch(Space[List[Any]]):
    """A list with one value of a space per copy."""

    def __init__(self, space: Any, n: int) -> None:
        super().__init__()
        self.space, self.n = space, n
        self.shape = (n,)

    def seed(self, seed: Optional[int] = None) -> Optional[int]:
        result: Optional[int] = self.space.seed(seed)
        return result

    def contains(self, value: Any) -> bool:
        return isinstance(value, (list, tuple)) and len(value) == self.n and all(v in self.space for v in value)

    def sample(self, mask: Optional[Iterable[Sequence[int]]] = None) -> List[Any]:
        if mask is None:
            return [self.space.sample() for _ in range(self.n)]
        return [self.space.sample(m) for m in mask]

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Batch) and (other.space, other.n) == (self.space, self.n)

    def __hash__(self) -> int:
        return hash((self.space, self.n))

    def __repr__(self) -> str:
        return f"Batch({self.space!r}, {self.n})"
