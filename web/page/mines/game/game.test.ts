// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Game, type Moment, chord, flag, open } from "./game.js";
import { blank } from "./position.js";

// The mine is at the right end: 0 0 1 *
const GAME: Game = { layout: [false, false, false, true] };
const START: Moment = { position: blank(4, 1, 1, "any"), moves: [], boom: null };
const seen = (m: Moment) => m.position.cells.join("");

test("a flag protects its cell from a click, a zero and a chord", () => {
  assert.equal(seen(open(GAME, START, 0)), "001.");
  const flagged = flag(START, 1);
  assert.equal(seen(open(GAME, flagged, 0)), "0F..");
  assert.equal(seen(open(GAME, flagged, 1)), ".F..");
  const wrong = flag(open(GAME, START, 2), 1); // the flag is on a safe cell: a chord opens the mine
  const lost = chord(GAME, wrong, 2);
  assert.deepEqual([seen(lost), lost.boom], [".F1*", 3]);
});

test("a chord without its flags does nothing", () => {
  const now = open(GAME, START, 2);
  assert.equal(chord(GAME, now, 2), now);
});
