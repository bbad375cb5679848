// SPDX-License-Identifier: BSD-3-Clause

// The keeper joins the model to the browser: what is kept on this device, the address of the
// page, and the statistics. A game belongs to one tab; a new tab takes the game that was played last.

import { LONG, fragment as address, onFragment, show, store, stored } from "../../shared/outside.js";
import { t } from "../../words/words.js";
import { type Game, type Moment, statusOf } from "../game/game.js";
import { levelOf } from "../game/level.js";
import { type Position, fragment, hand, isNumber, parseFragment, usualMines } from "../game/position.js";
import type { Model, Witness } from "../model/model.js";
import type { Stats } from "../stats/stats.js";
import { readTape } from "../game/tape.js";
import { type Begun, begun, drop, onBegun, put } from "./games.js";
import { forgetPlayed, playedOf, record } from "./played.js";
import { type Saved, restore, save } from "./saved.js";
import { Scores } from "./scores.js";
import { type Taste, keepTaste, taste } from "./taste.js";

const GAME = "mines.game";

export class Keeper implements Witness {
  private readonly scores: Scores;
  games: Begun[] = begun();
  private resumedAt: Moment | null = null;
  private readonly page = newId();
  private id = "";
  private counted = false;
  private waiting = false;

  constructor(private readonly m: Model) {
    this.scores = new Scores(m);
    m.witness = this;
  }

  get stats(): Stats { return this.scores.stats; }

  // resumed: the game on the board is from an earlier visit, and nothing was done since.
  get resumed(): boolean { return this.resumedAt === this.m.moment; }

  // left are the games that can be resumed.
  get left(): Begun[] { return this.games.filter((g) => g.id !== this.id); }

  // open shows what the address says, or the game of this tab, or the last one.
  open(): void {
    if (!this.link()) this.resume();
    onFragment(() => {
      this.seen = address();
      if (!this.link()) this.back();
    });
    addEventListener("pagehide", () => this.keep());
    addEventListener("pageshow", (e) => e.persisted && this.hear(begun()));
    onBegun((games) => this.hear(games));
    this.scores.listen();
    document.addEventListener("visibilitychange", () => this.look());
  }

