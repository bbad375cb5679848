// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { down, percent, percentOf, up } from "./number.js";

test("an interval never gets narrower", () => {
  assert.deepEqual([down(0.1239, 1), up(0.1231, 1)], ["12.3", "12.4"]);
  assert.deepEqual([down(0.29, 0), up(0.29, 0)], ["29", "29"], "what is exact stays, whatever its binary form");
});

test("what is possible does not print as 0, nor what is not certain as 100", () => {
  assert.deepEqual([percent(1n, 10n ** 9n, 1), percent(10n ** 9n - 1n, 10n ** 9n, 1), percent(0n, 3n, 1), percent(3n, 3n, 1)], ["0.1", "99.9", "0.0", "100.0"]);
  assert.deepEqual([percentOf(1e-9, 1), percentOf(1 - 1e-9, 1), percentOf(0, 1), percentOf(1, 1)], ["0.1", "99.9", "0.0", "100.0"]);
});
