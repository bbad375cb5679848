// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChangeDoc, ReviewDoc, TurnDoc } from "../../shared/documents.js";
import type { Engine } from "../../shared/engine.js";
import { type Reviewed, costOf, costText, headline, isFault, mistakesTitle, review, valueOf } from "./reviewing.js";
import type { Told } from "../engine/told.js";

const about = (by: number, half: number): ChangeDoc => ({ kind: "estimate", by, ci95: [by - half, by + half] });

// guess is a turn without exact values.
function guess(estimate?: TurnDoc["estimate"]): TurnDoc {
  const risk = { kind: "exact" as const, num: "1", den: "4" };
  return { move: 1, cell: "r1c2", saw: "1", risk, lowest: risk, win: { kind: "none" }, value: { kind: "none" }, after: { kind: "none" }, best: [], estimate } as unknown as TurnDoc;
}

// lost is a lost game of these turns with the luck of its estimate, if there is one.
function lost(turns: TurnDoc[], luck?: ChangeDoc): ReviewDoc {
  const estimate = luck && { policy: "veil's play", start: about(0.4, 0.02), cost: about(0.2, 0.03), luck, result: { kind: "exact", by: 0 }, off: about(0, 0.04), games: 5000 };
  return { schema: "mines.review/1", state: "partial", width: 30, height: 16, mines: 99, first: "safe", result: "lost", exact_from: 0, turns, estimate } as unknown as ReviewDoc;
}

const blunder = () => guess({ cost: about(0.2, 0.018), luck: about(0.1, 0.02), verdict: "blunder" });

test("a headline claims luck only where its interval does", () => {
  const said = (luck?: ChangeDoc) => headline(lost([blunder()], luck));
  assert.equal(said(), "Lost, with one mistake.");
  assert.equal(said(about(0.02, 0.05)), "Lost, with one mistake.");
  assert.equal(said(about(0.2, 0.05)), "You were lucky, and gave it away once.");
  assert.equal(said(about(-0.2, 0.05)), "One mistake, and bad luck.");
  assert.equal(headline(lost([blunder(), blunder(), blunder()], about(0, 0.05))), "Lost, with three mistakes.");
});

test("a cost has its error, and a verdict by estimate is a fault", () => {
  const turn = blunder();
  assert.equal(costText(costOf(turn)!), "20.0 ±1.8");
  assert.equal(costOf(guess()), null);
  assert(isFault(turn) && !isFault(guess()) && !isFault(guess({ cost: about(0.03, 0.05) })));
  assert.equal(costText({ at: 12.345, half: 0 }), "12.35", "exact costs have no error");
});

test("no mistake is claimed no further than the estimates reach", () => {
  assert.match(mistakesTitle(lost([guess()])), /No mistake is proved/);
  assert.match(mistakesTitle(lost([guess()], about(0, 0.05))), /no move certainly gave away five points/);
});

test("a winning chance is the exact one, else the estimate with its interval", () => {
  const estimated = guess({ value: { kind: "estimate", win: 0.31, ci95: [0.29, 0.33], n: 4000 } });
  const of = (turn: TurnDoc) => valueOf({ doc: lost([turn]) } as Reviewed, 0);
  const v = of(estimated);
  assert.deepEqual([v.kind, v.at, v.lo, v.hi], ["estimate", 0.31, 0.29, 0.33]);
  assert.equal(of({ ...estimated, value: { kind: "exact", num: "1", den: "2", win: 0.5 } } as TurnDoc).kind, "exact");
  assert.equal(of(guess()).kind, "none");
});

test("a review is shown as soon as there is one, and improves in place", async () => {
  const docs = [lost([]), lost([], about(0.1, 0.05))].map((d) => ({ ...d, width: 2, height: 2, mines: 1 }));
  const board = JSON.stringify({ width: 2, height: 2, real: ["*1", "11"], moves: [] });
  const engine = {
    last: () => Promise.resolve({ text: board }),
    ask: (_: unknown, told: (d: ReviewDoc) => void, done: () => void) => {
      docs.forEach(told);
      done();
      return () => {};
    },
  } as unknown as Engine<Told>;
  const seen: [Reviewed, boolean][] = [];
  const r = await review(engine, "x", (now) => seen.push([now, now.doc.estimate !== undefined]), "base64");
  assert.deepEqual(seen.map(([now, estimated]) => [now === r, estimated]), [[true, false], [true, true]]);
});

test("a review continues with the games of an earlier one, or without them if the engine refuses", async () => {
  const board = JSON.stringify({ width: 2, height: 2, real: ["*1", "11"], moves: [] });
  const asked: unknown[] = [];
  const engine = (refuses: boolean) => ({
    last: () => Promise.resolve({ text: board }),
    ask: (q: { played: unknown[] }, told: (d: unknown) => void, done: () => void) => {
      asked.push(q.played);
      told(refuses && q.played.length > 0 ? { schema: "veil.problem/1" } : { ...lost([]), width: 2, height: 2, mines: 1 });
      done();
      return () => {};
    },
  }) as unknown as Engine<Told>;
  const games = [{ turn: 0, shows: -1, games: 64 }];
  await review(engine(false), "x", () => {}, "base64", games);
  await review(engine(true), "x", () => {}, "base64", games);
  await review(engine(false), "x", () => {}, "base64");
  assert.deepEqual(asked, [games, games, [], []]);
});
