# SPDX-License-Identifier: BSD-3-Clause
"""Every block of the README runs, and CONTRACT.md names tests that exist."""

import io
import pathlib
import re
import unittest
from contextlib import redirect_stdout
from unittest import mock

ROOT = pathlib.Path(__file__).parent.parent


class Readme(unittest.TestCase):
    def test_blocks(self):
        blocks = re.findall(r"```python[^\n]*\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
        self.assertGreater(len(blocks), 7)
        for block in blocks:
            with self.subTest(block.strip().splitlines()[-1]), redirect_stdout(io.StringIO()), mock.patch("sys.stdin", io.StringIO("")):
                exec(compile(block, "README.md", "exec"), {"__name__": "readme"})

    def test_contract(self):
        tests = (ROOT / "tests" / "test_envs.py").read_text(encoding="utf-8")
        named = set(re.findall(r"`(test_\w+)`", (ROOT / "CONTRACT.md").read_text(encoding="utf-8")))
        self.assertGreater(len(named), 20)
        self.assertEqual({name for name in named if f"def {name}(" not in tests}, set())


if __name__ == "__main__":
    unittest.main()
