// SPDX-License-Identifier: BSD-3-Clause

// Positions and games as the engine reads them out of any format.

import type { ConvertedDoc } from "../../shared/documents.js";
import type { Engine } from "../../shared/engine.js";
import { t } from "../../words/words.js";
import { type Game, type Moment, chord, flag, open } from "../game/game.js";
import { type First, MAX_CELLS, type Position, blank, cellOf } from "../game/position.js";
import { MOST_MOVES, isRawvf } from "./rawvf.js";
import type { Told } from "../engine/told.js";

export interface Read {
  position: Position;
  game: Game | null;
  history?: Moment[]; // if the moves are known
}

interface PositionJSON {
  width: number;
  height: number;
  mines?: number;
  first: First;
  view?: string[];
  real?: string[];
  moves?: { move: "open" | "flag" | "chord"; cell: string }[];
  seed?: string;
}

// TooLarge says that a board has more cells than the page shows.
export class TooLarge extends Error {}

// read takes a position or game in any format; a problem of the engine is thrown.
export async function read(engine: Engine<Told>, text: string, encoding?: "base64"): Promise<Read> {
  if (!encoding) text = await asBoard(engine, text);
  const doc = await engine.last<ConvertedDoc>({ ask: "mines.convert", input: { text, encoding }, to: "json" });
  return taken(JSON.parse(doc.text) as PositionJSON);
}

// asBoard makes a .board text of a recorded game; other text stays as it is.
export async function asBoard(engine: Engine<Told>, text: string): Promise<string> { return isRawvf(text) ? engine.board("rawvf", text) : text; }

// fitting refuses a game that the page could not step through.
export function fitting(j: { width: number; height: number; moves?: unknown[] }): void {
  const [cells, moves] = [j.width * j.height, j.moves?.length ?? 0];
  if (cells > MAX_CELLS) throw new TooLarge(t("said.tooLarge", { n: cells, most: MAX_CELLS }));
  if (moves > MOST_MOVES) throw new TooLarge(t("said.tooLong", { n: moves, most: MOST_MOVES }));
}

function taken(j: PositionJSON): Read {
  fitting(j);
  const p = blank(j.width, j.height, j.mines ?? null, j.first);
  const position = j.view ? { ...p, cells: Array.from(j.view.join("")) } : p;
  const game = j.real ? { layout: Array.from(j.real.join(""), (x) => x === "*"), seed: j.seed } : null;
  return { position, game, history: game && j.moves?.length ? replay(p, game, j.moves) : undefined };
}

// replay plays the moves of a game again, so that they can be stepped through.
export function replay(start: Position, game: Game, moves: { move: string; cell: string }[]): Moment[] {
  const list: Moment[] = [{ position: start, moves: [], boom: null }];
  for (const m of moves) {
    const [now, cell] = [list[list.length - 1]!, cellOf(start, m.cell) ?? 0];
    list.push(m.move === "flag" ? flag(now, cell) : m.move === "chord" ? chord(game, now, cell) : open(game, now, cell));
  }
  return list;
}

// layoutOf reads the section [real] of a .board text.
export function layoutOf(board: string): boolean[] {
  const real = /\[real\]\n([\s\S]*?)(?:\[|$)/.exec(board)?.[1] ?? "";
  return Array.from(real.replace(/\s/g, ""), (x) => x === "*");
}

export function randomSeed(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}
