// SPDX-License-Identifier: BSD-3-Clause

// Compiled with tsc --strict, never run: what must be accepted, and below each @ts-expect-error what must not.

import { type MinesAnalysis, VeilError } from "@veilplan/veil";
import { Diag } from "@veilplan/veil/diag";
import { Game, Krieg } from "@veilplan/veil/krieg";
import { Mines } from "@veilplan/veil/mines";
import { Pomdp } from "@veilplan/veil/pomdp";
import { VeilBoard } from "@veilplan/veil/board";

const mines = new Mines({ workers: 2, engines: "/engines/", worker: () => new Worker("/worker.js") });
const signal = AbortSignal.timeout(1000);
const last: MinesAnalysis = await mines.solve("4x4/4", { top: 3, moves: "best", signal });
const best: string[] = last.best;
for await (const doc of mines.analysis({ text: "4x4/4", trust_flags: true })) doc.value.kind satisfies "exact" | "bounds" | "estimate" | "none";
for await (const { thing, doc, error } of mines.many("explanation", ["4x4/4"], { cells: ["r1c1"] })) {
  thing satisfies string;
  if (error) error satisfies VeilError;
  else doc.cells satisfies { cell: string }[];
}
const game = new Game("white", { level: 3 });
game.hear(...best);
const tried: string | undefined = await game.best({ signal });
const krieg = new Krieg();
const mate = await krieg.mate("ruleset: english", { plies: 3 });
const holds: boolean = (await krieg.check(krieg.proof("ruleset: english", mate))).holds;
const test: string | undefined = (await new Diag().next("fault,prior")).test;
const low: number = (await new Pomdp().solve("discount: 0.95")).value.lo;
document.querySelector<VeilBoard>("veil-board")?.newGame();
document.createElement("veil-board").position satisfies string;
export default [tried, holds, test, low];

// @ts-expect-error: no such verb
mines.guess("4x4/4");
// @ts-expect-error: a field of another question
mines.check("4x4/4", { level: 3 });
// @ts-expect-error: cells are missing
mines.explanation("4x4/4");
// @ts-expect-error: not a number of moves
mines.solve("4x4/4", { top: "3" });
// @ts-expect-error: a side is white or black
new Game("red");
// @ts-expect-error: no such method
mines.many("guess", ["4x4/4"]);
// @ts-expect-error: a proof is not a text
krieg.check("ruleset: english");
// @ts-expect-error: cells are missing
mines.many("explanation", ["4x4/4"]);
