// SPDX-License-Identifier: BSD-3-Clause

// The model of the page: one position, what is known of it, and what is asked. Components
// read it and call its methods; every change is told to whoever listens.

import type { BoardDoc, CheckDoc, ConvertedDoc, ExplanationDoc, HintDoc, ProblemDoc, Sentence } from "../shared/documents.js";
import type { Digest, MoveInfo } from "./digest.js";
import { type Engine, words } from "../shared/engine.js";
import { Store } from "../shared/store.js";
import type { Told } from "./told.js";
import { type Game, type Moment, type Status, boardText, chord, flag, open, statusOf } from "./game.js";
import {
  type First, type Position, MAX_CELLS, blank, cellOf, fragment, hand, isHidden, isNumber, nameOf, withMark,
} from "./position.js";

export type Mode = "play" | "analyse" | "edit";
export type Overlay = "risk" | "win" | "learn" | "off";
export const OVERLAYS: Overlay[] = ["risk", "win", "learn", "off"];

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

const NONE: Marks = { cells: new Set(), numbers: new Set() };

export class Model extends Store {
  mode: Mode = "play";
  overlay: Overlay = "win";
  engineOn: Record<Mode, boolean> = { play: false, analyse: true, edit: true };
  hidden = false; // all analysis
  game: Game | null = null;
  history: Moment[] = [];
  at = 0;
  answer: Digest | null = null;
  stale = false; // the answer is about the position before
  problem: ProblemDoc | null = null;
  deeper = 0;
  why: Why | null = null;
  rung = -1; // of the hint ladder; 0 is the yes or no
  hint: Sentence[] = [];
  hintsUsed = 0;
  pointed: Marks | null = null; // while a sentence is pointed at
  cursor = 0;
  hover: number | null = null;
  brush = ".";
  digging = true; // what a second tap does
  busy = false; // a board is being drawn
  notice = "";
  log: string[] = [];
  addressed = true; // the position is in the page's address
  private readdressing = false;
  private stop = () => {};
  private stopWhy = () => {};
  private stopLessons = () => {};
  private lessons: Map<number, MoveInfo> | null = null; // what cells may show
  private lessonsOf: Position | null = null;
  private infos: Map<number, MoveInfo> = new Map();

  constructor(readonly engine: Engine<Told>, start: Position) {
    super();
    this.history = [{ position: start, moves: [], boom: null }];
  }

  get moment(): Moment { return this.history[this.at]!; }
  get position(): Position { return this.moment.position; }
  get status(): Status { return statusOf(this.game, this.moment); }
  get fresh(): boolean { return this.position.cells.every(isHidden); }
  // shownOverlay is risk where winning chances are not exact, unless the engine has said its
  // last word and something is proved of every move: a board shows one kind of numbers.
  get shownOverlay(): Overlay {
    const a = this.answer;
    if (this.overlay !== "win" || !a || a.value.kind === "exact") return this.overlay;
    return a.proved && a.state !== "running" ? "win" : "risk";
  }
  // showing tells whether the engine's numbers are on the board.
  get showing(): boolean { return this.engineOn[this.mode] && !this.hidden; }

  info(cell: number): MoveInfo | undefined { return this.infos.get(cell); }

  say(text: string): void {
    this.notice = text;
    this.changed();
  }

  // --- positions ---

  // go makes m the newest moment; what was ahead of the current one is forgotten.
  private go(m: Moment): void {
    if (m === this.moment) return;
    this.history = [...this.history.slice(0, this.at + 1), m];
    this.move(this.history.length - 1);
  }

  private move(at: number): void {
    this.at = at;
    this.deeper = 0;
    this.forgetLessons();
    this.clearQuestions();
    this.address();
    this.analyse();
  }

  private forgetLessons(): void {
    this.stopLessons();
    this.lessons = null;
    this.lessonsOf = null;
  }

  private clearQuestions(): void {
    this.stopWhy();
    this.why = null;
    this.pointed = null;
    this.rung = -1;
    this.hint = [];
    this.notice = "";
  }

  // address keeps the position in the page's address, where nobody but the visitor sees it.
  // The browser takes its time for that, so it waits until there is some.
  private address(): void {
    if (!this.addressed || this.readdressing) return;
    this.readdressing = true;
    whenIdle(() => {
      this.readdressing = false;
      history.replaceState(null, "", this.fresh && this.mode === "play" ? location.pathname : fragment(this.position));
    });
  }

