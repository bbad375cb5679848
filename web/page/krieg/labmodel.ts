// SPDX-License-Identifier: BSD-3-Clause

// What the lab knows: the text that was heard, and what the engine says about it.

import type { ProblemDoc } from "../shared/documents.js";
import type { Doc, Engine } from "../shared/engine.js";
import { Store } from "../shared/store.js";
import type { BeliefDoc, MateDoc, MendsDoc, Side, Weights, WhyDoc } from "./kdocs.js";
import { START, fromFragment, parseFEN, squareIndex, squareName, toFragment } from "./chess.js";
import { ownMen } from "./moves.js";
import { type Draft, EVENT, acceptedLine, anyLine, blankDraft, keeperOf, refusedLine, rulesOf, spelt, theirLine, theirRefusal, turnOf } from "./heard.js";
import type { Rules } from "./rulesets.js";
import { fragment, onFragment, show, store, stored } from "../shared/outside.js";

export const LISTED = 500;

// EXACT is how many boards are counted before an estimate takes over: what a browser does
// while a player waits. The visitor may ask for all of them.
const EXACT = 30_000;

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

// Lab is what is known of a game or a position, and what the visitor is about to say.
export class Lab extends Store {
  text: string;
  belief: BeliefDoc | null = null; // of the text, or of its lines before the one that cannot be
  problem: ProblemDoc | null = null;
  mate: MateDoc | null = null;
  mends: MendsDoc | null = null; // what may have been misheard
  mending = false;
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
  draft: Draft = blankDraft(); // what is about to be entered
  from: number | null = null; // the man that is chosen
  looked: number | null = null; // the square whose men are listed
  pointing = false; // the next square is that of a capture
  deep = false; // count all boards, however long it takes
  private settling = false;
  private waiting: (() => void)[] = []; // what was clicked before the engine had answered, in order
  private leave: () => void = () => {}; // withdraws the question about what was misheard

  constructor(readonly engine: Engine) {
    super();
    this.text = fromFragment(fragment()) ?? stored("lab") ?? EXAMPLES[0]![1];
    void this.hear(this.text);
    onFragment(() => {
      const text = fromFragment(fragment());
      if (text && text !== this.text) void this.hear(text);
    });
  }

  get lines(): string[] { return this.text.replace(/\n+$/, "").split("\n"); }

  // hear takes a text at once; what follows from it comes later.
  async hear(text: string): Promise<void> {
    this.text = text.endsWith("\n") || text === "" ? text : text + "\n";
    show(toFragment(this.text));
    store("lab", this.text);
    this.leave();
    Object.assign(this, { problem: null, mends: null, mending: false, mate: null, why: null, heard: null, pins: [], busy: true, draft: blankDraft(), from: null, pointing: false });
    this.changed();
    if (!this.settling) await this.settle();
  }

  // settle asks about the text until the answer is about what it is by then, and goes on with what was clicked meanwhile.
  private async settle(): Promise<void> {
    this.settling = true;
    for (let text = ""; this.busy; ) {
      text = this.text;
      const [belief, problem] = await this.answer();
      if (text === this.text) Object.assign(this, { belief, problem, busy: false });
    }
    this.settling = false;
    this.changed();
    if (this.problem) this.mend();
    while (!this.busy && this.waiting.length > 0) this.waiting.shift()!();
  }

  // answer is what is known by the text. If that cannot be, or if no board was found, it is what was known before.
  private async answer(): Promise<[BeliefDoc | null, ProblemDoc | null]> {
    try {
      const doc = await this.believe(this.text);
      const first = doc.estimate?.lost ? (doc.events ?? []).findLastIndex((s) => s.positions > 0) + 1 : -1;
      const line = doc.events?.[first]?.line;
      if (!line) return [doc, null];
      const problem = { schema: "veil.problem/1", type: "lost", title: "", line } as ProblemDoc;
      return [(await this.before(problem)) ?? doc, problem];
    } catch (e) {
      const problem = e as ProblemDoc;
      return [await this.before(problem), problem];
    }
  }

  // mend asks what may have been misheard. It may take seconds; nobody waits for it.
  private mend(): void {
    if (!this.isGame || !this.problem?.line) return;
    this.mending = true;
    this.leave = this.engine.ask({ ask: "krieg.mend", position: { text: this.text } }, (doc) => {
      if (doc.schema === "krieg.mends/1") this.mends = doc as unknown as MendsDoc;
    }, () => {
      this.mending = false;
      this.changed();
    });
    this.changed();
  }

  // soon does what was clicked, when the engine has answered what was entered before.
  private soon(act: () => void): void {
    if (this.busy || this.waiting.length > 0) this.waiting.push(act);
    else act();
  }

  private believe(text: string): Promise<BeliefDoc> {
    return ask<BeliefDoc>(this.engine, { ask: "krieg.belief", position: this.weighed(text), list: LISTED, tries: true, ...(this.deep ? {} : { max_boards: EXACT }) });
  }

