// SPDX-License-Identifier: BSD-3-Clause

// A gallery is the cells as they are on the screen. To style and paint a large board takes
// longer than a visitor's next click may wait, so what changed is hung a few cells a frame.

import type { Look } from "./look.js";

const A_FRAME = 60; // cells

export class Gallery {
  rows: Look[][] = []; // a row is another array once a cell of it changed

  constructor(readonly width: number, readonly size: number) {}

  // hang shows more of what is wanted, the new numbers first, and tells how many cells wait.
  hang(wanted: Look[]): number {
    if (this.rows.length === 0) {
      for (let i = 0; i < this.size; i += this.width) this.rows.push(wanted.slice(i, i + this.width));
      return 0;
    }
    const changed = wanted.flatMap((look, i) => (same(look, this.at(i)) ? [] : [i]));
    const seen = changed.filter((i) => !alike(wanted[i]!, this.at(i)));
    const waiting = new Set(this.inOrder(seen, wanted).slice(A_FRAME));
    this.take(changed.filter((i) => !waiting.has(i)), wanted);
    return waiting.size;
  }

  private inOrder(cells: number[], wanted: Look[]): number[] {
    if (cells.length <= A_FRAME) return cells;
    const moved = (i: number) => kind(wanted[i]!) !== kind(this.at(i));
    return [...cells.filter(moved), ...cells.filter((i) => !moved(i))];
  }

  private at(i: number): Look { return this.rows[Math.floor(i / this.width)]![i % this.width]!; }

  private take(cells: number[], wanted: Look[]): void {
    for (const r of new Set(cells.map((i) => Math.floor(i / this.width)))) this.rows[r] = [...this.rows[r]!];
    for (const i of cells) this.rows[Math.floor(i / this.width)]![i % this.width] = wanted[i]!;
  }
}

function same(a: Look, b: Look): boolean { return a === b || (alike(a, b) && a.label === b.label); }

// alike are two looks that the eye cannot tell apart: to rename a cell costs nothing.
function alike(a: Look, b: Look): boolean { return a.text === b.text && a.classes === b.classes && a.sub === b.sub && a.note === b.note && a.icon === b.icon && a.tint === b.tint; }

// kind is what the board shows of a cell, not what is known of it.
function kind(l: Look): string { return l.icon === "flag" ? l.icon : l.classes.split(" ", 1)[0]!; }
