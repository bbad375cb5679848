# SPDX-License-Identifier: BSD-3-Clause
"""An engine for asyncio."""

from __future__ import annotations

import asyncio
import json
from typing import Any, AsyncIterator, Dict, Optional

from . import _program, _verbs
from ._engine import MOST_OPEN, PROBLEM, VeilError, checked

# A line of veil has no limit; asyncio's own is 64 KiB.
LONGEST_LINE = 1 << 28


class AsyncEngine:
    """Asks one process of veil. Use it with ``async with``, in one event loop."""

    def __init__(self, program: Optional[str] = None, *, workers: int = 0, allow_files: Optional[str] = None) -> None:
        self._command = (program, workers, allow_files)
        self._process: Optional[asyncio.subprocess.Process] = None
        self._reader: Optional[asyncio.Task[None]] = None
        self._open: Dict[int, "asyncio.Queue[Any]"] = {}
        self._last = 0
        self._room: Optional[asyncio.Semaphore] = None
        self.mines = AsyncMines(self._answer)
        self.krieg = _verbs.AsyncKrieg(self._answer)
        self.diag = _verbs.AsyncDiag(self._answer)
        self.pomdp = _verbs.AsyncPomdp(self._answer)
        self.env = _verbs.AsyncEnv(self._answer)

    async def __aenter__(self) -> "AsyncEngine":
        words = _program.command(*self._command)
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, limit=LONGEST_LINE)
        self._room = asyncio.Semaphore(MOST_OPEN)
        self._reader = asyncio.ensure_future(self._read())
        return self

    async def __aexit__(self, *_: Any) -> None:
        assert self._process and self._process.stdin and self._reader
        self._process.stdin.close()
        await self._reader
        await self._process.wait()

    async def ask(self, verb: str, **fields: Any) -> Any:
        """Answers a question by name. Cancelling the task stops the question."""
        return await self._answer(verb, fields)

    async def _answer(self, verb: str, fields: Dict[str, Any]) -> Any:
        doc = None
        async for doc in self._documents(verb, fields):
            pass
        return checked(doc)

    async def watch(self, verb: str, **fields: Any) -> AsyncIterator[Any]:
        """Yields documents as they improve. Closing the iterator stops the question."""
        async for doc in self._documents(verb, fields):
            yield checked(doc)

    async def _documents(self, verb: str, fields: Dict[str, Any]) -> AsyncIterator[Any]:
        if self._process is None or self._room is None:
            raise RuntimeError("use the engine inside: async with AsyncEngine() as engine")
        async with self._room:
            self._last += 1
            key, queue = self._last, asyncio.Queue()  # type: ignore[var-annotated]
            self._open[key] = queue
            last = False
            try:
                await self._write({"id": key, "ask": verb, **fields})
                while not last:
                    reply = await queue.get()
                    if reply is None:
                        last = True
                        raise VeilError({"schema": PROBLEM, "type": "internal", "title": "veil has ended"})
                    last = reply.get("last", False)
                    yield reply["doc"]
            finally:
                self._open.pop(key, None)
                if not last:
                    await self._write({"stop": key})

    async def _write(self, message: Dict[str, Any]) -> None:
        assert self._process and self._process.stdin
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            await self._process.stdin.drain()
        except (ConnectionError, RuntimeError):
            pass  # it has ended: the reader says so to every question

    async def _read(self) -> None:
        assert self._process and self._process.stdout
        async for line in self._process.stdout:
            reply = json.loads(line)
            queue = self._open.get(reply.get("id"))
            if queue is not None:
                queue.put_nowait(reply)
        for queue in self._open.values():
            queue.put_nowait(None)


class AsyncMines(_verbs.AsyncMines):
    """Minesweeper."""

    solve = _verbs.AsyncMines.analysis
