// SPDX-License-Identifier: BSD-3-Clause

// The facts of a game: its review, and for every decision the easiest proof that a cell was safe.

import type { ExplanationDoc, ReviewDoc } from "../../shared/documents.js";
import type { Engine } from "../../shared/engine.js";
import type { Told } from "../engine/told.js";
import { gameOfLink } from "../files/gamelink.js";
import { layoutOf } from "../files/reading.js";
import { type Moment, open } from "../game/game.js";
import { type First, type Position, blank, cellOf, code, hand, nameOf } from "../game/position.js";
import type { Played } from "../keep/played.js";
import { costOf, inPoints, isFault, points, verdictOf } from "../review/reviewing.js";
import { type Facts, type Found, ONE, tooLong } from "./account.js";
import { type Proof, patternOf, simpleOf, sizeOf } from "./pattern.js";

// BRIEF is the work that the review of one game may take: its errors are small beside the spread between games.
const BRIEF = { nodes: 50_000, max_layouts: 2_000, games: 200 };

const NEAR = 12; // safe cells whose proofs are compared: those nearest to what was opened

// factsOf reads a game; null if it cannot be read.
export async function factsOf(engine: Engine<Told>, played: Played): Promise<Facts | null> {
  const text = gameOfLink("#g=" + played.code);
  if (text === null) return null;
  const doc = await engine.last<ReviewDoc>({ ask: "mines.review", game: { text }, budget: BRIEF });
  const moments = momentsOf(doc, { layout: layoutOf(text) });
  const [met, missed, guesses]: [Record<string, number>, Found[], Found[]] = [{}, [], []];
  const certain: { found: Found; seconds: number }[] = [];
  for (const [i, turn] of doc.turns.entries()) {
    const p = moments[i]!.position;
    const cell = cellOf(p, turn.cell)!;
    const found = (pattern: string, n: number): Found => ({ pattern, code: code(p), played: cell, points: Math.round(100 * n) / 100 });
    if (!turn.safe?.length) {
      if (verdictOf(turn)) guesses.push(found("guess", costOf(turn)?.at ?? 0));
      continue;
    }
    const { pattern } = await easiest(engine, p, turn.safe.map((name) => cellOf(p, name)!), cell);
    met[pattern] = (met[pattern] ?? 0) + 1;
    if (isFault(turn)) missed.push(found(pattern, costOf(turn)?.at ?? 0));
    else if (secondsOf(played, doc, i) !== null) certain.push({ found: found(pattern, secondsOf(played, doc, i)!), seconds: secondsOf(played, doc, i)! });
  }
  const limit = tooLong(certain.map((x) => x.seconds));
  return { id: played.id, day: played.day, won: doc.result === "won", ...worthOf(doc), met, missed, guesses, slow: certain.filter((x) => x.seconds >= limit).map((x) => x.found) };
}

function momentsOf(doc: ReviewDoc, game: { layout: boolean[] }): Moment[] {
  let now: Moment = { position: blank(doc.width, doc.height, doc.mines, doc.first as First), moves: [], boom: null };
  const cell = (name: string) => cellOf(now.position, name)!;
  if (doc.first_click) now = open(game, now, cell(doc.first_click));
  const list = [now];
  for (const t of doc.turns) list.push((now = open(game, now, cell(t.cell))));
  return list;
}

// worthOf is the ledger: exact, else estimated, else the sum of the turns if each is known.
function worthOf(doc: ReviewDoc): Pick<Facts, "start" | "cost" | "luck"> {
  const { ledger: l, estimate: e } = doc;
  if (l && doc.exact_from === 1) return { start: points(l.start) / 100, cost: points(l.given_away), luck: points(l.luck) };
  if (e) return { start: Math.max(0, Math.min(1, e.start.by)), cost: inPoints(e.cost).at, luck: inPoints(e.luck).at };
  const [first, costs] = [doc.turns[0]?.estimate?.value?.win, doc.turns.map((t) => costOf(t)?.at)];
  const cost = costs.reduce<number>((sum, c) => sum + (c ?? NaN), 0);
  if (first === undefined || Number.isNaN(cost)) return { start: null, cost: null, luck: null };
  return { start: first, cost, luck: 100 * (Number(doc.result === "won") - first) + cost };
}

// secondsOf is how long a turn took. The first cell of a game is no turn if its rule protects it.
function secondsOf(g: Played, doc: ReviewDoc, i: number): number | null {
  const at = i + (doc.first_click ? 1 : 0);
  return at > 0 && at < g.ms.length ? (g.ms[at]! - g.ms[at - 1]!) / 1000 : null;
}

// easiest is the pattern of the easiest proof that one of the cells is safe, among those nearest to what was opened, and the numbers of that proof.
export async function easiest(engine: Engine<Told>, p: Position, safe: number[], played: number, most = NEAR): Promise<{ pattern: string; numbers: number[] }> {
  const simple = simpleOf(p);
  if (simple.safe.length > 0) return { pattern: ONE, numbers: [] };
  const far = (c: number) => Math.max(Math.abs((c % p.width) - (played % p.width)), Math.abs(Math.floor(c / p.width) - Math.floor(played / p.width)));
  const near = [...safe].sort((a, b) => far(a) - far(b) || a - b).slice(0, most);
  const doc = await engine.last<ExplanationDoc>({ ask: "mines.explanation", position: { text: hand(p) }, cells: near.map((c) => nameOf(p, c)), budget: { games: 0, max_layouts: 1 } });
  const proofs = doc.cells.map((s): Proof => ({ rule: s.rule ?? "", numbers: (s.numbers ?? []).map((n) => cellOf(p, n)!), count: s.mine_count ?? false }));
  const best = proofs.reduce((a, b) => (sizeOf(b) < sizeOf(a) ? b : a));
  return { pattern: patternOf(p, best, simple.mines), numbers: best.numbers };
}
