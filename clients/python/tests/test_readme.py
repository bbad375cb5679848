# SPDX-License-Identifier: BSD-3-Clause
"""The README is used literally: its files are written, its Python runs, and so do its commands."""

import contextlib
import io
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).parent.parent
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.S | re.M)


@contextlib.contextmanager
def directory():
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        try:
            yield
        finally:
            os.chdir(before)


class Readme(unittest.TestCase):
    def test_blocks(self):
        blocks = BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
        self.assertGreater(len(blocks), 15)
        with directory():
            for _, name, text in blocks:
                if name:
                    pathlib.Path(name).write_text(text, encoding="utf-8")
            for language, name, text in blocks:
                with self.subTest(text.strip().splitlines()[-1]):
                    self.run_block(language, name, text)

    def run_block(self, language, name, text):
        if language == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out), mock.patch("sys.stdin", io.StringIO("")):
                exec(compile(text, "README.md", "exec"), {"__name__": "readme"})
            for line in re.findall(r"print\(.*\)  # (\w+)\n", text):
                if line in ("hum", "True", "660", "cancelled", "1"):
                    self.assertIn(line, out.getvalue().split())
        elif language == "console":
            for line in text.splitlines():
                self.command(shlex.split(line[2:]))

    def command(self, words):
        self.assertEqual(words[0], "veil")
        env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PATH": os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]}
        done = subprocess.run([os.environ.get("VEIL", "veil"), *words[1:]], env=env, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_tasks(self):
        tasks = re.findall(r"^## (\d+)\. ", (ROOT / "README.md").read_text(encoding="utf-8"), re.M)
        self.assertEqual(tasks, [str(i) for i in range(1, 14)])

    def test_contract(self):
        tests = (ROOT / "tests" / "test_envs.py").read_text(encoding="utf-8")
        named = set(re.findall(r"`(test_\w+)`", (ROOT / "CONTRACT.md").read_text(encoding="utf-8")))
        self.assertGreater(len(named), 20)
        self.assertEqual({name for name in named if f"def {name}(" not in tests}, set())


if __name__ == "__main__":
    unittest.main()
