// SPDX-License-Identifier: BSD-3-Clause

// Positions and games that more than one test looks at.

const fragment = (code) => "#p=" + Buffer.from(code).toString("base64url");

export const HERO = fragment("4x4-4-safe-1_______________");

// Far too many layouts to search.
export const LARGE = fragment("16x16-40-safe-" + "_".repeat(100) + "1" + "_".repeat(155));

// A game that was lost by two blunders: docs/tutorials/play-and-review.md.
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

// MIDGAME is a position of Expert in which a guess is forced.
export const MIDGAME = `30x16/99
first: zero
1F3F211011100012211...........
12F22F112.21001FF32...........
02232212F4F10135F..1..........
01F2F213F31101.F4.............
012322F3332111334.............
123F1113FF2F101F3.............
1F.32003F4211012..............
124F2002F2111001..............
003F3001123F20012.............
002F310012FF4111..............
1122.1001F4F3F33..............
1F223210112244FF5.............
333F2F211001.F5...............
FF21334F210134................
.3102FF4F2002F................
.1002.33F2002F................
`;

// GAME30 is a game of Kriegspiel under Berkeley rules, as White heard it: 30 moves, drawn at random.
export const GAME30 = `
W h2h3 yes
B moved
W c2c4 yes
B moved
W h1h2 yes
B moved
W g2g4 yes
B moved
W e2f3 no
W b1c3 yes
B moved
W d1c2 yes
B moved
W b2a3 no
W g4g5 yes
B moved
W e2f3 no
W c2h7 yes takes h7
B moved
W g1f3 yes
B moved
W c3a4 yes
B moved
W c4d5 yes takes d5
B moved
W h7b7 no
W d5c6 yes takes c6
B takes h3
W h7e4 yes
B moved
W e4e5 yes takes e5
B takes c6
W e2e4 yes
B moved
W a2b3 no
W h2h5 yes
B moved
W e5f6 yes
B moved
W a2b3 no
W f1g2 yes
B takes e4 check file
W e1f1 yes
B moved
W f3e1 yes
B moved
W a4c3 yes
B takes g2 check short
W f1e2 yes
B moved
W c3d1 yes
B moved
W a1b1 yes
B moved
W f6f3 yes
B moved
W f3d3 yes
B moved
W f2f4 yes
B takes d3 check long
W e2f2 yes
B moved
W e1c2 yes
B moved
W c2b4 yes takes b4
B moved
`.trim().split("\n");
