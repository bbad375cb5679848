// SPDX-License-Identifier: BSD-3-Clause

// What the lab knows: the text that was heard, and what the engine says about it.

import type { ProblemDoc } from "../shared/documents.js";
import type { Doc, Engine } from "../shared/engine.js";
import { Store } from "../shared/store.js";
import type { BeliefDoc, MateDoc, Weights, WhyDoc } from "./kdocs.js";
import { fromFragment, toFragment } from "./chess.js";

export const LISTED = 500;

// ask returns an answer of the engine; a problem is thrown.
export function ask<T>(engine: Engine, question: object): Promise<T> {
  return engine.last<Doc>(question) as unknown as Promise<T>;
}

export const EXAMPLES: [string, string][] = [
  ["A game from the start", "ruleset berkeley\nme white\n"],
  ["Anderson: a man on e1", "ruleset: english\nto move: white\nme:   8/7B/8/2K5/2N5/8/8/1R6\nopp:  k@a4  q|r|b|n@e1\ngoal: mate in 2\n"],
  ["Dawson 3190: where is the king?", "ruleset: english\nto move: white\nme:   1B1N4/3N3Q/8/3P4/P5P1/1KP5/3P1P2/6R1\nopp:  k@{a8,a6,c8,e8,e2,g5}  p@a5  p@f3\ngoal: mate in 2\n"],
  ["Five lines of a game", "ruleset berkeley\nW e2e4 yes\nB moved\nW d2d4 yes\nB takes e4\n"],
];

export class Lab extends Store {
  text: string;
  belief: BeliefDoc | null = null; // of the text, or of its lines before the one that cannot be
  problem: ProblemDoc | null = null;
  mate: MateDoc | null = null;
  proving = false;
  why: WhyDoc | null = null;
  whyName = "";
  heard: number[] | null = null; // filter: the positions on which this would be heard
  heardWords = "";
  pins: string[] = []; // at most two positions
  kinds = "kqrbnp";
  phantoms = new Map<number, string>(); // the visitor's own guesses: never told to the engine
  phantom = ""; // the man that a click places
  busy = false;
  weights: Weights | "" = ""; // "" is what the position says, or every position the same
  private asked = 0;

  constructor(readonly engine: Engine) {
    super();
    this.text = fromFragment(location.hash) ?? EXAMPLES[2]![1];
    void this.hear(this.text);
    addEventListener("hashchange", () => {
      const text = fromFragment(location.hash);
      if (text && text !== this.text) void this.hear(text);
    });
  }

  get lines(): string[] { return this.text.replace(/\n+$/, "").split("\n"); }

  async hear(text: string): Promise<void> {
    const turn = ++this.asked;
    this.text = text.endsWith("\n") || text === "" ? text : text + "\n";
    history.replaceState(null, "", toFragment(this.text));
    Object.assign(this, { problem: null, mate: null, why: null, heard: null, pins: [], busy: true });
    this.changed();
    let answer: BeliefDoc | null = null;
    let problem: ProblemDoc | null = null;
    try {
      answer = await this.believe(this.text);
    } catch (e) {
      problem = e as ProblemDoc;
      answer = await this.before(problem);
    }
    if (turn !== this.asked) return;
    Object.assign(this, { belief: answer, problem, busy: false });
    this.changed();
  }

  private believe(text: string): Promise<BeliefDoc> {
    return ask<BeliefDoc>(this.engine, { ask: "krieg.belief", position: this.weighed(text), list: LISTED, tries: true });
  }

  // weighed is a text with what percentages assume. A position that was typed in has no
  // history to be weighed by.
  private weighed(text: string): object {
    return this.weights && /^([WB] |\[|\d+\.)/m.test(text) ? { text, weights: this.weights } : { text };
  }

  weigh(by: Weights | ""): void {
    this.weights = by;
    void this.hear(this.text);
  }

  // before is what was known before the line that cannot be.
  private async before(p: ProblemDoc): Promise<BeliefDoc | null> {
    if (!p.line || p.line < 2) return null;
    try {
      return await this.believe(this.lines.slice(0, p.line - 1).join("\n") + "\n");
    } catch {
      return null;
    }
  }

  add(line: string): void { void this.hear([...this.lines.filter((x, i, all) => x !== "" || i < all.length - 1), line].join("\n") + "\n"); }

  drop(line: number): void { void this.hear(this.lines.filter((_, i) => i !== line).join("\n") + "\n"); }

  async ifITry(name: string, move: string): Promise<void> {
    this.whyName = name;
    this.heard = null;
    try {
      this.why = await ask<WhyDoc>(this.engine, { ask: "krieg.why", position: this.weighed(this.text), try: move });
    } catch (e) {
      this.problem = e as ProblemDoc;
    }
    this.changed();
  }

  async prove(moves: number): Promise<void> {
    this.proving = true;
    this.changed();
    try {
      this.mate = await ask<MateDoc>(this.engine, { ask: "krieg.mate", position: { text: this.text }, plies: 2 * moves - 1, budget: { time_ms: 30_000, memory_mb: 512 } });
    } catch (e) {
      this.problem = e as ProblemDoc;
    }
    this.proving = false;
    this.changed();
  }

  pin(fen: string): void {
    this.pins = this.pins.includes(fen) ? this.pins.filter((x) => x !== fen) : [...this.pins, fen].slice(-2);
    this.changed();
  }

  show(kinds: string): void {
    this.kinds = kinds;
    this.changed();
  }

  place(square: number): void {
    if (!this.phantom) return;
    if (this.phantoms.get(square) === this.phantom) this.phantoms.delete(square);
    else this.phantoms.set(square, this.phantom);
    this.changed();
  }
}
