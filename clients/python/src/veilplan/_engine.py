# SPDX-License-Identifier: BSD-3-Clause
"""An engine: one process of veil that answers many questions."""

from __future__ import annotations

import atexit
import collections
import json
import os
import subprocess
import threading
from typing import Any, Deque, Dict, Final, Iterable, Iterator, List, Optional, Tuple

from . import _program, _verbs
from .types import Problem

# veil reads no input while 64 questions wait, not even a stop.
MOST_OPEN = 60
PROBLEM: Final = "veil.problem/1"


class VeilError(Exception):
    """A question without an answer. ``problem`` is the document veil.problem/1."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(": ".join(part for part in (problem["title"], problem.get("detail", "")) if part))


class _Open:
    """A question that has no last document yet."""

    __slots__ = ("docs",)

    def __init__(self) -> None:
        self.docs: Deque[Tuple[Any, bool]] = collections.deque()


class Engine:
    """Asks one process of veil. Threads may share it; after a fork the child starts a process of its own.

    >>> with Engine() as engine:
    ...     engine.mines.check("4x4/4\\n1...\\n....\\n....\\n....\\n")["layouts"]
    '660'
    """

    def __init__(self, program: Optional[str] = None, *, workers: int = 0, allow_files: Optional[str] = None) -> None:
        self._command = (program, workers, allow_files)
        self._start_lock = threading.Lock()
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._pid = 0
        self._clear()
        self.mines = Mines(self._answer, self)
        self.krieg = Krieg(self._answer, self)
        self.diag = _verbs.Diag(self._answer)
        self.pomdp = _verbs.Pomdp(self._answer)
        self.env = _verbs.Env(self._answer)

    def _clear(self) -> None:
        self._state = threading.Condition()
        self._writing = threading.Lock()
        self._open: Dict[int, _Open] = {}
        self._last = 0
        self._reading = False
        self._waiting = 0
        self._gone = ""

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process and waits for it. Open questions fail."""
        process, self._process = self._process, None
        if process is None or self._pid != os.getpid():
            return
        assert process.stdin and process.stdout
        try:
            process.stdin.close()
        except OSError:
            pass  # it has ended
        if not self._reading:
            process.stdout.read()  # the last lines, or it could not write them
            process.stdout.close()
        process.wait()

    def _running(self) -> "subprocess.Popen[bytes]":
        process = self._process
        if process is not None and self._pid == os.getpid():
            return process
        with self._start_lock:
            if self._process is None or self._pid != os.getpid():
                self._clear()  # after a fork the pipes belong to the parent
                words = _program.command(*self._command)
                self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=-1)
                self._pid = os.getpid()
            return self._process

    def ask(self, verb: str, *, timeout: Optional[float] = None, **fields: Any) -> Any:
        """Answers a question by name, such as ask("mines.check", position={"text": board}).

        After ``timeout`` seconds the question is stopped, which raises VeilError.
        """
        return self._answer(verb, fields, timeout)

    def _answer(self, verb: str, fields: Dict[str, Any], timeout: Optional[float] = None) -> Any:
        key = self._send(verb, fields)
        timer = None
        if timeout is not None:
            timer = threading.Timer(timeout, self._stop, (key,))
            timer.daemon = True
            timer.start()
        try:
            return self._final(key)
        finally:
            if timer is not None:
                timer.cancel()
            self._forget(key)

    def _final(self, key: int) -> Any:
        while True:
            doc, last = self._next(key)
            if last:
                return checked(doc)

    def watch(self, verb: str, **fields: Any) -> Iterator[Any]:
        """Yields documents as they improve. Leaving the loop stops the question."""
        key = self._send(verb, fields)
        try:
            last = False
            while not last:
                doc, last = self._next(key)
                yield checked(doc)
        finally:
            self._forget(key)

    def ask_many(self, verb: str, questions: Iterable[Dict[str, Any]], *, errors: bool = False) -> Iterator[Any]:
        """Answers questions in their order, using all workers. With ``errors``, a problem is yielded, not raised."""
        ahead: Deque[int] = collections.deque()
        try:
            for fields in questions:
                ahead.append(self._send(verb, fields))
                if len(ahead) > MOST_OPEN // 2:
                    yield self._take(ahead, errors)
            while ahead:
                yield self._take(ahead, errors)
        finally:
            for key in ahead:
                self._forget(key)

    def _take(self, ahead: Deque[int], errors: bool) -> Any:
        key = ahead[0]
        last = False
        while not last:
            doc, last = self._next(key)
        ahead.popleft()
        self._forget(key)
        return doc if errors else checked(doc)

    def _send(self, verb: str, fields: Dict[str, Any]) -> int:
        process = self._running()
        with self._state:
            if len(self._open) >= MOST_OPEN:
                raise RuntimeError(f"{MOST_OPEN} questions are open: finish some first, or use another Engine")
            self._last += 1
            key = self._last
            self._open[key] = _Open()
        try:
            self._write(process, json.dumps({"id": key, "ask": verb, **fields}))
        except BaseException:
            self._open.pop(key, None)
            raise
        return key

    def _write(self, process: "subprocess.Popen[bytes]", line: str) -> None:
        assert process.stdin
        try:
            with self._writing:
                process.stdin.write(line.encode() + b"\n")
                process.stdin.flush()
        except (OSError, ValueError) as error:
            raise _ended(process) from error

    def _stop(self, key: int) -> None:
        process = self._process
        if process is not None and key in self._open:
            self._write(process, json.dumps({"stop": key}))

    def _forget(self, key: int) -> None:
        """Stops a question that nobody waits for; its last line is dropped when it comes."""
        with self._state:
            question = self._open.get(key)
            if question is None:
                return
            done = any(last for _, last in question.docs)
        if not done:
            try:
                self._stop(key)
            except VeilError:
                pass  # the process has ended: so has the question
        self._open.pop(key, None)

    def _next(self, key: int) -> Tuple[Any, bool]:
        """Returns the next document of a question and whether it is the last.

        Whoever waits reads for everybody: a thread that only reads would cost a switch for each answer.
        """
        question = self._open[key]
        while True:
            with self._state:
                while not question.docs and not self._gone and self._reading:
                    self._waiting += 1
                    try:
                        self._state.wait()
                    finally:
                        self._waiting -= 1
                if question.docs:
                    doc, last = question.docs.popleft()
                    if last:
                        self._open.pop(key, None)
                    return doc, last
                if self._gone:
                    raise VeilError({"schema": PROBLEM, "type": "internal", "title": self._gone})
                self._reading = True
            self._read()

    def _read(self) -> None:
        """Reads one line and hands it to its question."""
        process = self._process
        line = b""
        try:
            if process is not None and process.stdout is not None:
                line = process.stdout.readline()
        except (OSError, ValueError):
            pass  # closed meanwhile
        finally:
            reply = json.loads(line) if line.endswith(b"\n") else None
            with self._state:
                self._reading = False
                if reply is None:
                    self._gone = "veil has ended"
                elif reply.get("id") in self._open:
                    self._open[reply["id"]].docs.append((reply["doc"], reply.get("last", False)))
                if self._waiting:
                    self._state.notify_all()


