// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Game, type Moment, chord, flag, open } from "../game/game.js";
import { blank } from "../game/position.js";
import { MOST, PARTS, Tape, readTape } from "../game/tape.js";
import { rawvfToBoard } from "./rawvf.js";
import { rawvfOf, tapeOfRawvf } from "./rawvfout.js";

const START: Moment = { position: blank(5, 4, 4, "any"), moves: [], boom: null };
const GAME: Game = { layout: Array.from("*000*" + "00000" + "00000" + "*000*", (x) => x === "*") };
const at = (cell: number) => [PARTS * (cell % 5) + 3, PARTS * Math.floor(cell / 5) + 9] as const;

// played is a game as the page records it: a path, clicks that do nothing, a flag that is asked about, and a chord.
function played(chords: "l" | "m", marks = false): [Moment, Tape] {
  const tape = new Tape();
  let m = START;
  let ms = 0;
  const go = (button: "l" | "r" | "m", cell: number, next: Moment, useful = next !== m) => {
    tape.move((ms += 40), ...at(cell));
    tape.press(ms + 5, ...at(cell));
    tape.click(button, useful, (ms += 61), ...at(cell));
    m = next;
  };
  go("l", 1, open(GAME, m, 1));
  go("r", 0, flag(m, 0));
  go("l", 0, m);
  if (marks) {
    tape.marks = true;
    go("r", 0, flag(m, 0));
    go("r", 0, m, true);
    go("r", 0, flag(m, 0));
  }
  tape.easy = chords === "l";
  go(chords, 1, chord(GAME, m, 1));
  if (m.position.cells[12] === ".") go("l", 12, open(GAME, m, 12));
  return [m, tape];
}

test("RAWVF round trips: moves, path, clicks and times", () => {
  for (const [m, tape] of [played("l"), played("m"), played("l", true), played("m", true)]) {
    const text = rawvfOf(GAME, m, tape, 1234);
    const moves = rawvfToBoard(text).split("[moves]\n")[1]!.trim().split("\n");
    assert.deepEqual(moves, m.moves.map((x) => `${x.kind} r${Math.floor(x.cell / 5) + 1}c${(x.cell % 5) + 1}`));
    const again = tapeOfRawvf(text, tape.clicks.useful);
    assert.deepEqual(again.events, tape.events);
    assert.deepEqual(again.clicks, tape.clicks);
    assert.equal(rawvfOf(GAME, m, again, 1234), text);
    assert.match(text, /^BBBV: \d+$/m);
  }
});

test("a game without its tape is written as its moves", () => {
  const [m, tape] = played("l");
  tape.whole = false;
  const text = rawvfOf(GAME, m, tape, 1234);
  assert.match(rawvfToBoard(text), /\[moves\]\nopen r1c2\nflag r1c1\n/);
});

test("a tape is kept as text, and what is damaged is nothing", () => {
  for (const [, tape] of [played("l"), played("m", true)]) {
    const again = readTape(tape.text())!;
    assert.deepEqual([again.events, again.clicks, again.whole, again.easy, again.marks], [tape.events, tape.clicks, tape.whole, tape.easy, tape.marks]);
    for (const bad of ["", "1", tape.text() + ";", tape.text().replace(";", ";9"), "1,2,3,4,5,6,-7"]) assert.equal(readTape(bad), null, bad);
  }
});

test("the mouse is followed up to a limit, and clicks are counted beyond it", () => {
  const tape = new Tape();
  for (let i = 0; i < 2 * MOST; i++) tape.move(30 * i, i % 80, 0);
  assert.equal(tape.events.length, MOST);
  tape.click("l", true, 1e7, 3, 3);
  assert.deepEqual([tape.events.length, tape.whole, tape.count], [MOST, false, 1]);
});

test("random games round trip", () => {
  let x = 12345;
  const next = (n: number) => ((x = (Math.imul(x, 1103515245) + 12345) >>> 0) >>> 8) % n;
  for (let n = 0; n < 500; n++) {
    const [w, h] = [2 + next(7), 2 + next(7)];
    const game = { layout: Array.from({ length: w * h }, () => next(5) === 0) };
    let m: Moment = { position: blank(w, h, game.layout.filter(Boolean).length, "any"), moves: [], boom: null };
    const tape = new Tape();
    tape.easy = true;
    for (let i = 0, ms = 0; i < 30 && m.boom === null; i++) {
      const cell = next(w * h);
      const mark = m.position.cells[cell]!;
      const right = next(3) === 0;
      const after = right ? flag(m, cell) : mark === "." ? open(game, m, cell) : mark === "F" ? m : chord(game, m, cell);
      tape.move((ms += 30), PARTS * (cell % w) + next(PARTS), PARTS * Math.floor(cell / w) + next(PARTS));
      tape.click(right ? "r" : "l", after !== m, (ms += 30), PARTS * (cell % w) + 1, PARTS * Math.floor(cell / w) + 1);
      m = after;
    }
    if (m.moves.length === 0) continue;
    const text = rawvfOf(game, m, tape, 9999);
    const again = tapeOfRawvf(text, tape.clicks.useful);
    assert.deepEqual([again.events, again.clicks], [tape.events, tape.clicks]);
    const moves = rawvfToBoard(text).split("[moves]\n")[1]!.trim().split("\n");
    assert.deepEqual(moves, m.moves.map((x) => `${x.kind} r${Math.floor(x.cell / w) + 1}c${(x.cell % w) + 1}`));
  }
});
