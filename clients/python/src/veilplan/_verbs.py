# SPDX-License-Identifier: BSD-3-Clause
"""A method for each verb of veil.

Made from the table of verbs by UPDATE=1 go test -run TestPythonTypes ./cmd/veil. Do not edit.
"""

from __future__ import annotations

from os import PathLike
from typing import Any, Awaitable, Dict, List, Literal, Union

from . import types
from ._question import UNSET, Group


class Mines(Group):
    def analysis(self, position: Union[str, PathLike[str], types.Input], *, budget: types.Budget = UNSET, moves: Literal['all', 'best', 'none'] = UNSET, top: int = UNSET, fields: List[Literal['outcomes', 'digits']] = UNSET) -> types.MinesAnalysis:
        """Analyse a position."""
        return self._ask("mines.analysis", ("position", position), ("budget", budget), ("moves", moves), ("top", top), ("fields", fields))

    def explanation(self, position: Union[str, PathLike[str], types.Input], cells: List[str], *, budget: types.Budget = UNSET) -> types.MinesExplanation:
        """Why cells are safe, mines, or risky."""
        return self._ask("mines.explanation", ("position", position), ("cells", cells), ("budget", budget))

    def hint(self, position: Union[str, PathLike[str], types.Input], *, level: int = UNSET) -> types.MinesHint:
        """Help to find a safe cell."""
        return self._ask("mines.hint", ("position", position), ("level", level))

    def check(self, position: Union[str, PathLike[str], types.Input]) -> types.MinesCheck:
        """Can the board exist, and is a guess forced?"""
        return self._ask("mines.check", ("position", position))

    def review(self, game: Union[str, PathLike[str], types.Input], *, budget: types.Budget = UNSET, retry: bool = UNSET, played: List[types.MinesPlayed] = UNSET) -> types.MinesReview:
        """Split a game into mistakes and luck."""
        return self._ask("mines.review", ("game", game), ("budget", budget), ("retry", retry), ("played", played))

    def board(self, size: str, *, first: Literal['any', 'safe', 'zero'] = UNSET, seed: str = UNSET, click: str = UNSET, no_guess: bool = UNSET, tries: int = UNSET) -> types.MinesBoard:
        """Draw a board from a seed."""
        return self._ask("mines.board", ("size", size), ("first", first), ("seed", seed), ("click", click), ("no_guess", no_guess), ("tries", tries))

    def convert(self, input: Union[str, PathLike[str], types.Input], to: Literal['board', 'json', 'hand', 'jsm', 'jsm-url', 'mbf']) -> types.Converted:
        """Write a board in another format."""
        return self._ask("mines.convert", ("input", input), ("to", to))


class Krieg(Group):
    def belief(self, position: Union[str, PathLike[str], types.KriegInput], *, piece: str = UNSET, list: int = UNSET, from_: int = UNSET, sample: int = UNSET, seed: int = UNSET, tries: bool = UNSET, max_boards: int = UNSET) -> types.KriegBelief:
        """Which positions fit what was heard."""
        return self._ask("krieg.belief", ("position", position), ("piece", piece), ("list", list), ("from", from_), ("sample", sample), ("seed", seed), ("tries", tries), ("max_boards", max_boards))

    def why(self, position: Union[str, PathLike[str], types.KriegInput], try_: str, *, seed: int = UNSET) -> types.KriegWhy:
        """What could be heard after a try."""
        return self._ask("krieg.why", ("position", position), ("try", try_), ("seed", seed))

    def mend(self, position: Union[str, PathLike[str], types.KriegInput], *, seed: int = UNSET) -> types.KriegMends:
        """What was misheard, if no position fits."""
        return self._ask("krieg.mend", ("position", position), ("seed", seed))

    def mate(self, position: Union[str, PathLike[str], types.KriegInput], *, plies: int = UNSET, budget: types.KriegBudget = UNSET, seed: int = UNSET) -> types.KriegMate:
        """Can mate be forced whatever is hidden?"""
        return self._ask("krieg.mate", ("position", position), ("plies", plies), ("budget", budget), ("seed", seed))

    def whatif(self, rules: str, me: Literal['white', 'black'], states: List[str], try_: str, plies: int, *, budget: types.KriegBudget = UNSET) -> types.KriegWhatIf:
        """What becomes of a mate after a try."""
        return self._ask("krieg.whatif", ("rules", rules), ("me", me), ("states", states), ("try", try_), ("plies", plies), ("budget", budget))

    def check(self, proof: types.KriegProof) -> types.KriegCheck:
        """Replay a proof with the independent checker."""
        return self._ask("krieg.check", ("proof", proof))

    def print(self, proof: types.KriegProof, as_: Literal['text', 'pgn', 'dot']) -> types.KriegPrinted:
        """A proof as text, PGN or DOT."""
        return self._ask("krieg.print", ("proof", proof), ("as", as_))

    def think(self, rules: str, me: Literal['white', 'black'], heard: List[str], *, level: int = UNSET, seed: int = UNSET, belief: bool = UNSET, teach: bool = UNSET) -> types.KriegThought:
        """What one side of a game would try, and its belief."""
        return self._ask("krieg.think", ("rules", rules), ("me", me), ("level", level), ("seed", seed), ("heard", heard), ("belief", belief), ("teach", teach))