  // weighed is a text with what percentages assume. A position that was typed in has no
  // history to be weighed by.
  private weighed(text: string): object {
    return this.weights && /^([WB] |\[|\d+\.)/m.test(text) ? { text, weights: this.weights } : { text };
  }

  deeper(): void {
    this.deep = true;
    void this.hear(this.text).then(() => { this.deep = false; });
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

  // isGame tells a game that goes on from a position that was set up, which has no past.
  get isGame(): boolean { return !/^(?:me|opp|belief|to move)\s*:/m.test(this.text); }

  // turn and me come from the text where it has them: the belief may be of an earlier one.
  get turn(): Side | undefined { return this.isGame && this.lines.some((line) => EVENT.test(line)) ? turnOf(this.lines) : this.belief?.to_move; }

  get me(): Side { return this.belief?.me ?? keeperOf(this.lines); }

  get mine(): boolean { return this.turn === this.me; }

  // checked tells whether the last line gave check to the visitor's king.
  get checked(): boolean { return this.mine && /\bcheck\b/.test(this.lines.findLast((line) => EVENT.test(line) && !/^\S+ (?:no|any\?)|\bno$/.test(line)) ?? ""); }

  get over(): boolean { return /\b(?:mate|stalemate|draw|material)\s*$/.test(this.lines.at(-1) ?? ""); }

  get rules(): Rules { return rulesOf(this.belief?.rules ?? /^ruleset:?\s+(\S+)/m.exec(this.text)?.[1] ?? "berkeley"); }

  // own are the visitor's men. They are there whatever was heard.
  get own(): string { return this.belief?.own ?? ownMen(/^fen (\S+)/m.exec(this.text)?.[1] ?? START, this.me); }

  get men(): string[] { return parseFEN(this.own); }

  // goals are where the chosen man may be tried.
  get goals(): Set<number> {
    if (this.pointing) return new Set(this.men.flatMap((man, i) => (man ? [i] : [])));
    if (this.from === null) return new Set();
    const from = squareName(this.from);
    return new Set((this.belief?.tries ?? []).filter((t) => t.try.startsWith(from)).map((t) => squareIndex(t.try.slice(2, 4))));
  }

  // touch is a click on a square: it chooses a man, tries a move, names a capture, or looks.
  touch(i: number): void { this.soon(() => this.touched(i)); }

  private touched(i: number): void {
    if (this.phantom) return this.place(i);
    if (this.pointing && this.men[i]) {
      this.draft.takes = squareName(i);
      this.pointing = false;
    } else if (this.from !== null && this.goals.has(i)) {
      return this.tryMove(this.from, i);
    } else if (this.men[i] && this.mine && this.from !== i) {
      this.from = i;
    } else {
      this.from = null;
      this.looked = this.looked === i ? null : i;
    }
    this.changed();
  }

  // attempt is a move on the board. In a game the referee's answer comes next.
  attempt(from: number, to: number): void { this.soon(() => this.tryMove(from, to)); }

  private tryMove(from: number, to: number): void {
    const move = squareName(from) + squareName(to);
    const tries = (this.belief?.tries ?? []).filter((t) => t.try.startsWith(move));
    this.from = null;
    if (tries.length === 0 || !this.mine) return this.changed();
    const promotes = tries.length > 1 || tries[0]!.try.length === 5;
    const pawn = this.men[from]?.toLowerCase() === "p";
    this.draft = { ...blankDraft(), move: move + (promotes ? "q" : ""), promotes, takes: pawn && from % 8 !== to % 8 ? squareName(to) : "" };
    if (!this.isGame) void this.ifITry(tries[0]!.name, this.draft.move);
    this.changed();
  }

  promote(kind: string): void { this.edit({ move: this.draft.move.slice(0, 4) + kind }); }

  edit(more: Partial<Draft>): void {
    this.draft = { ...this.draft, ...more };
    this.changed();
  }

  accept(): void { this.soon(() => this.mine && this.draft.move && this.add(acceptedLine(this.me, this.draft, this.rules))); }

  refuse(): void {
    this.soon(() => {
      if (!this.mine) this.add(theirRefusal(this.turn!));
      else if (this.draft.move) this.add(refusedLine(this.me, this.draft));
    });
  }

  answerAny(yes: boolean): void { this.soon(() => this.mine && this.add(anyLine(this.me, yes))); }

  theyMoved(): void { this.soon(() => this.turn && !this.mine && this.add(theirLine(this.turn, this.draft, this.rules))); }

  // type enters a line at once, whatever the engine is doing.
  type(line: string): void { this.add(spelt(line, this.turn ?? "white")); }

  // undo takes back what was entered last, or the move that waits for its answer.
  undo(): void {
    if (this.draft.move || this.draft.takes || this.draft.checks.length) {
      this.draft = blankDraft();
      return this.changed();
    }
    const last = this.lines.findLastIndex((line) => /^(?:W|B|White|Black)\b/.test(line));
    if (last >= 0) this.drop(last);
  }

  // begin starts a game; change keeps what was heard and changes the rules.
  begin(rules: string, me: Side): void { void this.hear(`ruleset ${rules}\nme ${me}\n`); }

  change(rules: string): void {
    const named = /^(ruleset:?)\s+\S+$/m;
    void this.hear(named.test(this.text) ? this.text.replace(named, `$1 ${rules}`) : `ruleset${this.isGame ? "" : ":"} ${rules}\n${this.text}`);
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
