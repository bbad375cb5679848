// SPDX-License-Identifier: BSD-3-Clause

// Positions and games that more than one test looks at.

export const HERO = "#p=" + Buffer.from("4x4-4-safe-1_______________").toString("base64url");

// A game that was lost by two blunders: docs/tutorial-review.md.
export const LOST = `# MINESWEEPER-BOARD v0.1
rows: 4
columns: 4
mines: 4
game_mode: classic
first: safe
[real]
112*
2*32
*22*
1111
[moves]
open r1c1
open r2c4
open r4c1
open r4c3
open r4c4
open r2c1
open r4c2
open r3c2
open r3c3
open r2c2
`;

// T. R. Dawson, Fairy Chess Review 3190, as it is heard.
export const DAWSON = ["ruleset: english", "to move: white", "me: 1B1N4/3N3Q/8/3P4/P5P1/1KP5/3P1P2/6R1", "opp: k@{a8,a6,c8,e8,e2,g5} p@a5 p@f3", "goal: mate in 2"];

// heard is the address of a log in the lab.
export const heard = (text) => "#k=" + Buffer.from(text).toString("base64url");
