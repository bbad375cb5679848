// SPDX-License-Identifier: BSD-3-Clause

// A table has the game on it: its mines, its moments, its clock, and whether it was played without help. An edited position is a table
// without a game.

import { Clock } from "./clock.js";
import { type Game, type Moment, type Status, boardText, chord, open, statusOf } from "./game.js";
import { type Position, isHidden, isNumber } from "./position.js";
import { Tape } from "./tape.js";
import { Timeline } from "./timeline.js";

export class Table {
  game: Game | null = null;
  noGuess = false; // boards are drawn that need no guess
  helped = false; // by the engine, or by undoing
  readonly clock = new Clock();
  tape = new Tape();
  maybe: ReadonlySet<number> = new Set(); // hidden cells with a question mark
  readonly time: Timeline;

  constructor(start: Position) { this.time = new Timeline(start); }

  get moment(): Moment { return this.time.now; }
  get position(): Position { return this.moment.position; }
  get status(): Status { return statusOf(this.game, this.moment); }
  get fresh(): boolean { return this.position.cells.every(isHidden); }
  // playing reports whether there is a game that has not ended.
  get playing(): boolean { return this.game !== null && this.status === "open"; }
  // opening is the moment after the first click.
  get opening(): Moment | undefined { return this.time.list.find((m) => m.position.cells.some(isNumber)); }

  // lay puts a position in the place of what is there, with its game if it has one.
  lay(p: Position, game: Game | null, history?: Moment[], at?: number): void {
    this.game = game;
    this.helped = false;
    this.time.reset(history ?? [{ position: p, moves: [], boom: null }], at);
    this.clock.reset();
    this.tape = new Tape();
    this.maybe = new Set();
  }

  // after is the moment after a click: on a number it opens what is around it.
  after(cell: number): Moment {
    const mark = this.position.cells[cell]!;
    if (!this.game) return this.moment;
    return isNumber(mark) ? chord(this.game, this.moment, cell) : isHidden(mark) ? open(this.game, this.moment, cell) : this.moment;
  }

  text(): string { return boardText(this.game, this.moment); }
}
