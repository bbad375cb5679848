// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Moment, chord, flag, open } from "../game/game.js";
import { blank, hand } from "../game/position.js";
import { type Saved, restore, save } from "./saved.js";

// 3x3 with mines in two corners.
const game = { layout: [true, false, false, false, false, false, false, false, true], seed: "7" };

function played(): Saved {
  const list: Moment[] = [{ position: blank(3, 3, 2, "safe"), moves: [], boom: null }];
  const go = (m: Moment) => list.push(m);
  go(open(game, list[0]!, 2));
  go(flag(list[1]!, 0));
  go(chord(game, list[2]!, 1));
  go(open(game, list[3]!, 8));
  return { id: "a", mode: "play", noGuess: true, helped: false, counted: true, hints: 2, elapsed: 12_345, position: list[3]!.position, game, list, at: 3 };
}

test("a game comes back as it was kept", () => {
  const s = played();
  const back = restore(save(s))!;
  assert.deepEqual(back, s);
  assert.equal(back.list[4]!.boom, 8);
});

test("a position without a game comes back", () => {
  const position = { ...blank(4, 4, 4, "safe"), cells: Array.from("1..F............") };
  const s: Saved = { ...played(), mode: "analyse", game: null, position, list: [{ position, moves: [], boom: null }], at: 0 };
  assert.equal(hand(restore(save(s))!.position), hand(position));
});

test("what is damaged, foreign or of another version is nothing", () => {
  const text = save(played());
  assert(restore(text));
  for (const bad of [null, "", "{", "[]", "null", "1", text.slice(0, -9), text.replace('"v":1', '"v":2'), text.replace(/"layout":"1/, '"layout":"'), text.replace(/"elapsed":\d+/, '"elapsed":-1'), text.replace(/"start":"3x3/, '"start":"3x4')]) {
    assert.equal(restore(bad), null, String(bad));
  }
});