def checked(doc: Any) -> Any:
    """Returns a document, or raises the problem that it is."""
    if doc.get("schema") == PROBLEM:
        raise VeilError(doc)
    return doc


def _ended(process: "subprocess.Popen[bytes]") -> VeilError:
    return VeilError({"schema": PROBLEM, "type": "internal", "title": "veil has ended", "detail": f"exit code {process.poll()}"})


class Mines(_verbs.Mines):
    """Minesweeper."""

    def __init__(self, ask: Any, engine: Engine) -> None:
        super().__init__(ask)
        self._engine = engine

    solve = _verbs.Mines.analysis

    def solve_many(self, boards: Iterable[str], **fields: Any) -> Iterator[Any]:
        """Analyses many boards on all cores, in their order."""
        return self._engine.ask_many("mines.analysis", ({"position": {"text": b}, **fields} for b in boards))


class Krieg(_verbs.Krieg):
    """Kriegspiel."""

    def __init__(self, ask: Any, engine: Engine) -> None:
        super().__init__(ask)
        self._engine = engine

    def Game(self, me: str, *, rules: str = "wild16", level: int = 8, seed: int = 1) -> "Game":
        """Returns one side of a game: tell it what the referee says, and ask it for tries."""
        return Game(self, me, rules, level, seed)


class Game:
    """One side of a game of Kriegspiel."""

    def __init__(self, krieg: _verbs.Krieg, me: str, rules: str, level: int, seed: int) -> None:
        self._krieg, self._me, self._rules, self._level, self._seed = krieg, me, rules, level, seed
        self.heard: List[str] = []

    def hear(self, *lines: str) -> None:
        """Adds lines of the side's referee log, such as "W e2e4 yes"."""
        self.heard += lines

    def think(self, **fields: Any) -> Any:
        """Returns the document krieg.thought/1."""
        return self._krieg.think(self._rules, self._me, self.heard, level=self._level, seed=self._seed, **fields)  # type: ignore[arg-type]

    def best(self) -> Optional[str]:
        """Returns the chosen try in coordinates, or None if it is not the side's turn."""
        return self.think().get("best")


_default: Optional[Engine] = None
_default_lock = threading.Lock()


def default_engine() -> Engine:
    """Returns the engine behind the functions of the module. It ends with the program."""
    global _default
    with _default_lock:
        if _default is None:
            _default = Engine()
            atexit.register(_default.close)
        return _default
