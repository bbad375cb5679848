// SPDX-License-Identifier: BSD-3-Clause

// The model of the page: one position, what is known of it and what is asked. Each concern is
// an object of its own; the model is the store that joins them.

import type { BoardDoc, ProblemDoc, Sentence } from "../../shared/documents.js";
import type { Digest, MoveInfo } from "../engine/digest.js";
import { type Engine, words } from "../../shared/engine.js";
import { Store } from "../../shared/store.js";
import { t } from "../../words/words.js";
import { Analysis } from "../engine/analysis.js";
import { Clock } from "../game/clock.js";
import { type Game, type Moment, type Status, boardText, chord, flag, open, statusOf } from "../game/game.js";
import type { Level } from "../game/level.js";
import { type First, type Position, MAX_CELLS, blank, isHidden, isNumber, nameOf, withMark } from "../game/position.js";
import { type Marks, Questions, RUNGS, type Why, named, spokenOf } from "../engine/questions.js";
import { layoutOf, randomSeed, read } from "../files/reading.js";
import { Timeline } from "../game/timeline.js";
import type { Told } from "../engine/told.js";

export type Mode = "play" | "analyse" | "edit";
export type Overlay = "all" | "risk" | "win" | "learn" | "off";
export const OVERLAYS: Overlay[] = ["all", "risk", "win", "learn", "off"];

export class Model extends Store {
  mode: Mode = "play";
  overlay: Overlay = "all";
  engineOn: Record<Mode, boolean> = { play: false, analyse: true, edit: true };
  hidden = false; // all analysis
  game: Game | null = null;
  noGuess = false; // boards are drawn that need no guess
  helped = false; // by the engine, or by undoing
  readonly clock = new Clock();
  readonly time: Timeline;
  readonly analysis: Analysis;
  readonly questions: Questions;
  cursor = 0;
  hover: number | null = null;
  brush = ".";
  digging = true; // what a tap does
  busy = false; // a board is being drawn
  notice = "";
  judged = ""; // what is said of the move that ended the game
  log: string[] = [];
  ended: (() => void) | null = null; // called when a game ends
  moved: (() => void) | null = null; // called when the position or the mode changed
  leaving: (() => void) | null = null; // called before a position takes the place of a game

  constructor(readonly engine: Engine<Told>, start: Position) {
    super();
    this.time = new Timeline(start);
    const changed = () => this.changed();
    this.analysis = new Analysis(engine, () => {
      this.explain();
      this.changed();
    });
    this.questions = new Questions(engine, changed);
  }

  get history(): Moment[] { return this.time.list; }
  get at(): number { return this.time.at; }
  get moment(): Moment { return this.time.now; }
  get position(): Position { return this.moment.position; }
  get status(): Status { return statusOf(this.game, this.moment); }
  get fresh(): boolean { return this.position.cells.every(isHidden); }
  get answer(): Digest | null { return this.analysis.answer; }
  get stale(): boolean { return this.analysis.stale; }
  get problem(): ProblemDoc | null { return this.analysis.problem; }
  get why(): Why | null { return this.questions.why; }
  get hint(): Sentence[] { return this.questions.hint; }
  get rung(): number { return this.questions.rung; }
  // marks are the cells that any text beside the board names.
  get marks(): Marks {
    const [asked, said] = [this.questions.marks(this.position), spokenOf(this.position, this.spoken)];
    return said.length === 0 ? asked : { ...asked, cells: new Set([...asked.cells, ...said]) };
  }
  // spoken is the text beside the board, without questions and hints.
  protected get spoken(): string { return `${this.judged} ${this.notice}`; }
  get conflict(): ReadonlySet<number> { return named(this.position, [], this.problem?.conflict ?? []).numbers; }
  // showing reports whether the engine's numbers are on the board.
  get showing(): boolean { return this.engineOn[this.mode] && !this.hidden; }

  info(cell: number): MoveInfo | undefined { return this.analysis.info(cell); }

  say(text: string): void {
    this.notice = text;
    this.changed();
  }

  // --- positions ---

  private go(m: Moment): void {
    if (this.time.go(m)) this.arrive();
  }