class Diag(Group):
    def next(self, table: Union[str, PathLike[str]], *, seen: List[str] = UNSET, budget: types.DiagBudget = UNSET) -> types.DiagNext:
        """Which test to perform now, and why."""
        return self._ask("diag.next", ("table", table), ("seen", seen), ("budget", budget))

    def solve(self, table: Union[str, PathLike[str]], *, seen: List[str] = UNSET, budget: types.DiagBudget = UNSET) -> types.DiagPlan:
        """The whole plan of least expected cost."""
        return self._ask("diag.solve", ("table", table), ("seen", seen), ("budget", budget))

    def check(self, table: Union[str, PathLike[str]], *, seen: List[str] = UNSET, budget: types.DiagBudget = UNSET) -> types.DiagCheck:
        """What the tests can tell, and what readings come to."""
        return self._ask("diag.check", ("table", table), ("seen", seen), ("budget", budget))

    def table(self, table: Union[str, PathLike[str]]) -> types.DiagTable:
        """The faults and tests of a table, and whether its tests err."""
        return self._ask("diag.table", ("table", table))

    def advise(self, table: Union[str, PathLike[str]], *, seen: List[str] = UNSET, sure: float = UNSET, budget: types.DiagBudget = UNSET) -> types.DiagAdvice:
        """What to do now if tests err, and why."""
        return self._ask("diag.advise", ("table", table), ("seen", seen), ("sure", sure), ("budget", budget))

    def policy(self, table: Union[str, PathLike[str]], *, seen: List[str] = UNSET, sure: float = UNSET, budget: types.DiagBudget = UNSET) -> types.DiagPolicy:
        """The whole plan of least expected cost if tests err."""
        return self._ask("diag.policy", ("table", table), ("seen", seen), ("sure", sure), ("budget", budget))

    def prove(self, table: Union[str, PathLike[str]], within: int, *, budget: types.DiagBudget = UNSET) -> types.DiagProof:
        """Is every fault found within a given number of tests?"""
        return self._ask("diag.prove", ("table", table), ("within", within), ("budget", budget))

    def replay(self, table: Union[str, PathLike[str]], proof: types.DiagProof) -> types.DiagReplay:
        """Does a proof hold for a table?"""
        return self._ask("diag.replay", ("table", table), ("proof", proof))

    def review(self, table: Union[str, PathLike[str]], *, seen: List[str] = UNSET, sure: float = UNSET, budget: types.DiagBudget = UNSET) -> types.DiagReview:
        """What each step of a finished job cost, compared with the best one."""
        return self._ask("diag.review", ("table", table), ("seen", seen), ("sure", sure), ("budget", budget))

    def sensitivity(self, table: Union[str, PathLike[str]], *, seen: List[str] = UNSET, sure: float = UNSET, budget: types.DiagBudget = UNSET) -> types.DiagSensitivity:
        """Which test is worth improving, and what that saves."""
        return self._ask("diag.sensitivity", ("table", table), ("seen", seen), ("sure", sure), ("budget", budget))

    def testability(self, table: Union[str, PathLike[str]]) -> types.DiagTestability:
        """Which faults the tests detect, isolate and confuse."""
        return self._ask("diag.testability", ("table", table))

    def learn(self, table: Union[str, PathLike[str]], cases: str, *, seed: int = UNSET, budget: types.DiagBudget = UNSET) -> types.DiagLearned:
        """A table learned from closed cases, and how far its costs are known."""
        return self._ask("diag.learn", ("table", table), ("cases", cases), ("seed", seed), ("budget", budget))


