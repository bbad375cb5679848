// SPDX-License-Identifier: BSD-3-Clause

// A timeline is the moments of a game or of an edited position, and the one that is shown.

import type { Moment } from "./game.js";
import type { Position } from "./position.js";

export class Timeline {
  list: Moment[];
  at: number;

  constructor(start: Position) {
    this.list = [{ position: start, moves: [], boom: null }];
    this.at = 0;
  }

  get now(): Moment { return this.list[this.at]!; }
  get last(): number { return this.list.length - 1; }

  reset(list: Moment[], at = list.length - 1): void {
    this.list = list;
    this.at = Math.max(0, Math.min(list.length - 1, at));
  }

  // go adds a moment after the one that is shown and forgets what was ahead of it. It reports whether anything changed.
  go(m: Moment): boolean {
    if (m === this.now) return false;
    this.list = [...this.list.slice(0, this.at + 1), m];
    this.at = this.last;
    return true;
  }

  step(by: number): boolean {
    const at = Math.max(0, Math.min(this.last, this.at + by));
    if (at === this.at) return false;
    this.at = at;
    return true;
  }
}
