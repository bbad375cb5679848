// SPDX-License-Identifier: BSD-3-Clause

// Simulated players, for tests: they play as the engine recommends, except for the faults they are given. Their games go through the same
// review, reading and account as those of a visitor.

import type { AnalysisDoc, BoardDoc } from "../../shared/documents.js";
import type { Engine } from "../../shared/engine.js";
import { digest, type Digest } from "../engine/digest.js";
import type { Told } from "../engine/told.js";
import { gameCode } from "../files/gamelink.js";
import { layoutOf } from "../files/reading.js";
import { type Game, type Moment, open, statusOf } from "../game/game.js";
import { blank, hand, isHidden, nameOf, type Position } from "../game/position.js";
import type { Facts } from "./account.js";
import { easiest, factsOf } from "./reading.js";

// Fault is the error of a simulated player: it risks some points a game beside safe cells, or it misses one pattern.
export type Fault = { points: number } | { pattern: string };

export interface Simulated {
  planted: number; // points of risk that were taken needlessly, or 1 for a pattern that was missed
  facts: Facts;
}

export const BOARD = { width: 16, height: 16, mines: 40 };

const RISK = 0.2; // needless risks are about this, so that a point is one of twenty
const EARLY = 6; // rounds, of which one has the risk: nearly every game has as many
const ALL = 60; // safe cells whose proofs are compared: far more than are safe at once
const BUDGET = { nodes: 50_000, max_layouts: 2_000, games: 200 };

// random is mulberry32: the same draws everywhere.
export function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

// simulated plays a game and reads it; null if its fault had no occasion.
export async function simulated(engine: Engine<Told>, seed: number, fault: Fault): Promise<Simulated | null> {
  const { width, height, mines } = BOARD;
  const r = random(seed);
  const start = blank(width, height, mines, "zero");
  const click = Math.floor((height - 1) / 2) * width + Math.floor((width - 1) / 2);
  const doc = await engine.last<BoardDoc>({ ask: "mines.board", size: `${width}x${height}/${mines}`, first: "zero", seed: String(seed), click: nameOf(start, click) });
  const game: Game = { layout: layoutOf(doc.text) };
  let m: Moment = open(game, { position: start, moves: [], boom: null }, click);
  let planted = 0;
  const when = Math.floor(EARLY * r());
  for (let round = 0; statusOf(game, m) === "open"; round++) {
    const a = await known(engine, m.position, false);
    const wrong = a.safe.length === 0 || ("pattern" in fault && planted > 0) ? null : await mistake(engine, m.position, a, fault, round === when, r);
    if (wrong) planted += wrong.planted;
    const cells = wrong ? [wrong.cell] : a.safe.length > 0 ? a.safe : [(await known(engine, m.position, true)).best[0]!];
    for (const cell of cells) if (m.boom === null && isHidden(m.position.cells[cell]!)) m = open(game, m, cell);
  }
  if ("pattern" in fault && planted === 0) return null;
  const facts = await factsOf(engine, { id: String(seed), day: "2026-11-19", code: gameCode(game, m), ms: [] });
  return facts && { planted, facts };
}

async function known(engine: Engine<Told>, p: Position, guess: boolean): Promise<Digest> {
  return digest(await engine.last<AnalysisDoc>({ ask: "mines.analysis", position: { text: hand(p) }, ...(guess ? { budget: BUDGET } : { moves: "none" }) }));
}

// mistake is the risk that a player takes although a cell is safe.
async function mistake(engine: Engine<Told>, p: Position, a: Digest, fault: Fault, now: boolean, r: () => number): Promise<{ cell: number; planted: number } | null> {
  const risky = a.moves.filter((x) => isHidden(p.cells[x.cell]!) && x.certain === undefined && x.risk !== null && x.risk > 0 && x.risk < 1);
  if (risky.length === 0) return null;
  if ("pattern" in fault) {
    const { pattern, numbers } = await easiest(engine, p, a.safe, a.safe[0]!, ALL);
    if (pattern !== fault.pattern) return null;
    const far = (c: number) => Math.min(...numbers.map((n) => Math.max(Math.abs((c % p.width) - (n % p.width)), Math.abs(Math.floor(c / p.width) - Math.floor(n / p.width)))));
    return { cell: nearest(risky, (x) => 100 * far(x.cell) + Math.abs(x.risk! - RISK)).cell, planted: 1 };
  }
  const x = nearest(risky, (y) => Math.abs(y.risk! - RISK));
  return now && r() < fault.points / 100 / x.risk! ? { cell: x.cell, planted: 100 * x.risk! } : null;
}

function nearest<T>(list: readonly T[], far: (x: T) => number): T { return list.reduce((a, b) => (far(b) < far(a) ? b : a)); }
