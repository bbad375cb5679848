// SPDX-License-Identifier: BSD-3-Clause

// A game as it is kept on this device: the board, the moves, and where the visitor was. The
// positions are made again from the moves, so that what is kept is small and cannot disagree.

import { SHORT, fields, isName, isWhole } from "../../shared/outside.js";
import type { Game, Moment, Move } from "../game/game.js";
import { type Position, code, nameOf, parseCode } from "../game/position.js";
import { replay } from "../files/reading.js";

const VERSION = 1;

// MOST_COPIED: every moment of a game has its own board and moves, so a game that has too many of both is not played again.
const MOST_COPIED = 20_000_000;

export interface Saved {
  id: string; // of the game: it is counted once, whatever tab ends it
  mode: "play" | "analyse" | "edit";
  noGuess: boolean;
  helped: boolean;
  counted: boolean;
  hints: number;
  elapsed: number; // milliseconds
  tape?: string;
  maybe?: number[]; // cells with a question mark
  position: Position; // that is shown
  game: Game | null;
  list: Moment[];
  at: number;
}

interface Kept extends Omit<Saved, "position" | "game" | "list"> {
  v: number;
  code: string;
  start?: string; // the position before the first move
  layout?: string;
  seed?: string;
  moves?: string[];
}

const LETTER = { open: "o", flag: "f", chord: "c" } as const;

// save writes a game as text. Moments that no moves lead to are not kept, but the one that is shown is.
export function save(s: Saved): string {
  const { position, game, list, ...rest } = s;
  const kept: Kept = { ...rest, v: VERSION, code: code(position) };
  if (game) {
    const p = list[0]!.position;
    kept.start = code(p);
    kept.layout = game.layout.map((mine) => (mine ? "1" : "0")).join("");
    kept.seed = game.seed;
    kept.moves = list[list.length - 1]!.moves.map((m) => LETTER[m.kind] + nameOf(p, m.cell));
  }
  return JSON.stringify(kept);
}

// restore reads what save wrote. Anything else, and any older version, is null.
export function restore(text: string | null): Saved | null {
  const kept = fields(text);
  if (!isKept(kept)) return null;
  const position = parseCode(kept.code);
  if (!position) return null;
  const { v: _, code: __, start, layout, seed, moves, ...rest } = kept;
  if (start === undefined || layout === undefined) return { ...rest, position, game: null, list: [{ position, moves: [], boom: null }], at: 0 };
  return replayed(rest, parseCode(start), { layout, seed, moves: moves ?? [] });
}

const MOST_TAPE = 20_000 * 16;

const MODES = ["play", "analyse", "edit"];

function isKept(k: object): k is Kept {
  const { v, id, mode, noGuess, helped, counted, hints, elapsed, at, code, start, layout, seed, moves, tape, maybe } = k as Partial<Record<keyof Kept, unknown>>;
  return v === VERSION && isName(id) && isName(mode) && MODES.includes(mode) && [noGuess, helped, counted].every((b) => typeof b === "boolean")
    && (tape === undefined || isName(tape, MOST_TAPE)) && (maybe === undefined || (Array.isArray(maybe) && maybe.every((c) => isWhole(c, 0, SHORT))))
    && isWhole(hints, 0, 1e6) && isWhole(elapsed, 0, 1e12) && isWhole(at, 0, 1e6) && isName(code, SHORT)
    && [start, layout, seed].every((x) => x === undefined || isName(x, SHORT)) && (moves === undefined || (Array.isArray(moves) && moves.every((m) => isName(m, 12))));
}

function replayed(rest: Omit<Saved, "position" | "game" | "list">, start: Position | null, k: { layout: string; seed?: string; moves: string[] }): Saved | null {
  if (!start || k.moves.length * (k.moves.length + start.cells.length) > MOST_COPIED || k.layout.length !== start.cells.length || !/^[01]*$/.test(k.layout)) return null;
  const game: Game = { layout: Array.from(k.layout, (x) => x === "1"), seed: k.seed };
  const kinds: Record<string, Move["kind"]> = { o: "open", f: "flag", c: "chord" };
  const list = replay(start, game, k.moves.map((m) => ({ move: kinds[m[0]!] ?? "open", cell: m.slice(1) })));
  const at = Math.max(0, Math.min(list.length - 1, rest.at));
  return { ...rest, at, position: list[at]!.position, game, list };
}