class Pomdp(Group):
    def info(self, problem: Union[str, PathLike[str]]) -> types.PomdpInfo:
        """The size of a problem with rewards."""
        return self._ask("pomdp.info", ("problem", problem))

    def solve(self, problem: Union[str, PathLike[str]], *, gap: float = UNSET, budget: types.PomdpBudget = UNSET) -> types.PomdpSolution:
        """Bounds on the value of best play."""
        return self._ask("pomdp.solve", ("problem", problem), ("gap", gap), ("budget", budget))

    def play(self, problem: Union[str, PathLike[str]], *, policy: str = UNSET, gap: float = UNSET, budget: types.PomdpBudget = UNSET, episodes: int = UNSET, seed: int = UNSET, show: bool = UNSET) -> types.PomdpPlay:
        """What a policy earns."""
        return self._ask("pomdp.play", ("problem", problem), ("policy", policy), ("gap", gap), ("budget", budget), ("episodes", episodes), ("seed", seed), ("show", show))


class Env(Group):
    def open(self, domain: str, *, rules: Any = UNSET, copies: int = UNSET, max_moves: int = UNSET, views: bool = UNSET, adviser: str = UNSET, params: Any = UNSET) -> types.EnvOpened:
        """Copies of a problem to play step by step."""
        return self._ask("env.open", ("domain", domain), ("rules", rules), ("copies", copies), ("max_moves", max_moves), ("views", views), ("adviser", adviser), ("params", params))

    def reset(self, env: int, *, seed: int = UNSET, episode: int = UNSET, which: List[int] = UNSET) -> types.EnvStarted:
        """New episodes of an environment."""
        return self._ask("env.reset", ("env", env), ("seed", seed), ("episode", episode), ("which", which))

    def step(self, env: int, actions: List[int], *, which: List[int] = UNSET) -> types.EnvStepped:
        """One action in each copy of an environment."""
        return self._ask("env.step", ("env", env), ("actions", actions), ("which", which))

    def advise(self, env: int, *, copy: int = UNSET) -> types.EnvAdvice:
        """Values of the actions of an environment."""
        return self._ask("env.advise", ("env", env), ("copy", copy))

    def close(self, env: int) -> types.EnvClosed:
        """The end of an environment."""
        return self._ask("env.close", ("env", env))


class AsyncMines(Group):
    def analysis(self, position: Union[str, PathLike[str], types.Input], *, budget: types.Budget = UNSET, moves: Literal['all', 'best', 'none'] = UNSET, top: int = UNSET, fields: List[Literal['outcomes', 'digits']] = UNSET) -> Awaitable[types.MinesAnalysis]:
        """Analyse a position."""
        return self._ask("mines.analysis", ("position", position), ("budget", budget), ("moves", moves), ("top", top), ("fields", fields))

    def explanation(self, position: Union[str, PathLike[str], types.Input], cells: List[str], *, budget: types.Budget = UNSET) -> Awaitable[types.MinesExplanation]:
        """Why cells are safe, mines, or risky."""
        return self._ask("mines.explanation", ("position", position), ("cells", cells), ("budget", budget))

    def hint(self, position: Union[str, PathLike[str], types.Input], *, level: int = UNSET) -> Awaitable[types.MinesHint]:
        """Help to find a safe cell."""
        return self._ask("mines.hint", ("position", position), ("level", level))

    def check(self, position: Union[str, PathLike[str], types.Input]) -> Awaitable[types.MinesCheck]:
        """Can the board exist, and is a guess forced?"""
        return self._ask("mines.check", ("position", position))

    def review(self, game: Union[str, PathLike[str], types.Input], *, budget: types.Budget = UNSET, retry: bool = UNSET, played: List[types.MinesPlayed] = UNSET) -> Awaitable[types.MinesReview]:
        """Split a game into mistakes and luck."""
        return self._ask("mines.review", ("game", game), ("budget", budget), ("retry", retry), ("played", played))

    def board(self, size: str, *, first: Literal['any', 'safe', 'zero'] = UNSET, seed: str = UNSET, click: str = UNSET, no_guess: bool = UNSET, tries: int = UNSET) -> Awaitable[types.MinesBoard]:
        """Draw a board from a seed."""
        return self._ask("mines.board", ("size", size), ("first", first), ("seed", seed), ("click", click), ("no_guess", no_guess), ("tries", tries))

    def convert(self, input: Union[str, PathLike[str], types.Input], to: Literal['board', 'json', 'hand', 'jsm', 'jsm-url', 'mbf']) -> Awaitable[types.Converted]:
        """Write a board in another format."""
        return self._ask("mines.convert", ("input", input), ("to", to))


