// SPDX-License-Identifier: BSD-3-Clause

// How men go, as far as a board needs it to show where one may be tried. Whether a try is
// legal is the engine's business: pins and checks are not looked at.

import type { Side } from "./kdocs.js";
import { moved, parseFEN, sideOf, squareIndex, squareName } from "./chess.js";

const KNIGHT = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]];
const STRAIGHT = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const SLANTED = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const WAYS: Record<string, number[][]> = { n: KNIGHT, k: [...STRAIGHT, ...SLANTED], q: [...STRAIGHT, ...SLANTED], r: STRAIGHT, b: SLANTED };

function step(at: number, [dx, dy]: number[]): number {
  const [x, y] = [(at % 8) + dx!, Math.floor(at / 8) + dy!];
  return x < 0 || x > 7 || y < 0 || y > 7 ? -1 : y * 8 + x;
}

// targets lists where the man on a square can go on one board.
export function targets(men: string[], from: number): number[] {
  const man = men[from];
  if (!man) return [];
  const me = sideOf(man);
  if (man.toLowerCase() === "p") return pawn(men, from, me);
  const far = "qrb".includes(man.toLowerCase());
  const list: number[] = [];
  for (const way of WAYS[man.toLowerCase()]!) {
    for (let at = step(from, way); at >= 0; at = step(at, way)) {
      if (men[at] && sideOf(men[at]!) === me) break;
      list.push(at);
      if (men[at] || !far) break;
    }
  }
  return list;
}

function pawn(men: string[], from: number, me: Side): number[] {
  const ahead = me === "white" ? -1 : 1;
  const list: number[] = [];
  const one = step(from, [0, ahead]);
  if (one >= 0 && !men[one]) {
    list.push(one);
    const two = step(one, [0, ahead]);
    if (Math.floor(from / 8) === (me === "white" ? 6 : 1) && !men[two]) list.push(two);
  }
  for (const side of [-1, 1]) {
    const at = step(from, [side, ahead]);
    if (at >= 0 && men[at] && sideOf(men[at]!) !== me) list.push(at);
  }
  return list;
}

// reach lists where a man can go on any of some boards.
export function reach(boards: string[], from: number): Set<number> {
  return new Set(boards.flatMap((fen) => targets(parseFEN(fen), from)));
}

// named is a try as players write it; other men that could go there are told apart by where they stand.
export function named(men: string[], move: string): string {
  const [from, to] = [squareIndex(move.slice(0, 2)), squareIndex(move.slice(2, 4))];
  const man = men[from]?.toLowerCase() ?? "";
  if (man === "k" && Math.abs((from % 8) - (to % 8)) === 2) return to % 8 === 6 ? "O-O" : "O-O-O";
  const square = move.slice(2, 4);
  if (man === "p" || man === "") return (from % 8 !== to % 8 ? move[0] + "x" : "") + square + (move[4] ? "=" + move[4].toUpperCase() : "");
  const twins = men.flatMap((m, i) => (m === men[from] && i !== from && targets(men, i).includes(to) ? [squareName(i)] : []));
  const apart = twins.length === 0 ? "" : twins.every((t) => t[0] !== move[0]) ? move[0] : twins.every((t) => t[1] !== move[1]) ? move[1] : move.slice(0, 2);
  return man.toUpperCase() + apart + square;
}

// after is the board with the rook of a castling moved too.
export function after(fen: string, move: string): string {
  const men = parseFEN(fen);
  const [from, to] = [squareIndex(move.slice(0, 2)), squareIndex(move.slice(2, 4))];
  const next = moved(fen, move);
  if (men[from]?.toLowerCase() !== "k" || Math.abs(from - to) !== 2) return next;
  const rank = move[1]!;
  return moved(next, to % 8 === 6 ? `h${rank}f${rank}` : `a${rank}d${rank}`);
}

// ownMen leaves only the men of one side on a board.
export function ownMen(fen: string, me: Side): string {
  return fen.split(" ")[0]!.split("/").map((row) => Array.from(row, (c) => (/[a-z]/i.test(c) && sideOf(c) !== me ? "1" : c)).join("")).join("/");
}
