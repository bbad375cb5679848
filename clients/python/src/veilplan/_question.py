# SPDX-License-Identifier: BSD-3-Clause
"""Questions: what is left out, and what may be text or the name of a file."""

from __future__ import annotations

import errno
import os
from typing import Any, Callable, Dict, Tuple

UNSET: Any = type("Unset", (), {"__repr__": lambda self: "UNSET"})()

# Fields that are an object with a text, and fields that are the text itself.
_WRAPPED = ("position", "input", "game")
_WHOLE = ("problem", "table")


def build(fields: Tuple[Tuple[str, Any], ...]) -> Dict[str, Any]:
    """Returns the fields that were given. None counts as left out: veil refuses null."""
    return {name: _value(name, value) for name, value in fields if value is not UNSET and value is not None}


def _value(name: str, value: Any) -> Any:
    if name in _WRAPPED and isinstance(value, (str, os.PathLike)):
        return {"text": _text(value)}
    if name in _WHOLE and isinstance(value, (str, os.PathLike)):
        return _text(_found(value))
    return value


def _found(value: Any) -> Any:
    """A table or a problem has many lines, so that one line is meant to name a file."""
    if isinstance(value, str) and value.strip() and "\n" not in value and not os.path.isfile(value):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), value)
    return value


def _text(value: Any) -> str:
    """A path is read. A string is text, unless it is one line that names a file."""
    if isinstance(value, str) and ("\n" in value or not os.path.isfile(value)):
        return value
    with open(value, encoding="utf-8") as file:
        return file.read()


class Group:
    """The verbs of one subject."""

    def __init__(self, ask: Callable[[str, Dict[str, Any]], Any]) -> None:
        self.__ask = ask

    def _ask(self, verb: str, *fields: Tuple[str, Any]) -> Any:
        return self.__ask(verb, build(fields))