  // load starts over with a position, and with its game if it has one.
  load(p: Position, game: Game | null = null, history?: Moment[]): void {
    this.game = game;
    this.history = history ?? [{ position: p, moves: [], boom: null }];
    this.cursor = Math.min(this.cursor, p.cells.length - 1);
    this.hintsUsed = 0;
    this.answer = null;
    this.infos = new Map();
    this.move(this.history.length - 1);
  }

  newGame(width: number, height: number, mines: number, first: First): void {
    this.load(blank(width, height, mines, first));
    this.setMode("play");
  }

  step(by: number): void {
    const at = Math.max(0, Math.min(this.history.length - 1, this.at + by));
    if (at !== this.at) this.move(at);
  }

  // --- moves ---

  // act opens a cell, or what is around a number.
  async act(cell: number): Promise<void> {
    this.cursor = cell;
    const mark = this.position.cells[cell]!;
    if (this.mode === "edit") return this.set(cell, this.brush);
    if (this.status !== "open") return this.say(`The game is over: undo (u) to go on from just before it, or start a new one.`);
    if (!this.game && this.fresh && this.position.mines !== null) return this.start(cell);
    if (!this.game) return this.ask(cell);
    if (mark === "F") return this.say(`${nameOf(this.position, cell)} has a flag: take it off first.`);
    if (isNumber(mark)) this.go(chord(this.game, this.moment, cell));
    else if (isHidden(mark)) this.go(open(this.game, this.moment, cell));
    this.changed();
  }

  // A position without a game has nothing to show: ask what is known of the cell instead.
  private ask(cell: number): void {
    if (isHidden(this.position.cells[cell]!)) this.askWhy([cell]);
    if (this.addressed) this.say(`This position came without its mines. Type 0 to 8 to say what ${nameOf(this.position, cell)} shows.`);
    else this.changed();
  }