  // arrive is called whenever another moment is shown.
  private arrive(): void {
    this.analysis.deeper = 0;
    this.analysis.forgetLessons();
    this.questions.clear();
    this.notice = "";
    this.judged = "";
    if (this.game && this.status !== "open") this.end();
    this.moved?.();
    this.analyse();
  }

  private end(): void {
    this.clock.stop();
    this.ended?.();
  }

  // load starts over with a position, and with its game if it has one.
  load(p: Position, game: Game | null = null, history?: Moment[], at?: number): void {
    this.game = game;
    this.helped = false;
    this.time.reset(history ?? [{ position: p, moves: [], boom: null }], at);
    this.cursor = Math.min(this.cursor, p.cells.length - 1);
    this.questions.used = 0;
    this.clock.reset();
    this.analysis.forget();
    this.arrive();
  }

  newGame(width: number, height: number, mines: number, first: First): void {
    this.mode = "play";
    this.digging = true;
    this.load(blank(width, height, mines, first));
  }

  newLevel(l: Level, first: First = this.position.first): void { this.newGame(l.width, l.height, l.mines, first); }

  // again is a new game of the same size.
  again(first: First = this.position.first): void {
    const p = this.position;
    this.newGame(p.width, p.height, p.mines ?? Math.round(p.cells.length / 6), first);
  }

  // restart plays the same board again. It is no new game, so nothing of it is counted.
  restart(): void {
    if (!this.game) return this.again();
    const opening = this.history.find((m) => m.position.cells.some(isNumber));
    const start = this.history[0]!;
    this.load(start.position, this.game, opening ? [start, opening] : [start]);
    this.helped = true;
    this.setMode("play");
  }

  step(by: number): void {
    if (this.game && this.mode === "play" && by < 0 && this.at > 0) this.helped = true;
    if (this.time.step(by)) this.arrive();
  }

  // --- moves ---

  // act opens a cell, or what is around a number.
  async act(cell: number): Promise<void> {
    this.cursor = cell;
    const mark = this.position.cells[cell]!;
    if (this.mode === "edit") return this.set(cell, this.brush);
    if (this.status !== "open") return this.say(t("said.over"));
    if (!this.game && this.fresh && this.position.mines !== null) return this.start(cell);
    if (!this.game) return this.ask(cell);
    if (mark === "F") return this.say(t("said.flag", { cell: nameOf(this.position, cell) }));
    if (this.mode === "play") this.clock.start();
    if (isNumber(mark)) this.go(chord(this.game, this.moment, cell));
    else if (isHidden(mark)) this.go(open(this.game, this.moment, cell));
    this.changed();
  }

  // A position without a game has nothing to show: ask what is known of the cell instead.
  private ask(cell: number): void {
    if (isHidden(this.position.cells[cell]!)) this.askWhy([cell]);
    this.say(t("said.noMines", { cell: nameOf(this.position, cell) }));
  }

  // start draws a board around the first click, as the first-click rule says.
  private async start(cell: number, seed = randomSeed()): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.changed();
    const p = this.position;
    try {
      const doc = await this.engine.last<BoardDoc>({
        ask: "mines.board", size: `${p.width}x${p.height}/${p.mines}`, first: p.first, seed, click: nameOf(p, cell), no_guess: this.noGuess || undefined,
      });
      if (this.position !== p) return;
      this.game = { layout: layoutOf(doc.text), seed: doc.seed };
      if (this.mode === "play") this.clock.start();
      this.go(open(this.game, this.moment, cell));
    } catch (e) {
      this.say(e ? words(e as ProblemDoc) : t("said.noBoard"));
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
    if (this.mode !== "edit" && this.game) return this.say(t("said.edit"));
    if (this.position.cells[cell] === mark) return this.changed();
    this.leaveGame();
    this.go({ position: withMark(this.position, cell, mark), moves: [], boom: null });
    this.changed();
  }

  // leaveGame makes a position of a game: what is edited is another board.
  private leaveGame(): void {
    if (this.game) this.leaving?.();
    this.game = null;
  }