class AsyncKrieg(Group):
    def belief(self, position: Union[str, PathLike[str], types.KriegInput], *, piece: str = UNSET, list: int = UNSET, from_: int = UNSET, sample: int = UNSET, seed: int = UNSET, tries: bool = UNSET, max_boards: int = UNSET) -> Awaitable[types.KriegBelief]:
        """Which positions fit what was heard."""
        return self._ask("krieg.belief", ("position", position), ("piece", piece), ("list", list), ("from", from_), ("sample", sample), ("seed", seed), ("tries", tries), ("max_boards", max_boards))

    def why(self, position: Union[str, PathLike[str], types.KriegInput], try_: str, *, seed: int = UNSET) -> Awaitable[types.KriegWhy]:
        """What could be heard after a try."""
        return self._ask("krieg.why", ("position", position), ("try", try_), ("seed", seed))

    def mend(self, position: Union[str, PathLike[str], types.KriegInput], *, seed: int = UNSET) -> Awaitable[types.KriegMends]:
        """What was misheard, if no position fits."""
        return self._ask("krieg.mend", ("position", position), ("seed", seed))

    def mate(self, position: Union[str, PathLike[str], types.KriegInput], *, plies: int = UNSET, budget: types.KriegBudget = UNSET, seed: int = UNSET) -> Awaitable[types.KriegMate]:
        """Can mate be forced whatever is hidden?"""
        return self._ask("krieg.mate", ("position", position), ("plies", plies), ("budget", budget), ("seed", seed))

    def whatif(self, rules: str, me: Literal['white', 'black'], states: List[str], try_: str, plies: int, *, budget: types.KriegBudget = UNSET) -> Awaitable[types.KriegWhatIf]:
        """What becomes of a mate after a try."""
        return self._ask("krieg.whatif", ("rules", rules), ("me", me), ("states", states), ("try", try_), ("plies", plies), ("budget", budget))

    def check(self, proof: types.KriegProof) -> Awaitable[types.KriegCheck]:
        """Replay a proof with the independent checker."""
        return self._ask("krieg.check", ("proof", proof))

    def print(self, proof: types.KriegProof, as_: Literal['text', 'pgn', 'dot']) -> Awaitable[types.KriegPrinted]:
        """A proof as text, PGN or DOT."""
        return self._ask("krieg.print", ("proof", proof), ("as", as_))

    def think(self, rules: str, me: Literal['white', 'black'], heard: List[str], *, level: int = UNSET, seed: int = UNSET, belief: bool = UNSET, teach: bool = UNSET) -> Awaitable[types.KriegThought]:
        """What one side of a game would try, and its belief."""
        return self._ask("krieg.think", ("rules", rules), ("me", me), ("level", level), ("seed", seed), ("heard", heard), ("belief", belief), ("teach", teach))