  // start draws a board around the first click, as the first-click rule says.
  private async start(cell: number, seed = randomSeed()): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const before = this.position;
    try {
      const p = before;
      const doc = await this.engine.last<BoardDoc>({
        ask: "mines.board", size: `${p.width}x${p.height}/${p.mines}`, first: p.first, seed, click: nameOf(p, cell),
      });
      if (this.position !== before) return;
      this.game = { layout: layoutOf(doc.text), seed: doc.seed };
      const flags: Moment = this.moment;
      this.go(open(this.game, flags, cell));
    } catch (e) {
      this.say(e ? words(e as ProblemDoc) : "no board could be drawn");
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  toggleFlag(cell: number): void {
    this.cursor = cell;
    if (this.status !== "open") return;
    if (this.mode === "edit") return this.set(cell, this.position.cells[cell] === "F" ? "." : "F");
    this.go(flag(this.moment, cell));
    this.changed();
  }

  // set says what a cell shows: in Edit always, else where there is no game to ask.
  set(cell: number, mark: string): void {
    this.cursor = cell;
    if (this.mode !== "edit" && this.game) return this.say("Numbers can be typed in Edit (e).");
    if (this.position.cells[cell] === mark) return this.changed();
    this.game = null;
    this.go({ position: withMark(this.position, cell, mark), moves: [], boom: null });
    this.changed();
  }

  resize(width: number, height: number, mines: number | null): void {
    if (width < 1 || height < 1 || width * height > MAX_CELLS) return this.say(`A board has 1 to ${MAX_CELLS} cells here.`);
    const old = this.position;
    const p = blank(width, height, mines, old.first);
    const cells = p.cells.map((_, i) => {
      const [r, c] = [Math.floor(i / width), i % width];
      return r < old.height && c < old.width ? old.cells[r * old.width + c]! : ".";
    });
    this.game = null;
    this.cursor = 0;
    this.go({ position: { ...p, cells }, moves: [], boom: null });
    this.changed();
  }

  playBest(): void {
    const best = this.bestCell();
    if (best === null) return this.say("There is no move to recommend yet.");
    void this.act(best);
  }

  bestCell(): number | null {
    if (!this.answer || this.stale) return null;
    return this.answer.best[0] ?? null;
  }

  // --- modes ---

  setMode(mode: Mode): void {
    this.mode = mode;
    this.notice = "";
    this.address();
    this.analyse();
  }

  setOverlay(overlay: Overlay): void {
    this.overlay = overlay;
    this.askLessons();
    this.changed();
  }

  cycleOverlay(): void { this.setOverlay(OVERLAYS[(OVERLAYS.indexOf(this.overlay) + 1) % OVERLAYS.length]!); }

  toggleEngine(): void {
    this.engineOn[this.mode] = !this.engineOn[this.mode];
    this.analyse();
  }

  toggleHidden(): void {
    this.hidden = !this.hidden;
    this.changed();
  }

  goDeeper(): void {
    this.deeper++;
    this.analyse();
  }

  // --- questions ---

  private input(): { text: string } { return { text: hand(this.position) }; }

  // budget is the engine's own, and four times as much with every "deeper". It is counted in
  // work and not in time, so that every device shows the same numbers.
  private budget(): object | undefined {
    if (this.deeper === 0) return undefined;
    const more = 4 ** this.deeper;
    return { nodes: 1_000_000 * more, max_layouts: 500_000 * more, games: 1_600 * more };
  }

  analyse(): void {
    this.stop();
    this.stop = () => {};
    this.stale = this.answer !== null;
    if (!this.engineOn[this.mode] || this.status !== "open") {
      this.answer = null;
      this.problem = null;
      this.infos = new Map();
      this.stale = false;
      return this.changed();
    }
    this.changed();
    this.stop = this.engine.ask(
      { ask: "mines.analysis", position: this.input(), budget: this.budget() },
      (doc) => {
        if (doc.schema === "digest") this.learn(doc);
        else if (doc.schema === "veil.problem/1") this.fault(doc);
      },
    );
    this.askLessons();
  }

  // askLessons asks what each cell may show, if the overlay needs it. It is a question of its
  // own, so that the analysis goes on.
  private askLessons(): void {
    if (this.overlay !== "learn" || !this.engineOn[this.mode] || this.status !== "open" || this.lessonsOf === this.position) return;
    this.stopLessons();
    const of = (this.lessonsOf = this.position);
    this.stopLessons = this.engine.ask(
      { ask: "mines.analysis", position: this.input(), moves: "none", fields: ["outcomes", "digits"] },
      (doc) => {
        if (this.position !== of) return;
        if (doc.schema === "digest") this.lessons = new Map(doc.moves.map((x) => [x.cell, x]));
        else if (doc.schema === "veil.problem/1" && doc.type !== "cancelled") this.notice = words(doc);
        this.index();
        this.changed();
      },
    );
  }

  // index makes the moves findable by cell, with what they teach.
  private index(): void {
    const taught = this.lessonsOf === this.position ? this.lessons : null;
    this.infos = new Map(this.answer?.moves.map((x) => [x.cell, { ...x, bits: taught?.get(x.cell)?.bits ?? x.bits, dead: taught?.get(x.cell)?.dead ?? x.dead }]));
  }

  private learn(doc: Digest): void {
    this.answer = doc;
    this.problem = null;
    this.stale = false;
    this.index();
    this.changed();
  }

  private fault(p: ProblemDoc): void {
    if (p.type === "cancelled") return;
    this.problem = p;
    this.answer = null;
    this.stale = false;
    this.infos = new Map();
    this.changed();
  }

  askWhy(cells: number[]): void {
    this.stopWhy();
    const hiddenOnes = cells.filter((c) => isHidden(this.position.cells[c]!));
    if (hiddenOnes.length === 0) return this.say("Ask why of a cell that is hidden.");
    this.why = { cells: hiddenOnes, doc: null, problem: "" };
    this.changed();
    const why = this.why;
    this.stopWhy = this.engine.ask(
      { ask: "mines.explanation", position: this.input(), cells: hiddenOnes.map((c) => nameOf(this.position, c)), budget: { ...this.budget(), games: 0 } },
      (doc) => {
        if (doc.schema === "mines.explanation/1") why.doc = doc;
        else if (doc.schema === "veil.problem/1") why.problem = words(doc);
        this.changed();
      },
    );
  }

  // whyNext is the key w: why this cell, and on a second cell the contrast of the two.
  whyNext(cell: number): void {
    const one = this.why?.cells.length === 1 ? this.why.cells[0]! : null;
    this.askWhy(one !== null && one !== cell ? [one, cell] : [cell]);
  }

  // climb goes one rung up the hint ladder.
  async climb(): Promise<void> {
    if (this.status !== "open") return;
    const before = this.position;
    const rung = Math.min(4, this.rung + 1);
    try {
      const text = rung === 0 ? await this.forced() : await this.rungText(rung);
      if (this.position !== before) return;
      this.rung = rung;
      this.hint = text;
      this.hintsUsed++;
    } catch (e) {
      this.notice = e ? words(e as ProblemDoc) : "no hint";
    }
    this.changed();
  }

  private async forced(): Promise<Sentence[]> {
    const doc = await this.engine.last<CheckDoc>({ ask: "mines.check", position: this.input() });
    const text = doc.solved ? "Nothing is left to open." : doc.forced_guess === null ? "That is not known."
      : doc.forced_guess ? "Yes: you are forced to guess." : "No: there is a cell that is certainly safe.";
    return [{ text: `Am I forced to guess? ${text}`, cells: [], numbers: [] }];
  }

  private async rungText(level: number): Promise<Sentence[]> {
    return (await this.engine.last<HintDoc>({ ask: "mines.hint", position: this.input(), level })).sentences;
  }

  // marks are what the board points out now.
  get marks(): Marks {
    if (this.pointed) return this.pointed;
    if (this.why?.doc) {
      const stories = this.why.doc.cells;
      return this.names(stories.map((s) => s.cell), stories.flatMap((s) => s.numbers ?? []));
    }
    if (this.why) return { cells: new Set(this.why.cells), numbers: NONE.numbers };
    return this.names(this.hint.flatMap((s) => s.cells), this.hint.flatMap((s) => s.numbers));
  }

  point(s: Sentence | null): void {
    this.pointed = s && this.names(s.cells, s.numbers);
    this.changed();
  }

  private names(cells: string[], numbers: string[]): Marks {
    if (cells.length + numbers.length === 0) return NONE;
    const read = (list: string[]) => new Set(list.map((n) => cellOf(this.position, n)).filter((c) => c !== null));
    return { cells: read(cells), numbers: read(numbers) };
  }

  get conflict(): ReadonlySet<number> { return this.names([], this.problem?.conflict ?? []).numbers; }

  // --- text in and out ---

  // read takes a position or game in any format.
  async read(text: string, encoding?: "base64"): Promise<boolean> {
    try {
      const doc = await this.engine.last<ConvertedDoc>({ ask: "mines.convert", input: { text, encoding }, to: "json" });
      return this.take(JSON.parse(doc.text) as PositionJSON);
    } catch (e) {
      this.say("This cannot be read as a board. " + (e ? words(e as ProblemDoc) : ""));
      return false;
    }
  }

  private take(j: PositionJSON): boolean {
    if (j.width * j.height > MAX_CELLS) {
      this.say(`This board has ${j.width * j.height} cells; the page shows at most ${MAX_CELLS}. The command line has no such limit.`);
      return false;
    }
    const p = blank(j.width, j.height, j.mines ?? null, j.first);
    const seen = j.view ? { ...p, cells: Array.from(j.view.join("")) } : p;
    const game = j.real ? { layout: Array.from(j.real.join(""), (x) => x === "*"), seed: j.seed } : null;
    this.load(seen, game, game && j.moves?.length ? replay(p, game, j.moves) : undefined);
    this.setMode(game ? "play" : "analyse");
    return true;
  }

  gameText(): string { return boardText(this.game, this.moment); }
}

// whenIdle calls f when the browser has nothing better to do, but soon.
function whenIdle(f: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(f, { timeout: 500 });
  else setTimeout(f, 100);
}

interface PositionJSON {
  width: number;
  height: number;
  mines?: number;
  first: First;
  view?: string[];
  real?: string[];
  moves?: { move: "open" | "flag" | "chord"; cell: string }[];
  seed?: string;
}

// replay plays the moves of a game again, so that they can be stepped through.
export function replay(start: Position, game: Game, moves: { move: string; cell: string }[]): Moment[] {
  const list: Moment[] = [{ position: start, moves: [], boom: null }];
  for (const m of moves) {
    const [now, cell] = [list[list.length - 1]!, cellOf(start, m.cell) ?? 0];
    list.push(m.move === "flag" ? flag(now, cell) : m.move === "chord" ? chord(game, now, cell) : open(game, now, cell));
  }
  return list;
}

// layoutOf reads the section [real] of a .board text.
export function layoutOf(board: string): boolean[] {
  const real = /\[real\]\n([\s\S]*?)(?:\[|$)/.exec(board)?.[1] ?? "";
  return Array.from(real.replace(/\s/g, ""), (x) => x === "*");
}

export function randomSeed(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}
