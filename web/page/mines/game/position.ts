// SPDX-License-Identifier: BSD-3-Clause

// A position is what a player sees: one character a cell, as in the hand form.
// "." is hidden, "0" to "8" a number, "F" a flag, "*" a mine that is known.

import { packed, unpacked } from "../../shared/outside.js";

export type First = "any" | "safe" | "zero";

export function isFirst(x: unknown): x is First { return x === "any" || x === "safe" || x === "zero"; }

export interface Position {
  width: number;
  height: number;
  mines: number | null;
  first: First;
  cells: readonly string[];
}

// The board is a grid of elements; more than this many would make the page slow.
export const MAX_CELLS = 2500;

export function blank(width: number, height: number, mines: number | null, first: First): Position {
  return { width, height, mines, first, cells: new Array<string>(width * height).fill(".") };
}

export function isHidden(mark: string): boolean {
  return mark === "." || mark === "F";
}

export function isNumber(mark: string): boolean {
  return mark >= "0" && mark <= "8";
}

export function withMark(p: Position, cell: number, mark: string): Position {
  const cells = p.cells.slice();
  cells[cell] = mark;
  return { ...p, cells };
}

export function nameOf(p: { width: number }, cell: number): string {
  return `r${Math.floor(cell / p.width) + 1}c${(cell % p.width) + 1}`;
}

// titleOf is the name as a sentence shows it: r3 c4, which no line break parts.
export function titleOf(p: { width: number }, cell: number): string { return nameOf(p, cell).replace("c", "\u00a0c"); }

// cellOf reads r3c4 or @3,2 (x, y from 0); null if there is no such cell.
export function cellOf(p: { width: number; height: number }, name: string): number | null {
  const named = /^r(\d{1,4})c(\d{1,4})$/i.exec(name.trim());
  const xy = /^@(\d{1,4}),(\d{1,4})$/.exec(name.trim());
  const row = named ? Number(named[1]) - 1 : xy ? Number(xy[2]) : -1;
  const column = named ? Number(named[2]) - 1 : xy ? Number(xy[1]) : -1;
  if (row < 0 || column < 0 || row >= p.height || column >= p.width) return null;
  return row * p.width + column;
}

export function neighbours(p: { width: number; height: number }, cell: number): number[] {
  const row = Math.floor(cell / p.width);
  const column = cell % p.width;
  const list: number[] = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(p.height - 1, row + 1); r++) {
    for (let c = Math.max(0, column - 1); c <= Math.min(p.width - 1, column + 1); c++) {
      if (r !== row || c !== column) list.push(r * p.width + c);
    }
  }
  return list;
}

export function rows(p: Position): string[] {
  const list: string[] = [];
  for (let r = 0; r < p.height; r++) list.push(p.cells.slice(r * p.width, (r + 1) * p.width).join(""));
  return list;
}

// size is 4x4/4, and 4x4 if the number of mines is not known.
export function size(p: Position): string {
  return `${p.width}x${p.height}` + (p.mines === null ? "" : `/${p.mines}`);
}

// usualMines is how many mines a board has of which nobody knows the number.
export function usualMines(p: Position): number { return Math.round(p.cells.length / 6); }

// resized is a position on a board of another size: what fits stays where it is.
export function resized(old: Position, width: number, height: number, mines: number | null): Position {
  const p = blank(width, height, mines, old.first);
  const cells = p.cells.map((_, i) => {
    const [r, c] = [Math.floor(i / width), i % width];
    return r < old.height && c < old.width ? old.cells[r * old.width + c]! : ".";
  });
  return { ...p, cells };
}

// hand is the position in the form that people type.
export function hand(p: Position): string {
  return [size(p), `first: ${p.first}`, ...rows(p), ""].join("\n");
}

// The compact form for addresses: 4x4-4-safe-1_______________.
export function code(p: Position): string {
  const marks = p.cells.map((m) => (m === "." ? "_" : m)).join("");
  return `${p.width}x${p.height}-${p.mines ?? "x"}-${p.first}-${marks}`;
}

export function parseCode(text: string): Position | null {
  const m = /^(\d{1,3})x(\d{1,3})-(\d{1,4}|x)-(any|safe|zero)-([_0-8F*]*)$/.exec(text);
  if (!m) return null;
  const [width, height] = [Number(m[1]), Number(m[2])];
  if (width * height !== m[5]!.length || width * height === 0 || width * height > MAX_CELLS) return null;
  const cells = Array.from(m[5]!, (mark) => (mark === "_" ? "." : mark));
  return { width, height, mines: m[3] === "x" ? null : Number(m[3]), first: m[4] as First, cells };
}

// The position's fragment is never sent to a server.
export function fragment(p: Position): string {
  return "#p=" + packed(code(p));
}

export function parseFragment(hash: string): Position | null {
  const m = /[#&]p=([A-Za-z0-9_-]+)/.exec(hash);
  return m && parseCode(unpacked(m[1]!) ?? "");
}
