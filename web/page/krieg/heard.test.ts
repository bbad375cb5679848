// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFEN, squareIndex, squareName } from "./chess.js";
import { acceptedLine, blankDraft, keeperOf, rulesOf, spelt, theirLine, turnOf } from "./heard.js";
import { named, reach, targets } from "./moves.js";
import { streak } from "./streak.js";

test("what players type becomes a line of the log", () => {
  for (const [typed, turn, want] of [
    ["e4", "white", "W e4 yes"], ["Nf3", "black", "B Nf3 yes"], ["exd5 no", "white", "W exd5 no"], ["exd5 refused", "white", "W exd5 no"],
    ["0-0", "white", "W O-O yes"], ["0-0-0 check rank", "white", "W O-O-O yes check rank"], ["Qh5+", "white", "W Qh5 yes"], ["Qf7#", "white", "W Qf7 yes mate"],
    ["moved", "black", "B moved"], ["takes e4 check long", "black", "B takes e4 check long"], ["any? yes", "white", "W any? yes"],
    ["W e2e4 yes", "white", "W e2e4 yes"], ["ruleset wild16", "white", "ruleset wild16"], ["goal: mate in 2", "white", "goal: mate in 2"],
    ["Bb5", "white", "W Bb5 yes"], ["b4", "white", "W b4 yes"],
  ] as const) assert.equal(spelt(typed, turn), want);
});

test("announcements are written as each ruleset says them", () => {
  const took = { ...blankDraft(), move: "e5d6", takes: "d6", captured: "pawn" as const, passant: true };
  assert.equal(acceptedLine("white", took, rulesOf("berkeley")), "W e5d6 yes takes d5");
  assert.equal(acceptedLine("white", took, rulesOf("english")), "W e5d6 yes takes d6 ep");
  assert.equal(acceptedLine("white", took, rulesOf("wild16")), "W e5d6 yes takes d5 pawn");
  assert.equal(theirLine("black", { ...blankDraft(), checks: ["knight", "file"] }, rulesOf("berkeley")), "B moved check file knight");
  assert.equal(theirLine("black", { ...blankDraft(), takes: "e4", capturer: "piece" }, rulesOf("dutch")), "B takes e4 by piece");
  assert.equal(theirLine("black", { ...blankDraft(), tries: "2" }, rulesOf("wild16")), "B moved tries 2");
  assert.equal(theirLine("black", { ...blankDraft(), tries: "2" }, rulesOf("berkeley")), "B moved");
});

test("rules have a name that is known", () => {
  assert.equal(rulesOf("wild16+material"), rulesOf("wild16"));
  for (const name of ["", "atomic", "Berkeley rules", "+material", "toString"]) assert.throws(() => rulesOf(name), /no ruleset/);
});

test("men go where they go", () => {
  const start = parseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
  const from = (men: string[], at: string) => targets(men, squareIndex(at)).map(squareName).sort().join(" ");
  assert.equal(from(start, "g1"), "f3 h3");
  assert.equal(from(start, "e2"), "e3 e4");
  assert.equal(from(start, "a1"), "");
  assert.equal(from(parseFEN("8/8/8/3p4/4P3/8/8/8"), "e4"), "d5 e5");
  const all = new Set<string>(); // the slow way: every square that shares a line with d4
  for (let i = 0; i < 64; i++) {
    const [dx, dy] = [Math.abs((i % 8) - 3), Math.abs(Math.floor(i / 8) - 4)];
    if (i !== squareIndex("d4") && (dx === 0 || dy === 0 || dx === dy)) all.add(squareName(i));
  }
  assert.equal(from(parseFEN("8/8/8/8/3Q4/8/8/8"), "d4"), [...all].sort().join(" "));
  assert.deepEqual([...reach(["8/8/8/8/R2p4/8/8/8", "8/8/8/8/R3p3/8/8/8"], squareIndex("a4"))].map(squareName).filter((s) => s[1] === "4"), ["b4", "c4", "d4", "e4"]);
});

test("tries have the names that players write", () => {
  const men = parseFEN("8/8/8/8/4P3/2N5/8/R3K1N1");
  for (const [move, name] of [["e4e5", "e5"], ["e4d5", "exd5"], ["c3e2", "Nce2"], ["g1f3", "Nf3"], ["e1c1", "O-O-O"], ["e1g1", "O-O"], ["a1d1", "Rd1"]] as const) assert.equal(named(men, move), name);
});

test("a streak lasts until a day is missed", () => {
  assert.equal(streak([10, 11, 12], 12), 3);
  assert.equal(streak([10, 11, 12], 13), 3, "today is still open");
  assert.equal(streak([10, 11, 12], 14), 0);
  assert.equal(streak([], 5), 0);
});

test("whose turn it is follows from the log alone", () => {
  for (const [lines, want] of [
    [[], "white"], [["ruleset berkeley", "me white"], "white"], [["W e4 yes"], "black"], [["W e4 yes", "B moved"], "white"], [["W e4 yes", "B moved", "W exd5 no"], "white"], [["W e4 yes", "B no"], "black"],
    [["W e4 yes", "B moved", "W any? yes"], "white"], [["W e4 yes # B moved"], "black"], [["fen 4k3/8/8/8/8/8/8/4K3 b - - 0 1"], "black"], [["W e4 yes", "B takes e4 check long"], "white"],
  ] as const) assert.equal(turnOf([...lines]), want, lines.join("; "));
  for (const [lines, want] of [[["W moved", "B e5 yes"], "black"], [["me black", "W moved"], "black"], [["W e4 yes", "B moved"], "white"], [[], "white"]] as const) assert.equal(keeperOf([...lines]), want);
});
