# SPDX-License-Identifier: BSD-3-Clause
"""The engine: answers, streams, stops, batches, threads, forks, errors."""

import asyncio
import os
import pathlib
import tempfile
import threading
import time
import unittest

import veilplan as veil

BOARD = "4x4/4\n1...\n....\n....\n....\n"
MATE = "ruleset: english\nto move: white\nme:   8/8/8/2K5/2N5/8/8/1R6\nopp:  k@*  q|r|b|n@e1\ngoal: mate in 9\n"
TIGER = """discount: 0.95
values: reward
states: tiger-left tiger-right
actions: listen open-left open-right
observations: left right
start: uniform
T: listen identity
T: open-left uniform
T: open-right uniform
O: listen : tiger-left 0.85 0.15
O: listen : tiger-right 0.15 0.85
O: open-left uniform
O: open-right uniform
R: listen : * : * : * -1
R: open-left : tiger-left : * : * -100
R: open-left : tiger-right : * : * 10
R: open-right : tiger-left : * : * 10
R: open-right : tiger-right : * : * -100
"""


class Answers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.engine = veil.Engine()

    @classmethod
    def tearDownClass(cls):
        cls.engine.close()

    def test_check(self):
        self.assertEqual(self.engine.mines.check(BOARD)["layouts"], "660")
        self.assertEqual(self.engine.mines.check({"text": BOARD})["layouts"], "660")
        self.assertEqual(self.engine.ask("mines.check", position={"text": BOARD})["layouts"], "660")

    def test_solve(self):
        doc = self.engine.mines.solve(BOARD)
        self.assertEqual((doc["schema"], doc["state"]), ("mines.analysis/2", "done"))
        self.assertIn("best", doc)

    def test_watch_improves(self):
        states = [doc["state"] for doc in self.engine.watch("mines.analysis", position={"text": BOARD})]
        self.assertEqual(states[-1], "done")
        self.assertNotIn("done", states[:-1])

    def test_leaving_a_stream_stops_it(self):
        for _ in self.engine.watch("mines.analysis", position={"text": "30x16/99"}):
            break
        self.assertEqual(self.engine._open, {})
        self.assertEqual(self.engine.mines.check(BOARD)["layouts"], "660")

    def test_timeout(self):
        with self.assertRaises(veil.VeilError) as raised:
            self.engine.ask("krieg.mate", position={"text": MATE}, timeout=0.2)
        self.assertEqual(raised.exception.problem["type"], "cancelled")

    def test_batch_keeps_the_order(self):
        sizes = [f"{w}x4/4" for w in range(3, 10)] * 30
        got = list(self.engine.ask_many("mines.check", ({"position": {"text": s}} for s in sizes)))
        want = {s: self.engine.mines.check(s)["layouts"] for s in set(sizes)}
        self.assertEqual([doc["layouts"] for doc in got], [want[s] for s in sizes])

    def test_batch_with_errors(self):
        questions = [{"position": {"text": BOARD}}, {"position": {"text": "nonsense"}}, {"position": {"text": BOARD}}]
        got = [doc["schema"] for doc in self.engine.ask_many("mines.check", questions, errors=True)]
        self.assertEqual(got, ["mines.check/1", "veil.problem/1", "mines.check/1"])
        with self.assertRaises(veil.VeilError):
            list(self.engine.ask_many("mines.check", questions))
        self.assertEqual(self.engine._open, {})

    def test_solve_many(self):
        self.assertEqual([d["state"] for d in self.engine.mines.solve_many([BOARD] * 3)], ["done"] * 3)

    def test_errors(self):
        for ask, word in (
            (lambda: self.engine.ask("mines.chek"), "unknown verb"),
            (lambda: self.engine.ask("mines.check", positon={}), "unknown field"),
            (lambda: self.engine.mines.check("3x3/20"), ""),
        ):
            with self.assertRaises(veil.VeilError) as raised:
                ask()
            self.assertIn(word, str(raised.exception))
            self.assertEqual(raised.exception.problem["schema"], "veil.problem/1")

    def test_none_is_left_out(self):
        self.assertEqual(self.engine.mines.analysis(BOARD, moves=None)["state"], "done")

    def test_pomdp_by_text_path_and_name(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "tiger.pomdp")
            path.write_text(TIGER, encoding="utf-8")
            for problem in (TIGER, path, str(path)):
                self.assertEqual(self.engine.pomdp.info(problem)["states"], 2)
        value = self.engine.pomdp.solve(TIGER)["value"]
        self.assertLess(value["lo"], 19.38)
        self.assertGreater(value["hi"], 19.37)

    def test_a_missing_file_is_named(self):
        for ask in (lambda: veil.pomdp.solve("gone.pomdp"), lambda: veil.diag.next("gone.csv")):
            with self.assertRaisesRegex(FileNotFoundError, "gone"):
                ask()

    def test_diag(self):
        table = "fault,prior,lights\nflat battery,5,dim\nbad starter,1,bright\n"
        self.assertEqual(self.engine.diag.check(table)["faults"], 2)

    def test_krieg_game(self):
        game = self.engine.krieg.Game("white", level=1)
        game.hear("W e2e4 yes tries 0", "B moved tries 0")
        self.assertRegex(game.best(), "^[a-h][1-8][a-h][1-8]$")

    def test_threads(self):
        failures = []

        def work(size, layouts):
            for _ in range(50):
                if self.engine.mines.check(size)["layouts"] != layouts:
                    failures.append(size)

        sizes = {s: self.engine.mines.check(s)["layouts"] for s in ("3x3/2", "4x4/4", "5x5/5", "4x3/3")}
        threads = [threading.Thread(target=work, args=item) for item in sizes.items()]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(failures, [])

    def test_too_many_open(self):
        keys = []
        with self.assertRaisesRegex(RuntimeError, "60 questions are open"):
            for _ in range(100):
                keys.append(self.engine._send("mines.check", {"position": {"text": BOARD}}))
        for key in keys:
            self.engine._forget(key)
        self.assertEqual(self.engine.mines.check(BOARD)["layouts"], "660")


