// SPDX-License-Identifier: BSD-3-Clause

// What a visitor asks about a position: why, and the hint ladder. Sentences point at cells.

import type { CheckDoc, ExplanationDoc, HintDoc, Sentence } from "../shared/documents.js";
import { type Engine, words } from "../shared/engine.js";
import { t } from "../words/words.js";
import { type Position, cellOf, hand, nameOf } from "./position.js";
import type { Told } from "./told.js";

export interface Why {
  cells: number[];
  doc: ExplanationDoc | null; // null while the engine thinks
  problem: string;
}

// Marks are what a sentence points at on the board.
export interface Marks {
  cells: ReadonlySet<number>;
  numbers: ReadonlySet<number>;
}

export const NONE: Marks = { cells: new Set(), numbers: new Set() };

export const RUNGS = 5;

export class Questions {
  why: Why | null = null;
  rung = -1; // of the hint ladder; 0 is the yes or no
  hint: Sentence[] = [];
  used = 0; // hints in this game
  pointed: Marks | null = null; // while a sentence is pointed at
  unasked = false; // the why is about the recommended move, which nobody asked for
  closed = false; // and nobody wants it
  private stop = () => {};

  constructor(private readonly engine: Engine<Told>, private readonly changed: () => void) {}

  clear(): void {
    this.stop();
    this.why = null;
    this.unasked = this.closed = false;
    this.pointed = null;
    this.rung = -1;
    this.hint = [];
  }

  close(): void {
    this.clear();
    this.closed = true;
  }

  askWhy(p: Position, cells: number[], budget: object, unasked = false): void {
    this.stop();
    this.unasked = unasked;
    const why: Why = (this.why = { cells, doc: null, problem: "" });
    this.changed();
    this.stop = this.engine.ask({ ask: "mines.explanation", position: { text: hand(p) }, cells: cells.map((c) => nameOf(p, c)), budget }, (doc) => {
      if (doc.schema === "mines.explanation/1") why.doc = doc;
      else if (doc.schema === "veil.problem/1") why.problem = words(doc);
      this.changed();
    });
  }

  // climb goes one rung up the hint ladder. It returns what the rung says, which take shows.
  async climb(p: Position): Promise<{ rung: number; hint: Sentence[] }> {
    const rung = Math.min(RUNGS - 1, this.rung + 1);
    return { rung, hint: rung === 0 ? await this.forced(p) : await this.level(p, rung) };
  }

  take({ rung, hint }: { rung: number; hint: Sentence[] }): void {
    this.rung = rung;
    this.hint = hint;
    this.used++;
  }

  private async forced(p: Position): Promise<Sentence[]> {
    const doc = await this.engine.last<CheckDoc>({ ask: "mines.check", position: { text: hand(p) } });
    const key = doc.solved ? "forced.solved" : doc.forced_guess === null ? "forced.unknown" : doc.forced_guess ? "forced.yes" : "forced.no";
    return [{ text: t(key), cells: [], numbers: [] }];
  }

  private async level(p: Position, level: number): Promise<Sentence[]> {
    return (await this.engine.last<HintDoc>({ ask: "mines.hint", position: { text: hand(p) }, level })).sentences;
  }

  // marks are what the board points out now.
  marks(p: Position): Marks {
    if (this.pointed) return this.pointed;
    if (this.why?.doc) {
      const stories = this.why.doc.cells;
      if (this.unasked) return named(p, [], stories.flatMap((s) => s.numbers ?? []));
      return named(p, stories.map((s) => s.cell), stories.flatMap((s) => s.numbers ?? []));
    }
    if (this.why && !this.unasked) return { cells: new Set(this.why.cells), numbers: NONE.numbers };
    return named(p, this.hint.flatMap((s) => s.cells), this.hint.flatMap((s) => s.numbers));
  }
}

export function named(p: Position, cells: string[], numbers: string[]): Marks {
  if (cells.length + numbers.length === 0) return NONE;
  const read = (list: string[]) => new Set(list.map((n) => cellOf(p, n)).filter((c) => c !== null));
  return { cells: read(cells), numbers: read(numbers) };
}
