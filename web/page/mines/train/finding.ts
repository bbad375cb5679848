// SPDX-License-Identifier: BSD-3-Clause

// Finding fresh positions to train on: the engine plays games as well as it can until one comes up.

import type { BoardDoc } from "../../shared/documents.js";
import type { Digest } from "../engine/digest.js";
import { type Moment, open } from "../game/game.js";
import { type Position, blank } from "../game/position.js";
import { type Quiz, solve } from "./quiz.js";
import { layoutOf, randomSeed } from "../files/reading.js";

const BOARDS: [number, number, number][] = [[5, 4, 5], [5, 5, 6], [6, 5, 8]];
const WORTH = 0.005; // the best must beat every safest move by half a point
const STEPS = 12;
const QUICK = { nodes: 100_000, max_layouts: 400, games: 0 }; // a position that takes more is passed over

// teaches: a guess is forced, and every safest move is worse than the best.
export function teaches(a: Digest): boolean {
  if (a.value.kind !== "exact" || !a.forced || a.solved) return false;
  const lowest = Math.min(...a.moves.map((x) => x.risk ?? 1));
  const safest = a.moves.filter((x) => x.risk === lowest);
  return safest.every((x) => x.win.kind === "exact" && x.win.lo < a.value.lo - WORTH);
}

// find looks at one board after the other. Their seeds follow from the first, so that the search ends wherever it starts.
export async function find(m: Quiz, alive: () => boolean, first = randomSeed()): Promise<Position | null> {
  for (let i = 0; alive(); i++) {
    const [w, h, n] = BOARDS[i % BOARDS.length]!;
    const doc = await m.engine.last<BoardDoc>({ ask: "mines.board", size: `${w}x${h}/${n}`, seed: String((Number(first) + i) % 2 ** 32), click: "r1c1" });
    const game = { layout: layoutOf(doc.text) };
    let now: Moment = open(game, { position: blank(w, h, n, "safe"), moves: [], boom: null }, 0);
    for (let step = 0; step < STEPS && now.boom === null && alive(); step++) {
      const a = await solve(m, now.position, QUICK);
      if (teaches(a)) return now.position;
      const next = a.best[0];
      if (next === undefined || a.solved) break;
      now = open(game, now, next);
    }
  }
  return null;
}
