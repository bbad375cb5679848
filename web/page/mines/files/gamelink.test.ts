// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { boardText, type Moment, chord, flag, open } from "../game/game.js";
import { gameFragment, gameOfLink } from "./gamelink.js";
import { blank } from "../game/position.js";

// draw is a small generator with a seed.
function draws(seed: number): (n: number) => number {
  let x = seed;
  return (n) => (x = (x * 48271) % 2147483647) % n;
}

test("a game in a link is the same game", () => {
  const draw = draws(7);
  for (const [w, h] of [[1, 1], [4, 4], [5, 3], [9, 9], [30, 16], [50, 50], [2, 999]] as const) {
    const layout = Array.from({ length: w * h }, () => draw(5) === 0);
    const game = { layout };
    let now: Moment = { position: blank(w, h, layout.filter(Boolean).length, "safe"), moves: [], boom: null };
    for (let k = 0; k < 40 && now.boom === null; k++) {
      const cell = draw(w * h);
      if (now.position.cells[cell] === ".") now = open(game, now, cell);
    }
    assert.equal(gameOfLink(gameFragment(game, now)), boardText(game, now), `${w}x${h}`);
    const marked = chord(game, flag(now, 0), 0);
    assert.equal(gameOfLink(gameFragment(game, { ...marked, position: now.position, moves: marked.moves })), boardText(game, now), "flags open nothing");
  }
});

test("a damaged link is no game", () => {
  const game = { layout: [true, false, false, false, false, true] };
  const start: Moment = { position: blank(3, 2, 2, "zero"), moves: [], boom: null };
  const good = gameFragment(game, open(game, open(game, start, 2), 3));
  assert.equal(good, "#g=3x2-2-zero-84-2.3");
  assert(gameOfLink(good));
  for (const bad of ["", "#g=", "#p=3x2", "#g=3x2-2-zero-84-", "#g=3x2-2-zero-84-6", "#g=3x2-2-zero-84-2.3.", "#g=3x2-3-zero-84-2", "#g=3x2-2-zero-8-2", "#g=3x2-2-zero-844-2", "#g=3x2-2-zero-81-2",
    "#g=3x2-2-none-84-2", "#g=0x2-0-zero-0-0", "#g=999x999-1-any-8-0", "#g=3x2-2-zero-84-0.0.0.0.0.0.0", good + "x y"]) assert.equal(gameOfLink(bad), null, bad);
  for (let i = 0; i < good.length; i++) gameOfLink(good.slice(0, i) + "é" + good.slice(i + 1)); // nothing is thrown
});
