// SPDX-License-Identifier: BSD-3-Clause

// A Minesweeper game, without a screen: what is open, flagged and lost. Cells are numbered row by row.

const LEVELS = { beginner: "9x9/10", intermediate: "16x16/40", expert: "30x16/99" };

// sizeOf returns the width, height and mines of a level, or throws.
export function sizeOf(level) {
  const size = LEVELS[level] ?? level;
  const [, width, height, mines] = /^(\d+)x(\d+)\/(\d+)$/.exec(size)?.map(Number) ?? [];
  if (!(width > 0 && height > 0 && width * height <= 4000)) throw new Error(`level ${level}: want beginner, intermediate, expert, or a size such as 12x8/15 of at most 4000 cells`);
  return { size, width, height, mines };
}

export const nameOf = (cell, width) => `r${Math.floor(cell / width) + 1}c${(cell % width) + 1}`;

export class Play {
  cells; // of each: a digit that is open, "." if hidden
  flags = new Set();
  mined = null; // after the first click
  over = null; // "won" or "lost"
  boom = -1;

  // Play begins with a size, and with the rows of a position if it is only looked at.
  constructor({ size, width, height, mines }, rows) {
    Object.assign(this, { size, width, height, mines, fixed: rows !== undefined });
    this.cells = [...(rows ?? ".".repeat(width * height))];
    if (this.cells.length !== width * height) throw new Error(`position: ${this.cells.length} cells, want ${width * height}`);
  }

  // position returns the board in the hand format. Flags are opinions, so they are left out.
  get position() {
    const rows = Array.from({ length: this.height }, (_, r) => this.cells.slice(r * this.width, (r + 1) * this.width).join(""));
    return `${this.size}\n${rows.join("\n")}\n`;
  }

  get fresh() { return this.cells.every((c) => c === "."); }

  near(cell) {
    const [r, c] = [Math.floor(cell / this.width), cell % this.width];
    const found = [];
    for (let y = Math.max(0, r - 1); y <= Math.min(this.height - 1, r + 1); y++) {
      for (let x = Math.max(0, c - 1); x <= Math.min(this.width - 1, c + 1); x++) if (y !== r || x !== c) found.push(y * this.width + x);
    }
    return found;
  }

  // bury places the mines, given the rows of a document mines.board.
  bury(text) {
    const real = /\[real\]\n([^[]*)/.exec(text)[1].replaceAll("\n", "");
    this.mined = [...real].map((c) => c === "*");
  }

  // open opens a cell and, around a 0, its neighbours; an open number with as many flags opens the others.
  open(cell) {
    const chord = this.cells[cell] !== "." && this.near(cell).filter((n) => this.flags.has(n)).length === Number(this.cells[cell]);
    const todo = chord ? this.near(cell) : [cell];
    while (todo.length > 0 && !this.over) {
      const next = todo.pop();
      if (this.cells[next] !== "." || this.flags.has(next)) continue;
      if (this.mined[next]) this.#end("lost", next);
      else if (this.#show(next) === 0) todo.push(...this.near(next));
    }
    if (!this.over && this.cells.every((c, i) => c !== "." || this.mined[i])) this.#end("won", -1);
  }

  #show(cell) {
    const count = this.near(cell).filter((n) => this.mined[n]).length;
    this.cells[cell] = String(count);
    return count;
  }

  #end(how, boom) { Object.assign(this, { over: how, boom }); }

  flag(cell) {
    if (this.cells[cell] !== ".") return;
    if (!this.flags.delete(cell)) this.flags.add(cell);
  }
}
