// SPDX-License-Identifier: BSD-3-Clause

// Boards as text: 64 letters from a8 to h1, as in Forsyth-Edwards notation; "" is empty.

import { packed, unpacked } from "../shared/outside.js";
import { type Key, local, t } from "../words/words.js";
import type { Side } from "./kdocs.js";

export const KINDS = "kqrbnp";
export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const GLYPHS: Record<string, string> = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
const OUTLINES: Record<string, string> = { k: "♔", q: "♕", r: "♖", b: "♗", n: "♘", p: "♙" };

export function parseFEN(fen: string): string[] {
  const list: string[] = [];
  for (const c of fen.split(" ")[0]!) {
    if (c >= "1" && c <= "8") for (let i = 0; i < Number(c); i++) list.push("");
    else if (c !== "/") list.push(c);
  }
  return list;
}

export function squareName(i: number): string { return "abcdefgh"[i % 8]! + String(8 - Math.floor(i / 8)); }

export function squareIndex(name: string): number { return (8 - Number(name[1])) * 8 + "abcdefgh".indexOf(name[0]!); }

export function sideOf(man: string): Side { return man === man.toUpperCase() ? "white" : "black"; }

export function manWord(man: string): string { return t((sideOf(man) === "white" ? `white.${man.toLowerCase()}` : `black.${man.toLowerCase()}`) as Key); }

export function kindWord(kind: string): string { return t(`piece.${kind}` as Key); }

// glyph is filled for black and outlined for white, so that no colour is needed.
export function glyph(man: string): string {
  return (man === man.toUpperCase() ? OUTLINES : GLYPHS)[man.toLowerCase()]! + "\uFE0E";
}

export function spell(kind: string, side: Side): string { return side === "white" ? kind.toUpperCase() : kind; }

export function other(side: Side): Side { return side === "white" ? "black" : "white"; }

// hiddenMen names the men of one side: "Ka8, pa5, pf3".
export function hiddenMen(fen: string, side: Side): string {
  return parseFEN(fen).map((man, i) => (man && sideOf(man) === side ? man.toUpperCase().replace("P", "") + squareName(i) : "")).filter(Boolean)
    .sort((a, b) => rank(a) - rank(b)).join(" ");
}

function rank(name: string): number { return name.length < 3 ? 9 : "KQRBN".indexOf(name[0]!); }

// shares counts on what part of some boards each man of a side stands where.
export function shares(fens: string[], side: Side): Record<string, Record<string, number>> {
  const heat: Record<string, Record<string, number>> = {};
  for (const fen of fens) {
    parseFEN(fen).forEach((man, i) => {
      if (!man || sideOf(man) !== side) return;
      const at = (heat[man.toLowerCase()] ??= {});
      at[squareName(i)] = (at[squareName(i)] ?? 0) + 1 / fens.length;
    });
  }
  return heat;
}

// moved is the board after a man went from one square to another; only its men matter.
export function moved(fen: string, move: string): string {
  const men = parseFEN(fen);
  const [from, to] = [squareIndex(move.slice(0, 2)), squareIndex(move.slice(2, 4))];
  men[to] = move[4] ? spell(move[4], sideOf(men[from]!)) : men[from]!;
  men[from] = "";
  const rows = Array.from({ length: 8 }, (_, r) => men.slice(r * 8, r * 8 + 8).map((m) => m || "1").join(""));
  return rows.join("/");
}

// percentText never says certain or impossible of what is neither.
export function percentText(x: number): string {
  if (x >= 1 - 1e-12) return "100";
  const text = (100 * x).toFixed(1);
  return local(text === "100.0" ? ">99.9" : text === "0.0" && x > 0 ? "<0.1" : text);
}

// The question is in the part of the address that is not sent to any server.
export function toFragment(text: string): string {
  return "#k=" + packed(text);
}

export function fromFragment(hash: string): string | null {
  const m = /[#&]k=([A-Za-z0-9_-]+)/.exec(hash);
  return m && unpacked(m[1]!);
}
