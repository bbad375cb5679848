// SPDX-License-Identifier: BSD-3-Clause

// The cursor of a board: where it is, and the keys that a board has on every page.

import type { Model } from "../model/model.js";

export function focusCell(m: Model, cell: number): void {
  document.querySelector<HTMLElement>(`#${m.grid} [data-i="${cell}"]`)?.focus();
}

export function goTo(m: Model, cell: number): void {
  m.cursor = cell;
  m.changed();
  focusCell(m, cell);
}

// target is where a key moves the cursor; undefined if it does not.
function target(m: Model, key: string): number | undefined {
  const { position: { width, cells }, cursor: at } = m;
  const [row, column] = [at - (at % width), at % width];
  switch (key) {
    case "ArrowLeft": return column > 0 ? at - 1 : at;
    case "ArrowRight": return column < width - 1 ? at + 1 : at;
    case "ArrowUp": return at >= width ? at - width : at;
    case "ArrowDown": return at + width < cells.length ? at + width : at;
    case "Home": return row;
    case "End": return row + width - 1;
    case "PageUp": return column;
    case "PageDown": return cells.length - width + column;
  }
  return undefined;
}

// boardKey handles a key that was pressed on a cell. What it takes, no other handler of the page should.
export function boardKey(m: Model, e: KeyboardEvent): void {
  if (e.altKey || e.ctrlKey || e.metaKey) return;
  const to = target(m, e.key);
  if (to !== undefined) goTo(m, to);
  else if (e.key === "Enter" && !e.shiftKey) void m.act(m.cursor);
  else if (e.key === " " || e.key === "f") m.toggleFlag(m.cursor);
  else return;
  e.preventDefault();
}
