// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { commandsOf } from "./copy.js";

test("of a console the commands are copied, with the lines that continue them and without what they print", () => {
  assert.equal(commandsOf("$ veil version\nveil 1.0.0\n$ veil exp run a.yaml \\\n    --seed 1\nplayed\n"), "veil version\nveil exp run a.yaml \\\n    --seed 1\n");
  assert.equal(commandsOf("no prompt\n$5 each\n"), "no prompt\n$5 each\n", "a block without a command is copied whole");
});
