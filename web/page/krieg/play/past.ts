// SPDX-License-Identifier: BSD-3-Clause

// What a game shows afterwards: who had how much, what each side held possible, and the moves
// that lost something.

import type { KriegThought, KriegTruth } from "../../shared/schemas.js";
import { START, other, parseFEN, sideOf, squareName } from "../chess.js";
import type { Side } from "../kdocs.js";

export interface Ending { how: string; winner: Side | null }

const WORTH: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };

// lead is by how many pawns the men of a side are worth more.
export function lead(fen: string, side: Side): number {
  return parseFEN(fen).reduce((sum, man) => sum + (man ? (sideOf(man) === side ? 1 : -1) * WORTH[man.toLowerCase()]! : 0), 0);
}

// made reports whether a try was a move.
export function made(m: KriegTruth): boolean { return !m.refused && m.try !== "any?"; }

export interface Loss {
  at: number; // of the move, among the tries
  side: Side;
  pawns: number; // Infinity if it was mate
  cost: number | null; // by what its side could know, or null if that is not known
  better: string; // in coordinates
}

const NOTHING = 0.5; // pawns: less is not worth a line

// losses are the moves after which a side had less than before, when it had moved again: what
// was taken back at once is not lost. The largest of each side come first.
export function losses(moves: KriegTruth[], ending: Ending | null, thoughts: Map<number, KriegThought>): Loss[] {
  const list = moves.flatMap((m, i) => (made(m) ? [i] : []));
  const found = list.flatMap((at, k): Loss[] => {
    const side = moves[at]!.by;
    const before = k > 0 ? lead(moves[list[k - 1]!]!.board, side) : 0;
    const after = lead(moves[list[Math.min(k + 2, list.length - 1)]!]!.board, side);
    const mated = k === list.length - 2 && ending?.how === "mate" && ending.winner === other(side);
    const pawns = mated ? Infinity : before - after;
    return pawns > NOTHING ? [{ at, side, pawns, ...judged(moves[at]!, thoughts.get(at)) }] : [];
  });
  return merged(found).sort((a, b) => b.pawns - a.pawns);
}

// merged leaves of losses of one side in a row only the first: the second move sees the same man gone.
function merged(list: Loss[]): Loss[] {
  return list.filter((l, i) => !list.slice(0, i).some((o) => o.side === l.side && l.at - o.at < 5 && l.pawns <= o.pawns && l.pawns !== Infinity));
}

// judged is by how much another try was better, by what the side could know.
function judged(m: KriegTruth, t: KriegThought | undefined): { cost: number | null; better: string } {
  const [best, played] = [t?.tries?.[0], t?.tries?.find((x) => x.try === m.try)];
  return best && played ? { cost: Math.max(0, best.value - played.value), better: best.try } : { cost: null, better: "" };
}

// Moment is a thought, before the move of the side that had it.
export interface Moment { thought: KriegThought; move: KriegTruth; board: string }

// moment is the last thought of a side before a number of tries were made.
export function moment(moves: KriegTruth[], thoughts: Map<number, KriegThought>, side: Side, made: number): Moment | null {
  for (let i = Math.min(made, moves.length - 1); i >= 0; i--) {
    const thought = thoughts.get(i);
    if (moves[i]!.by === side && thought?.belief?.own) return { thought, move: moves[i]!, board: moves[i - 1]?.board ?? START };
  }
  return null;
}

// placed is what share of the hidden men a belief puts on their true squares.
export function placed({ thought: t, board }: Moment): number {
  const hidden = parseFEN(board).flatMap((man, i) => (man && sideOf(man) === other(t.me) ? [t.belief?.heat?.[man.toLowerCase()]?.[squareName(i)] ?? 0] : []));
  return hidden.length === 0 ? 0 : hidden.reduce((a, b) => a + b, 0) / hidden.length;
}

// expected is by how many pawns a side thinks that its men are worth more; null if it has no idea.
function expected({ me, belief: b }: KriegThought): number | null {
  if (!b?.own || !b.heat) return null;
  const theirs = Object.entries(b.heat).reduce((sum, [kind, at]) => sum + WORTH[kind]! * Object.values(at).reduce((x, y) => x + y, 0), 0);
  return parseFEN(b.own).reduce((sum, man) => sum + (man && sideOf(man) === me ? WORTH[man.toLowerCase()]! : 0), 0) - theirs;
}

// agrees tells whether veil takes a draw: when it thinks that it is worse, or late in a game in which it is not better.
export function agrees(t: KriegThought, tries: number): boolean {
  const lead = expected(t);
  return lead !== null && ((tries >= 20 && lead <= -1) || (tries >= 80 && lead < 0.5));
}

// Verdict is what a move of one side was worth, in pawns: by what its side could know, and by how much the true board was kinder to it.
export interface Verdict { at: number; mistake: number; luck: number; better: string }

const MOST = 9; // pawns: a mate counts as a queen

// verdicts judge the moves of a side. A mistake is what the best try was better by, over the boards that fitted what was heard; luck is what the try was worth on the
// true board, less what it was worth on those.
export function verdicts(moves: KriegTruth[], thoughts: Map<number, KriegThought>, side: Side): Verdict[] {
  return moves.flatMap((m, at): Verdict[] => {
    const tries = thoughts.get(at)?.tries;
    const played = tries?.find((x) => x.try === m.try);
    if (m.by !== side || !made(m) || !played) return [];
    const within = (x: number) => Math.max(-MOST, Math.min(MOST, x));
    return [{ at, mistake: within(Math.max(0, tries![0]!.value - played.value)), luck: within((m.value ?? 0) - played.value), better: tries![0]!.try }];
  });
}
