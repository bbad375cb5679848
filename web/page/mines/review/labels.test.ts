// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Mark, labels } from "./labels.js";

const mark = (x: number, y: number): Mark => ({ x, y, text: "−12.2 ±1.5, then lucky", mine: false });

test("a price stands beside its mark, to the left of it near the right edge", () => {
  assert.deepEqual(labels([mark(100, 100)], 860), [{ dx: 18, dy: 16, anchor: "start" }]);
  assert.deepEqual(labels([mark(800, 100)], 860), [{ dx: -18, dy: 16, anchor: "end" }]);
});

test("a price covers no mark and no other price", () => {
  const [first, second] = labels([mark(300, 100), mark(360, 116)], 860);
  assert.deepEqual([first, second], [{ dx: -18, dy: 16, anchor: "end" }, { dx: 18, dy: 16, anchor: "start" }], "the second mark is where the first price would be");
});

test("a price that fits nowhere is left out", () => {
  const crowd = Array.from({ length: 24 }, (_, i) => mark(20 + (i % 12) * 26, 60 + 26 * Math.floor(i / 12)));
  const placed = labels(crowd, 400);
  assert.equal(placed.length, crowd.length);
  assert.equal(placed.includes(null), true);
});
