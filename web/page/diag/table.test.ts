// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { about, placeOf } from "./table.js";

const TABLE = '# A pump.\n# Costs are euros.\nfault, prior, noise, "lamp, red"\nfan,  3, loud:0.5|quiet, on\n';

test("the comments at the head say what a table is about", () => {
  assert.equal(about(TABLE), "A pump. Costs are euros.");
  assert.equal(about("fault,prior,a\n# later\n"), "");
  assert.equal(about(""), "");
});

test("a cell is found by its line and number, and has the names of its line and column", () => {
  const at = placeOf(TABLE, 4, 3)!;
  assert.equal(TABLE.slice(at.from, at.to), "loud:0.5|quiet");
  assert.deepEqual([at.row, at.column], ["fan", "noise"]);
  const last = placeOf(TABLE, 4, 4)!;
  assert.deepEqual([TABLE.slice(last.from, last.to), last.column], ["on", '"lamp, red"']);
  assert.equal(placeOf(TABLE, 3, 1)!.row, "", "the first line is no fault");
  assert.equal(TABLE.slice(placeOf(TABLE, 4, 9)!.from), "on\n", "a line with too few cells ends at its last");
  assert.equal(placeOf(TABLE, 99, 1), null);
});

test("a cell is found where semicolons or tabs stand between cells", () => {
  for (const divider of [";", "\t"]) {
    const text = ["fault", "prior", "noise"].join(divider) + "\n" + ["fan", "0,5", "loud"].join(divider) + "\n";
    const at = placeOf(text, 2, 2)!;
    assert.deepEqual([text.slice(at.from, at.to), at.row, at.column], ["0,5", "fan", "prior"]);
  }
});
