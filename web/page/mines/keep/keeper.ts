// SPDX-License-Identifier: BSD-3-Clause

// The keeper joins the model to the browser: what is kept on this device, the address of the
// page, and the statistics. A game belongs to one tab; a new tab takes the game that was played last.

import { LONG, fields, fragment as address, isWhole, onFragment, onStored, show, store, stored } from "../../shared/outside.js";
import { t } from "../../words/words.js";
import type { Digest } from "../engine/digest.js";
import { type Begun, begun, drop, onBegun, put } from "./games.js";
import { type Moment, statusOf } from "../game/game.js";
import { levelOf, sizeOf } from "../game/level.js";
import type { Model } from "../model/model.js";
import { type First, MAX_CELLS, type Position, fragment, hand, isFirst, isNumber, parseFragment } from "../game/position.js";
import { BRIEF, isEstimated } from "../review/reviewing.js";
import { type Saved, restore, save } from "./saved.js";
import { Stats, readStats } from "../stats/stats.js";

const GAME = "mines.game";
const STATS = "mines.stats";
const TASTE = "mines.taste";

// Taste is what a visitor chose last.
interface Taste {
  width: number;
  height: number;
  mines: number;
  first: First;
  noGuess: boolean;
}

const DEFAULT: Taste = { width: 9, height: 9, mines: 10, first: "zero", noGuess: false };

export class Keeper {
  stats: Stats;
  games: Begun[] = begun();
  private resumedAt: Moment | null = null;
  private readonly page = newId();
  private id = "";
  private counted = false;
  private waiting = false;

  constructor(private readonly m: Model) {
    this.stats = readStats(stored(STATS, LONG));
    m.moved = () => this.later();
    m.ended = () => this.count();
    m.leaving = () => this.leave();
  }

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
    onStored(STATS, LONG, (text) => {
      this.stats = readStats(text);
      this.m.changed();
    });
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
    m.noGuess = s.noGuess;
    m.mode = s.mode;
    const counted = this.counted;
    this.counted = true; // what ended before is not counted again
    m.load(s.position, s.game, s.list, s.at);
    this.counted = counted;
    m.helped = s.helped;
    m.questions.used = s.hints;
    m.clock.reset(s.elapsed);
    this.resumedAt = visit && m.game !== null && m.status === "open" ? m.moment : null;
    this.paused = true;
    if (!document.hidden) this.look();
    this.claim();
    m.changed();
  }

  private fresh(): void {
    const taste = this.taste();
    this.m.noGuess = taste.noGuess;
    this.start(taste);
  }

  taste(): Taste {
    const { width, height, mines, first, noGuess } = { ...DEFAULT, ...fields(stored(TASTE)) };
    const fine = isWhole(width, 1, MAX_CELLS) && isWhole(height, 1, MAX_CELLS) && width * height <= MAX_CELLS && isWhole(mines, 0, width * height) && isFirst(first);
    return fine ? { width, height, mines, first, noGuess: noGuess === true } : DEFAULT;
  }

  // start begins a new game, and remembers what was chosen.
  start(chosen: Partial<Taste> = {}): void {
    const p = this.m.position;
    const next: Taste = { width: p.width, height: p.height, mines: p.mines ?? Math.round(p.cells.length / 6), first: p.first, noGuess: this.m.noGuess, ...chosen };
    store(TASTE, JSON.stringify(next));
    const left = this.leave();
    this.counted = false;
    this.m.noGuess = next.noGuess;
    this.m.newGame(next.width, next.height, next.mines, next.first);
    if (left) this.m.say(t("said.kept"));
  }

  // restart plays the same board again, which shows what the game that is left hides.
  restart(): void {
    this.m.helped = true;
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

  // later keeps the game when the browser has time.
  private later(): void {
    this.address();
    if (this.waiting) return;
    this.waiting = true;
    whenIdle(() => {
      this.waiting = false;
      this.keep();
    });
  }

  keep(): void {
    const m = this.m;
    const text = save({
      id: this.id, mode: m.mode, noGuess: m.noGuess, helped: m.helped, counted: this.counted, hints: m.questions.used,
      elapsed: Math.round(m.clock.elapsed), position: m.position, game: m.game, list: m.history, at: m.at,
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
    this.games = m.status === "open" ? put({ id, page, width, height, mines, ms: Math.round(m.clock.elapsed), part, text }) : drop(id);
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
      this.paused = this.m.clock.running;
      this.m.clock.stop();
      this.keep();
    } else if (this.paused && this.m.mode === "play" && this.m.game && this.m.status === "open") this.m.clock.start();
  }

  private paused = false;

  // --- statistics ---

  private count(): void {
    const { m } = this;
    if (this.counted || !m.game || !this.own()) return;
    this.counted = true;
    const p = m.position;
    this.set(this.stats.add({
      id: this.id, size: sizeOf(p), first: p.first, noGuess: m.noGuess, won: m.status === "won", ms: Math.round(m.clock.elapsed),
      helped: m.helped, day: new Date().toISOString().slice(0, 10), veil: m.noGuess ? 1 : undefined,
    }));
    if (!m.noGuess) void this.compare(this.id);
  }

  // compare asks the engine how often it would win from where the first click led.
  private async compare(id: string): Promise<void> {
    const opening = this.m.history.find((x) => x.position.cells.some(isNumber));
    if (!opening) return;
    const a = await this.m.engine.until<Digest>({ ask: "mines.analysis", position: { text: hand(opening.position) }, budget: BRIEF }, isEstimated).catch(() => null);
    if (a && a.worth.kind !== "none") this.set(readStats(stored(STATS, LONG)).learn(id, { veil: a.worth.kind === "bounds" ? (a.worth.lo + a.worth.hi) / 2 : a.worth.at }));
  }

  private set(s: Stats): void {
    this.stats = s;
    store(STATS, s.text());
    this.m.changed();
  }

  clear(): void { this.set(new Stats()); }

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