  resize(width: number, height: number, mines: number | null): void {
    if (width < 1 || height < 1 || width * height > MAX_CELLS) return this.say(t("said.size", { n: MAX_CELLS }));
    const old = this.position;
    const p = blank(width, height, mines, old.first);
    const cells = p.cells.map((_, i) => {
      const [r, c] = [Math.floor(i / width), i % width];
      return r < old.height && c < old.width ? old.cells[r * old.width + c]! : ".";
    });
    this.leaveGame();
    this.cursor = 0;
    this.go({ position: { ...p, cells }, moves: [], boom: null });
    this.changed();
  }

  playBest(): void {
    const best = this.bestCell();
    if (best === null) return this.say(t("said.noMove"));
    void this.act(best);
  }

  bestCell(): number | null { return this.stale ? null : this.answer?.best[0] ?? null; }

  // --- modes ---

  setMode(mode: Mode): void {
    this.mode = mode;
    this.notice = "";
    const playing = this.game !== null && this.status === "open";
    if (mode !== "play") this.clock.stop();
    else if (playing) this.clock.start();
    if (mode !== "play" && playing) this.helped = true; // the board is seen, and the clock stands
    this.moved?.();
    this.analyse();
  }

  setOverlay(overlay: Overlay): void {
    this.overlay = overlay;
    this.teach();
    this.moved?.();
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
    this.analysis.deeper++;
    this.analyse();
  }

  // --- questions ---

  analyse(): void {
    if (this.engineOn[this.mode] && this.status === "open") {
      if (this.mode === "play" && this.game) this.helped = true;
      this.analysis.ask(this.position);
      this.teach();
    } else this.analysis.forget();
    this.changed();
  }

  private teach(): void {
    if (this.overlay === "learn" && this.engineOn[this.mode] && this.status === "open") this.analysis.teach(this.position);
  }

  askWhy(cells: number[]): void {
    const hidden = cells.filter((c) => isHidden(this.position.cells[c]!));
    if (hidden.length === 0) return this.say(t("said.whyHidden"));
    if (this.mode === "play" && this.game && this.status === "open") this.helped = true;
    this.questions.askWhy(this.position, hidden, { ...this.analysis.budget(), games: 0 });
  }

  // explain says why the recommended move is that, unless something else is asked. A move that is proved best is compared
  // with one of the same risk.
  private explain(): void {
    const [a, q] = [this.answer, this.questions];
    if (this.mode !== "analyse" || !this.showing || !a || this.stale || a.state === "running" || a.solved || q.why || q.closed || this.fresh || a.best.length === 0) return;
    const best = a.best[0]!;
    const risk = this.info(best)?.risk;
    const rival = a.value.kind === "exact" && a.because === "exact" ? a.moves.findLast((x) => x.risk === risk && !a.best.includes(x.cell))?.cell : undefined;
    q.askWhy(this.position, rival === undefined ? [best] : [best, rival], { ...this.analysis.budget(), games: 0 }, true);
  }

  // whyNext is the key w: why this cell, and on a second cell the contrast of the two.
  whyNext(cell: number): void {
    const one = this.why?.cells.length === 1 && !this.questions.unasked ? this.why.cells[0]! : null;
    this.askWhy(one !== null && one !== cell ? [one, cell] : [cell]);
  }

  // climb goes one rung up the hint ladder.
  async climb(): Promise<void> {
    if (this.status !== "open" || this.rung >= RUNGS - 1) return;
    const before = this.position;
    try {
      const rung = await this.questions.climb(before);
      if (this.position !== before) return;
      this.questions.take(rung);
      this.helped = true;
    } catch (e) {
      this.notice = e ? words(e as ProblemDoc) : t("said.noHint");
    }
    this.changed();
  }

  point(s: Sentence | null): void {
    this.questions.pointed = s && named(this.position, s.cells, s.numbers);
    this.changed();
  }

  // --- text in and out ---

  // read takes a position or game in any format.
  async read(text: string, encoding?: "base64"): Promise<boolean> {
    try {
      const r = await read(this.engine, text, encoding);
      this.leaving?.();
      this.mode = r.game ? "play" : "analyse";
      this.load(r.position, r.game, r.history);
      this.helped = r.game !== null;
      this.setMode(this.mode);
      return true;
    } catch (e) {
      this.say(e instanceof Error ? e.message : t("said.unreadable") + " " + (e ? words(e as ProblemDoc) : ""));
      return false;
    }
  }

  gameText(): string { return boardText(this.game, this.moment); }
}
