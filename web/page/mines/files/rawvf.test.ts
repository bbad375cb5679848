// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { isRawvf, rawvfToBoard } from "./rawvf.js";

const HEAD = "RawVF_Version: Rev6\nProgram: test\nWidth: 4\nHeight: 3\nMines: 2\n";
const BOARD = "Board:\n*000\n0000\n000*\n";

// moves are what the board text says was played.
function moves(events: string, head = HEAD): string[] {
  return rawvfToBoard(`${head}${BOARD}Events:\n0.00 start\n${events}`).split("[moves]\n")[1]!.trim().split("\n");
}

test("a click opens where it is released, by pixels or by column and row", () => {
  assert.deepEqual(moves("0.10 lc 1 1 (8 8)\n0.20 mv 4 1 (56 8)\n0.30 lr 4 1 (56 8)\n"), ["open r1c4"]);
  assert.deepEqual(moves("0.10 lc 2 3\n0.30 lr 2 3\n"), ["open r3c2"]);
  assert.deepEqual(moves("0.10 lc 1 1 (100 8)\n0.30 lr 1 1 (100 8)\n", HEAD + "SquareSize: 32\n"), ["open r1c4"]);
});

test("the right button flags; a flag protects; both together open around", () => {
  const flags = "0.1 rc 1 1 (1 1)\n0.2 rr 1 1 (1 1)\n0.3 lc 1 1 (1 1)\n0.4 lr 1 1 (1 1)\n";
  const one = "0.5 lc 2 2 (20 20)\n0.6 lr 2 2 (20 20)\n";
  assert.deepEqual(moves(flags + one + "0.7 lc 2 2 (20 20)\n0.8 rc 2 2 (20 20)\n0.9 rr 2 2 (20 20)\n1.0 lr 2 2 (20 20)\n"), ["flag r1c1", "open r2c2", "chord r2c2"]);
  assert.deepEqual(moves(flags + one + "0.7 mc 2 2 (20 20)\n0.8 mr 2 2 (20 20)\n"), ["flag r1c1", "open r2c2", "chord r2c2"]);
  assert.deepEqual(moves(flags + one + "0.7 lc 2 2 (20 20)\n0.8 lr 2 2 (20 20)\n"), ["flag r1c1", "open r2c2"], "a click on a number does nothing");
  assert.deepEqual(moves(flags + one + "0.7 lc 2 2 (20 20)\n0.8 lr 2 2 (20 20)\n", HEAD + "SuperClick: On\n"), ["flag r1c1", "open r2c2", "chord r2c2"]);
});

test("a mine ends the game; clicks beside the board and board events do nothing", () => {
  const text = rawvfToBoard(`${HEAD}${BOARD}Events:\n0.1 lc 9 9 (999 999)\n0.2 lr 9 9 (999 999)\nnumber1 2 2\n0.3 lc 1 1 (1 1)\n0.4 lr 1 1 (1 1)\n0.5 lc 4 1 (60 1)\n0.6 lr 4 1 (60 1)\nblast\n`);
  assert.match(text, /\[moves\]\nopen r1c1\n$/);
  assert.match(text, /\[view\]\nXUUU\n/);
  assert.match(text, /mines: 2\n/);
});

test("what is no RAWVF is known, and what is damaged is refused", () => {
  assert(isRawvf(`${HEAD}${BOARD}Events:\n`));
  assert(!isRawvf("4x4/4\n....\n....\n....\n....\n"));
  for (const bad of [`${HEAD}Events:\n${BOARD}`, `${HEAD}Board:\n*0\n0\nEvents:\n0.1 lc 1 1\n`, `${HEAD}${BOARD}Events:\n`]) assert.throws(() => rawvfToBoard(bad));
});

test("what is larger than a game is refused in words before it is made", () => {
  const many = (n: number, what: string) => Array.from({ length: n }, () => what).join("\n");
  const flags = many(1001, "0.1 rc 1 1 (1 1)\n0.1 rr 1 1 (1 1)\n0.1 rc 1 1 (1 1)\n0.1 rr 1 1 (1 1)");
  assert.throws(() => moves(flags), /more than 2000 moves/);
  assert.throws(() => moves(many(200_001, "0.1 mv 1 1 (1 1)")), /too many events/);
  assert.throws(() => rawvfToBoard(`${HEAD}Board:\n${many(1000, "0".repeat(1000))}\nEvents:\n0.1 lc 1 1\n0.1 lr 1 1\n`), /1000000 cells/);
  assert.throws(() => rawvfToBoard(`${HEAD}${BOARD}Events:\n` + "x".repeat(5e6)), /too large/);
});

test("a game is played without a copy of its board for every event", () => {
  const board = `${HEAD}Board:\n${Array.from({ length: 50 }, (_, r) => (r === 0 ? "*" : "0") + "0".repeat(49)).join("\n")}\nEvents:\n`;
  const copies = Array.prototype.slice;
  let copied = 0;
  Array.prototype.slice = function (this: unknown[], ...at: [number?, number?]) {
    const part = copies.apply(this, at);
    copied += part.length;
    return part;
  };
  try {
    rawvfToBoard(board + "0.1 rc 1 1 (1 1)\n0.1 rr 1 1 (1 1)\n".repeat(1500));
  } finally {
    Array.prototype.slice = copies;
  }
  assert(copied < 50_000, `${copied} entries were copied`);
});
