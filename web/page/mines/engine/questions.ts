// SPDX-License-Identifier: BSD-3-Clause

// What a visitor asks about a position: why, and the hint ladder. Sentences point at cells.

import type { CheckDoc, ExplanationDoc, HintDoc, Sentence } from "../../shared/documents.js";
import { type Engine, words } from "../../shared/engine.js";
import { t } from "../../words/words.js";
import { type Position, cellOf, hand, nameOf } from "../game/position.js";
import type { Told } from "./told.js";

export interface Why {
  cells: number[];
  doc: ExplanationDoc | null; // null while the engine thinks
  problem: string;
}

// Marks are the cells that texts name: those that are meant, the hidden ones beside them, and the numbers that it follows from.
export interface Marks {
  cells: ReadonlySet<number>;
  others: ReadonlySet<number>;
  numbers: ReadonlySet<number>;
}

const NO_CELLS: ReadonlySet<number> = new Set();

export const NONE: Marks = { cells: NO_CELLS, others: NO_CELLS, numbers: NO_CELLS };

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

  // marks are the cells marked on the board: those of the sentence under the pointer, or of all sentences.
  marks(p: Position): Marks {
    const meant = this.meant(p);
    const { others, numbers } = this.pointed ?? this.reasons(p);
    return meant.length + others.size + numbers.size === 0 ? NONE : { cells: new Set(meant), others: new Set([...others].filter((c) => !meant.includes(c))), numbers };
  }

  // meant are the cells that the question or the hint is about. The last rung begins with the move itself.
  private meant(p: Position): number[] {
    if (this.why) return this.why.cells;
    return this.rung === RUNGS - 1 ? cellsOf(p, this.hint[0]?.cells ?? []) : [];
  }

  private reasons(p: Position): Marks {
    const list = this.why ? this.why.doc?.cells.flatMap((s) => [{ cells: [], numbers: s.numbers ?? [] }, ...s.sentences ?? []]) ?? [] : this.hint;
    return named(p, list.flatMap((s) => s.cells), list.flatMap((s) => s.numbers));
  }
}

// named are the marks of a sentence.
export function named(p: Position, cells: string[], numbers: string[]): Marks {
  return cells.length + numbers.length === 0 ? NONE : { cells: NO_CELLS, others: new Set(cellsOf(p, cells)), numbers: new Set(cellsOf(p, numbers)) };
}

function cellsOf(p: Position, names: string[]): number[] { return names.map((n) => cellOf(p, n)).filter((c) => c !== null); }

// spokenOf are the cells that a text names, as r3c4 or with a space.
export function spokenOf(p: Position, text: string): number[] { return cellsOf(p, (text.match(/\br\d+[\s\u00a0]?c\d+\b/g) ?? []).map((n) => n.replace(/\s/, ""))); }
