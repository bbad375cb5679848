// SPDX-License-Identifier: BSD-3-Clause

// The keeper joins the model to the browser: what is kept on this device, the address of the
// page, and the statistics. A tab keeps its own game, so that two tabs do not disturb each
// other; a new tab goes on with the game that was played last.

import { LONG, fields, fragment as address, isWhole, onFragment, onStored, show, store, stored } from "../shared/outside.js";
import { t } from "../words/words.js";
import type { Digest } from "./digest.js";
import { levelOf, sizeOf } from "./level.js";
import type { Model } from "./model.js";
import { type First, MAX_CELLS, type Position, fragment, hand, isFirst, isNumber, parseFragment } from "./position.js";
import { type Saved, restore, save } from "./saved.js";
import { Stats, readStats } from "./stats.js";

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

// COMPARED is the work that goes into comparing a finished game with the engine.
const COMPARED = { nodes: 50_000, max_layouts: 2_000, games: 128 };

export class Keeper {
  stats: Stats;
  resumed = false; // the game on the board goes on from an earlier visit
  private id = "";
  private counted = false;
  private waiting = false;

  constructor(private readonly m: Model) {
    this.stats = readStats(stored(STATS, LONG));
    m.moved = () => this.later();
    m.ended = () => this.count();
  }

  // open shows what the address says, or goes on with the game of this tab, or with the last one.
  open(): void {
    if (!this.link()) this.resume();
    onFragment(() => this.link());
    addEventListener("pagehide", () => this.keep());
    addEventListener("pageshow", (e) => e.persisted && this.m.changed());
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
      if (!this.resume()) this.fresh();
      this.m.say(t("said.link"));
      return true;
    }
    if (sameBoard(p, this.m.position) && this.m.mode !== "play") return true;
    this.keep();
    this.id = newId();
    this.counted = true;
    this.m.mode = "analyse";
    this.m.load(p);
    return true;
  }

  private resume(): boolean {
    const kept = restore(stored(GAME, LONG, "tab")) ?? restore(stored(GAME, LONG));
    if (!kept) {
      this.fresh();
      return false;
    }
    this.take(kept, stored(GAME, LONG, "tab") === null);
    return true;
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
    this.resumed = visit && m.game !== null && m.status === "open";
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
    Object.assign(this, { id: newId(), counted: false, resumed: false });
    this.m.noGuess = next.noGuess;
    this.m.newGame(next.width, next.height, next.mines, next.first);
  }

  restart(): void {
    Object.assign(this, { id: newId(), counted: true, resumed: false });
    this.m.restart();
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
    if (m.at > 0) this.resumed = false;
    const text = save({
      id: this.id, mode: m.mode, noGuess: m.noGuess, helped: m.helped, counted: this.counted, hints: m.questions.used,
      elapsed: Math.round(m.clock.elapsed), position: m.position, game: m.game, list: m.history, at: m.at,
    });
    store(GAME, text, "tab");
    if (m.game) store(GAME, text); // an empty board is nothing to go on with
  }

  // address holds a position that has no game, and only that: a game is kept, and its address stays clean.
  private address(): void {
    const { m } = this;
    const wanted = m.game || (m.fresh && m.mode === "play") ? "" : fragment(m.position);
    whenIdle(() => show(wanted));
  }

  // look stops the clock while nobody sees the board.
  private look(): void {
    if (document.hidden) {
      this.paused = this.m.clock.running;
      this.m.clock.stop();
      this.keep();
    } else if (this.paused && this.m.mode === "play" && this.m.status === "open") this.m.clock.start();
  }

  private paused = false;

  // --- statistics ---

  private count(): void {
    const { m } = this;
    if (this.counted || !m.game) return;
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
    const a = await this.m.engine.last<Digest>({ ask: "mines.analysis", position: { text: hand(opening.position) }, budget: COMPARED }).catch(() => null);
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

// kept is the game that a visitor could go on with.
export function kept(): Saved | null {
  const s = restore(stored(GAME, LONG));
  return s && s.game && s.list[s.at]!.boom === null && !s.list[s.at]!.position.cells.every((x, i) => isNumber(x) || s.game!.layout[i]) ? s : null;
}

function newId(): string { return crypto.getRandomValues(new Uint32Array(3)).join("-"); }

// whenIdle calls f when the browser has nothing better to do, but soon.
function whenIdle(f: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(f, { timeout: 500 });
  else setTimeout(f, 100);
}