class AsyncDiag(Group):
    def next(self, table: Union[str, PathLike[str]], *, seen: List[str] = UNSET, budget: types.DiagBudget = UNSET) -> Awaitable[types.DiagNext]:
        """Which test to perform now, and why."""
        return self._ask("diag.next", ("table", table), ("seen", seen), ("budget", budget))

    def solve(self, table: Union[str, PathLike[str]], *, seen: List[str] = UNSET, budget: types.DiagBudget = UNSET) -> Awaitable[types.DiagPlan]:
        """The whole plan of least expected cost."""
        return self._ask("diag.solve", ("table", table), ("seen", seen), ("budget", budget))

    def check(self, table: Union[str, PathLike[str]], *, seen: List[str] = UNSET, budget: types.DiagBudget = UNSET) -> Awaitable[types.DiagCheck]:
        """What the tests can tell, and what readings come to."""
        return self._ask("diag.check", ("table", table), ("seen", seen), ("budget", budget))

    def table(self, table: Union[str, PathLike[str]]) -> Awaitable[types.DiagTable]:
        """The faults and tests of a table, and whether its tests err."""
        return self._ask("diag.table", ("table", table))

    def advise(self, table: Union[str, PathLike[str]], *, seen: List[str] = UNSET, sure: float = UNSET, budget: types.DiagBudget = UNSET) -> Awaitable[types.DiagAdvice]:
        """What to do now if tests err, and why."""
        return self._ask("diag.advise", ("table", table), ("seen", seen), ("sure", sure), ("budget", budget))

    def policy(self, table: Union[str, PathLike[str]], *, seen: List[str] = UNSET, sure: float = UNSET, budget: types.DiagBudget = UNSET) -> Awaitable[types.DiagPolicy]:
        """The whole plan of least expected cost if tests err."""
        return self._ask("diag.policy", ("table", table), ("seen", seen), ("sure", sure), ("budget", budget))

    def prove(self, table: Union[str, PathLike[str]], within: int, *, budget: types.DiagBudget = UNSET) -> Awaitable[types.DiagProof]:
        """Is every fault found within a given number of tests?"""
        return self._ask("diag.prove", ("table", table), ("within", within), ("budget", budget))

    def replay(self, table: Union[str, PathLike[str]], proof: types.DiagProof) -> Awaitable[types.DiagReplay]:
        """Does a proof hold for a table?"""
        return self._ask("diag.replay", ("table", table), ("proof", proof))

    def review(self, table: Union[str, PathLike[str]], *, seen: List[str] = UNSET, sure: float = UNSET, budget: types.DiagBudget = UNSET) -> Awaitable[types.DiagReview]:
        """What each step of a finished job cost, compared with the best one."""
        return self._ask("diag.review", ("table", table), ("seen", seen), ("sure", sure), ("budget", budget))

    def sensitivity(self, table: Union[str, PathLike[str]], *, seen: List[str] = UNSET, sure: float = UNSET, budget: types.DiagBudget = UNSET) -> Awaitable[types.DiagSensitivity]:
        """Which test is worth improving, and what that saves."""
        return self._ask("diag.sensitivity", ("table", table), ("seen", seen), ("sure", sure), ("budget", budget))

    def testability(self, table: Union[str, PathLike[str]]) -> Awaitable[types.DiagTestability]:
        """Which faults the tests detect, isolate and confuse."""
        return self._ask("diag.testability", ("table", table))

    def learn(self, table: Union[str, PathLike[str]], cases: str, *, seed: int = UNSET, budget: types.DiagBudget = UNSET) -> Awaitable[types.DiagLearned]:
        """A table learned from closed cases, and how far its costs are known."""
        return self._ask("diag.learn", ("table", table), ("cases", cases), ("seed", seed), ("budget", budget))


class AsyncPomdp(Group):
    def info(self, problem: Union[str, PathLike[str]]) -> Awaitable[types.PomdpInfo]:
        """The size of a problem with rewards."""
        return self._ask("pomdp.info", ("problem", problem))

    def solve(self, problem: Union[str, PathLike[str]], *, gap: float = UNSET, budget: types.PomdpBudget = UNSET) -> Awaitable[types.PomdpSolution]:
        """Bounds on the value of best play."""
        return self._ask("pomdp.solve", ("problem", problem), ("gap", gap), ("budget", budget))

    def play(self, problem: Union[str, PathLike[str]], *, policy: str = UNSET, gap: float = UNSET, budget: types.PomdpBudget = UNSET, episodes: int = UNSET, seed: int = UNSET, show: bool = UNSET) -> Awaitable[types.PomdpPlay]:
        """What a policy earns."""
        return self._ask("pomdp.play", ("problem", problem), ("policy", policy), ("gap", gap), ("budget", budget), ("episodes", episodes), ("seed", seed), ("show", show))


class AsyncEnv(Group):
    def open(self, domain: str, *, rules: Any = UNSET, copies: int = UNSET, max_moves: int = UNSET, views: bool = UNSET, adviser: str = UNSET, params: Any = UNSET) -> Awaitable[types.EnvOpened]:
        """Copies of a problem to play step by step."""
        return self._ask("env.open", ("domain", domain), ("rules", rules), ("copies", copies), ("max_moves", max_moves), ("views", views), ("adviser", adviser), ("params", params))

    def reset(self, env: int, *, seed: int = UNSET, episode: int = UNSET, which: List[int] = UNSET) -> Awaitable[types.EnvStarted]:
        """New episodes of an environment."""
        return self._ask("env.reset", ("env", env), ("seed", seed), ("episode", episode), ("which", which))

    def step(self, env: int, actions: List[int], *, which: List[int] = UNSET) -> Awaitable[types.EnvStepped]:
        """One action in each copy of an environment."""
        return self._ask("env.step", ("env", env), ("actions", actions), ("which", which))

    def advise(self, env: int, *, copy: int = UNSET) -> Awaitable[types.EnvAdvice]:
        """Values of the actions of an environment."""
        return self._ask("env.advise", ("env", env), ("copy", copy))

    def close(self, env: int) -> Awaitable[types.EnvClosed]:
        """The end of an environment."""
        return self._ask("env.close", ("env", env))
