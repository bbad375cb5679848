// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { between, brief, decades, parse, span, spread, ticks } from "./series.js";

test("the files of charts are read, names with commas too", () => {
  const lines = parse("series,x,y,low,high\na,1,2,1,3\n\"b, c\",1,5,4,6\na,2,3,2,4\nb,x,,,\n");
  assert.deepEqual(lines.map((s) => [s.name, s.points.length]), [["a", 2], ["b, c", 1]]);
  assert.deepEqual(parse("series,low,high,share\na,1,4,0.5\n")[0]!.points[0], { x: 2, y: 0.5, low: 1, high: 4 });
});

test("the difference of a pair is the first minus the second, however it is stored", () => {
  const stored = parse("series,x,y,low,high\nb - a,10,-0.5,-0.75,-0.25\nb - c,10,1,1,1\n");
  const turned = [{ name: "a - b", points: [{ x: 10, y: 0.5, low: 0.25, high: 0.75 }] }];
  assert.deepEqual(between(stored, "a", "b"), turned);
  assert.deepEqual(between(turned, "a", "b"), turned);
  assert.deepEqual(between(stored, "a", "c"), stored);
});

test("labels never lie on each other, and stay in their room", () => {
  for (const wanted of [[10, 11, 12], [0, 0, 0, 0], [95, 99, 100], [50, 20, 21, 80]]) {
    const at = spread(wanted, 15, 5, 100);
    const sorted = at.slice().sort((a, b) => a - b);
    for (let i = 1; i < sorted.length; i++) assert(sorted[i]! - sorted[i - 1]! >= 15 - 1e-9, `${wanted} became ${at}`);
    assert(sorted[0]! >= 5 - 1e-9 && sorted.at(-1)! <= 100 + 1e-9, `${at}`);
  }
});

test("axes have round numbers", () => {
  assert.deepEqual(ticks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(-0.13, 0.31, 4), [0, 0.2]);
  assert.deepEqual(decades(0.002, 0.5), [0.001, 0.01, 0.1, 1]);
  assert.deepEqual([brief(1234567), brief(25000), brief(0.12345), span(0.00025), span(2.5), span(1500)], ["1.2M", "25k", "0.123", "250 ns", "2.5 ms", "1.5 s"]);
});
