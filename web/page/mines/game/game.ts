// SPDX-License-Identifier: BSD-3-Clause

// A game is a position with the layout behind it. The layout comes from the engine, which
// draws the same board from the same seed everywhere; here it is only looked up.

import { type Position, isHidden, isNumber, nameOf, neighbours, rows } from "./position.js";

export interface Move {
  kind: "open" | "flag" | "chord";
  cell: number;
}

export interface Game {
  layout: readonly boolean[];
  seed?: string;
}

export interface Moment {
  position: Position;
  moves: readonly Move[]; // that led here, flags too
  boom: number | null; // the mine that ended the game
}

export type Status = "open" | "won" | "lost";

export function statusOf(game: Game | null, m: Moment): Status {
  if (m.boom !== null) return "lost";
  if (!game) return "open";
  return m.position.cells.every((mark, i) => isNumber(mark) || game.layout[i]) ? "won" : "open";
}

function showing(game: Game, p: Position, cell: number): string {
  return String(neighbours(p, cell).filter((n) => game.layout[n]).length);
}

// open, flag and chord are the moment after a move, with a board of its own. A move that does nothing is the same moment.
export function open(game: Game, m: Moment, cell: number): Moment { return moved(game, m, (p) => p.open(cell)); }

export function flag(m: Moment, cell: number): Moment { return moved(NOWHERE, m, (p) => p.flag(cell)); }

export function chord(game: Game, m: Moment, cell: number): Moment { return moved(game, m, (p) => p.chord(cell)); }

const NOWHERE: Game = { layout: [] }; // a flag asks for no layout

function moved(game: Game, m: Moment, move: (p: Playing) => boolean): Moment {
  const p = new Playing(game, m);
  return move(p) ? p.moment() : m;
}

// Playing is a game whose board changes in place: to play a whole game takes no copies. Its moves report whether they did anything.
export class Playing {
  readonly cells: string[];
  readonly moves: Move[];
  boom: number | null;

  constructor(private readonly game: Game, private readonly from: Moment) {
    [this.cells, this.moves, this.boom] = [from.position.cells.slice(), from.moves.slice(), from.boom];
  }

  moment(): Moment { return { position: { ...this.from.position, cells: this.cells }, moves: this.moves, boom: this.boom }; }

  // open opens a cell; a zero opens its neighbours.
  open(cell: number): boolean {
    this.reveal([cell]);
    this.moves.push({ kind: "open", cell });
    return true;
  }

  flag(cell: number): boolean {
    if (!isHidden(this.cells[cell]!)) return false;
    this.cells[cell] = this.cells[cell] === "F" ? "." : "F";
    this.moves.push({ kind: "flag", cell });
    return true;
  }

  // chord opens what is around a number once as many flags are.
  chord(cell: number): boolean {
    const around = neighbours(this.from.position, cell);
    const flags = around.filter((n) => this.cells[n] === "F" || this.cells[n] === "*").length;
    const hidden = around.filter((n) => this.cells[n] === ".");
    if (String(flags) !== this.cells[cell] || hidden.length === 0) return false;
    this.reveal(hidden);
    this.moves.push({ kind: "chord", cell });
    return true;
  }

  private reveal(todo: number[]): void {
    while (todo.length > 0) {
      const c = todo.pop()!;
      if (this.cells[c] !== ".") continue; // a flag protects its cell
      if (this.game.layout[c]) {
        this.cells[c] = "*";
        this.boom = c;
        continue;
      }
      this.cells[c] = showing(this.game, this.from.position, c);
      if (this.cells[c] === "0") todo.push(...neighbours(this.from.position, c));
    }
  }
}

// boardText writes a game as a .board file, which can be reviewed.
export function boardText(game: Game | null, m: Moment): string {
  const p = m.position;
  const head = ["# MINESWEEPER-BOARD v0.1", "# Render: ascii", `rows: ${p.height}`, `columns: ${p.width}`];
  head.push(`mines: ${p.mines ?? 0}`, "game_mode: classic", `first: ${p.first}`);
  if (game?.seed) head.push(`seed: ${game.seed}`, "generator: veil/1");
  const view = { ...p, cells: p.cells.map((mark) => (mark === "." ? "U" : mark === "*" ? "X" : mark)) };
  if (!game) return [...head, "[view]", ...rows(view), ""].join("\n");
  const real = { ...p, cells: p.cells.map((_, i) => (game.layout[i] ? "*" : showing(game, p, i))) };
  const moves = m.moves.map((x) => `${x.kind} ${nameOf(p, x.cell)}`);
  return [...head, "[real]", ...rows(real), "[view]", ...rows(view), "[moves]", ...moves, ""].join("\n");
}