class Processes(unittest.TestCase):
    @unittest.skipUnless(hasattr(os, "fork"), "no fork")
    def test_fork(self):
        with veil.Engine(workers=1) as engine:
            self.assertEqual(engine.mines.check(BOARD)["layouts"], "660")
            child = os.fork()
            if child == 0:
                code = 1
                try:
                    code = 0 if engine.mines.check("3x3/2")["layouts"] == "36" else 2
                    engine.close()
                finally:
                    os._exit(code)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertEqual(engine.mines.check(BOARD)["layouts"], "660")

    def test_close_waits(self):
        engine = veil.Engine()
        engine.mines.check(BOARD)
        process = engine._process
        engine.close()
        engine.close()
        self.assertEqual(process.returncode, 0)

    def test_a_killed_engine_is_an_error(self):
        engine = veil.Engine()
        engine.mines.check(BOARD)
        engine._process.kill()
        engine._process.wait()
        with self.assertRaisesRegex(veil.VeilError, "veil has ended"):
            engine.mines.check(BOARD)
        engine.close()

    def test_no_program(self):
        with self.assertRaises(FileNotFoundError):
            veil.Engine("/no/such/program").mines.check(BOARD)

    def test_module_functions(self):
        self.assertEqual(veil.mines.check(BOARD)["layouts"], "660")
        with self.assertRaises(AttributeError):
            veil.chess


class Async(unittest.IsolatedAsyncioTestCase):
    async def test_answers(self):
        async with veil.AsyncEngine() as engine:
            docs = await asyncio.gather(*(engine.mines.check(BOARD) for _ in range(200)))
            self.assertEqual({d["layouts"] for d in docs}, {"660"})
            with self.assertRaises(veil.VeilError):
                await engine.ask("mines.chek")

    async def test_a_long_line(self):
        async with veil.AsyncEngine() as engine:
            doc = await engine.mines.solve("40x40/300", moves="none")
            self.assertGreater(len(str(doc)), 1 << 16)

    async def test_cancel_stops(self):
        async with veil.AsyncEngine(workers=1) as engine:
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.krieg.mate(MATE), 0.2)
            begin = time.monotonic()
            self.assertEqual((await engine.mines.check(BOARD))["layouts"], "660")
            self.assertLess(time.monotonic() - begin, 60)

    async def test_watch(self):
        async with veil.AsyncEngine() as engine:
            states = [doc["state"] async for doc in engine.watch("mines.analysis", position={"text": BOARD})]
            self.assertEqual(states[-1], "done")


if __name__ == "__main__":
    unittest.main()