  // link opens the position that the address holds, always to analyse it. It reports whether there was one.
  private link(): boolean {
    if (!/[#&]p=/.test(address())) return false;
    const p = parseFragment(address());
    if (!p) {
      show("");
      this.seen = address();
      if (!this.resume()) this.fresh();
      this.m.say(t("said.link"));
      return true;
    }
    if (sameBoard(p, this.m.position) && this.m.mode !== "play") return true;
    this.leave();
    this.m.mode = "analyse";
    this.m.load(p);
    return true;
  }

  // back is called when the address names no position any more: the game that the link replaced is there again.
  private back(): void {
    const last = this.left[0];
    if (address() === "" && last && !this.m.game && this.m.mode !== "play") this.resumeGame(last.id);
  }

  private resume(): boolean {
    const [own, last] = [restore(stored(GAME, LONG, "tab")), this.games[0]];
    const kept = own ? this.latest(own) : restore(last?.text ?? null) ?? restore(stored(GAME, LONG));
    if (!kept) {
      this.fresh();
      return false;
    }
    this.take(kept, own === null);
    return true;
  }

  // latest is a game of this tab as it is now: another tab may have played it since. One that is begun and no longer kept has ended
  // there or was kept in vain, so that to win it is nothing to boast of.
  private latest(s: Saved): Saved {
    const open = s.game !== null && statusOf(s.game, s.list[s.at]!) === "open";
    if (!open) return s;
    return restore(this.games.find((g) => g.id === s.id)?.text ?? null) ?? { ...s, helped: true };
  }

  // resumeGame continues a game that was left.
  resumeGame(id: string): void {
    const s = restore(this.games.find((g) => g.id === id)?.text ?? null);
    if (!s) return;
    this.leave();
    this.take({ ...s, mode: "play" }, true);
  }

  private take(s: Saved, visit: boolean): void {
    const m = this.m;
    Object.assign(this, { id: s.id, counted: s.counted });
    m.table.noGuess = s.noGuess;
    m.mode = s.mode;
    const counted = this.counted;
    this.counted = true; // what ended before is not counted again
    m.load(s.position, s.game, s.list, s.at);
    this.counted = counted;
    m.table.helped = s.helped;
    m.questions.used = s.hints;
    m.table.clock.reset(s.elapsed);
    m.table.tape = readTape(s.tape ?? "") ?? m.table.tape;
    if (!s.tape && m.at > 0) m.table.tape.whole = false;
    m.table.maybe = new Set(s.maybe);
    this.resumedAt = visit && m.game !== null && m.status === "open" ? m.moment : null;
    this.paused = true;
    if (!document.hidden) this.look();
    this.claim();
    m.changed();
  }

  private fresh(): void {
    const chosen = taste();
    this.m.table.noGuess = chosen.noGuess;
    this.start(chosen);
  }

  // start begins a new game, and remembers what was chosen.
  start(chosen: Partial<Taste> = {}): void {
    const p = this.m.position;
    const next: Taste = { width: p.width, height: p.height, mines: p.mines ?? usualMines(p), first: p.first, noGuess: this.m.table.noGuess, ...chosen };
    keepTaste(next);
    const left = this.leave();
    this.counted = false;
    this.m.table.noGuess = next.noGuess;
    this.m.newGame(next.width, next.height, next.mines, next.first);
    if (left) this.m.say(t("said.kept"));
  }

  // restart plays the same board again, which shows what the game that is left hides.
  restart(): void {
    this.m.table.helped = true;
    this.leave();
    this.m.restart();
  }

  // leave keeps the game on the board, so that another can take its place. It reports whether there was one.
  private leave(): boolean {
    const left = this.m.game !== null && this.m.status === "open";
    this.keep();
    Object.assign(this, { id: newId(), counted: true });
    return left;
  }

  // hear is called when another tab has kept or taken a game.
  private hear(games: Begun[]): void {
    this.games = games;
    if (this.m.game && this.m.status === "open" && !this.own()) this.yield();
    this.m.changed();
  }

  // own reports whether the game on the board belongs to this page.
  private own(): boolean { return this.games.every((g) => g.id !== this.id || g.page === this.page); }

  // yield leaves the game on the board to another tab.
  private yield(): void {
    const { width, height, mines, first } = this.m.position;
    Object.assign(this, { id: newId(), counted: false });
    this.m.newGame(width, height, mines ?? 0, first);
    this.m.say(t("said.elsewhere"));
  }

  // --- keeping ---

  keep(): void {
    const m = this.m;
    const text = save({
      id: this.id, mode: m.mode, noGuess: m.table.noGuess, helped: m.table.helped, counted: this.counted, hints: m.questions.used,
      elapsed: Math.round(m.table.clock.elapsed), ...m.game ? { tape: m.table.tape.text(), maybe: [...m.table.maybe] } : {}, position: m.position, game: m.game, list: m.history, at: m.at,
    });
    store(GAME, text, "tab");
    this.shelve(text);
  }

  // claim makes the game on the board that of this page.
  private claim(): void {
    this.games = this.games.map((g) => (g.id === this.id ? { ...g, page: this.page } : g));
    this.keep();
  }

  // shelve keeps a game until it ends, unless another tab has taken it.
  private shelve(text: string): void {
    const { m, id, page } = this;
    if (!m.game || !this.own()) return;
    const { width, height, cells } = m.position;
    const mines = m.game.layout.filter(Boolean).length;
    const part = Math.floor((100 * cells.filter(isNumber).length) / Math.max(1, cells.length - mines));
    this.games = m.status === "open" ? put({ id, page, width, height, mines, ms: Math.round(m.table.clock.elapsed), part, text }) : drop(id);
  }

  // address holds a position that has no game, and only that: a game is kept, and its address stays clean.
  // One that a visitor has just changed is read first.
  private address(): void {
    whenIdle(() => {
      if (address() !== this.seen) return;
      const { m } = this;
      show(m.game || (m.fresh && m.mode === "play") ? "" : fragment(m.position));
      this.seen = address();
    });
  }

  private seen = address();

  // look stops the clock while nobody sees the board.
  private look(): void {
    if (document.hidden) {
      this.paused = this.m.table.clock.running;
      this.m.table.clock.stop();
      this.keep();
    } else if (this.paused && this.m.mode === "play" && this.m.game && this.m.status === "open") this.m.table.clock.start();
  }

  private paused = false;

  // --- what the model tells ---

  // moved keeps the game when the browser has time.
  moved(): void {
    if (this.m.game && this.m.table.clock.running) this.times.set(this.m.moment, this.m.table.clock.elapsed);
    this.address();
    if (this.waiting) return;
    this.waiting = true;
    whenIdle(() => {
      this.waiting = false;
      this.keep();
    });
  }

  ended(): void {
    if (this.counted || !this.m.game || !this.own()) return;
    this.counted = true;
    this.scores.count(this.id);
    this.recordGame(this.m.game);
  }

  // recordGame keeps a game that was played without help, for what can be learnt of it.
  private recordGame(game: Game): void {
    const { m, id } = this;
    if (m.table.helped) return;
    const now = m.table.clock.elapsed;
    record(playedOf(id, new Date().toISOString().slice(0, 10), game, m.history.slice(0, m.at + 1), (x) => (x === m.moment ? now : this.times.get(x))));
  }

  private readonly times = new WeakMap<Moment, number>(); // on the clock, of each moment

  leaving(): void { this.leave(); }

  clear(): void {
    this.scores.clear();
    forgetPlayed();
  }

  get level() { return levelOf(this.m.position); }

  get gameId(): string { return this.id; }
}

function sameBoard(a: Position, b: Position): boolean { return hand(a) === hand(b); }

function newId(): string { return crypto.getRandomValues(new Uint32Array(3)).join("-"); }

// whenIdle calls f when the browser has nothing better to do, but soon.
function whenIdle(f: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(f, { timeout: 500 });
  else setTimeout(f, 100);
}

