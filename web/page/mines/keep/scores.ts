// SPDX-License-Identifier: BSD-3-Clause

// Scores are the statistics of this device. Another tab may add to them.

import { LONG, onStored, store, stored } from "../../shared/outside.js";
import type { Digest } from "../engine/digest.js";
import { countOf } from "../game/count.js";
import { sizeOf } from "../game/level.js";
import { hand } from "../game/position.js";
import type { Model } from "../model/model.js";
import { Stats, readStats } from "../stats/stats.js";

const STATS = "mines.stats";

// BRIEF is the work that an estimate may take. The engine values a move by an eighth of the games, and not by less than a hundred: a
// smaller number gives no estimate at all.
const BRIEF = { nodes: 50_000, max_layouts: 2_000, games: 1_600 };

export class Scores {
  stats: Stats = readStats(stored(STATS, LONG));

  constructor(private readonly m: Model) {}

  // listen hears what other tabs count.
  listen(): void {
    onStored(STATS, LONG, (text) => {
      this.stats = readStats(text);
      this.m.changed();
    });
  }

  // count adds the game on the board, which has ended.
  count(id: string): void {
    const { position: p, status, table } = this.m;
    this.set(this.stats.add({
      id, size: sizeOf(p), first: p.first, noGuess: table.noGuess, won: status === "won", ms: Math.round(table.clock.elapsed),
      helped: table.helped, day: new Date().toISOString().slice(0, 10), veil: table.noGuess ? 1 : undefined,
      bbbv: countOf(p, table.game!.layout).value, clicks: table.tape.count,
    }));
    if (!table.noGuess) void this.compare(id);
  }

  // compare asks the engine how often it would win from where the first click led.
  private async compare(id: string): Promise<void> {
    const opening = this.m.table.opening;
    if (!opening) return;
    const a = await this.m.engine.until<Digest>({ ask: "mines.analysis", position: { text: hand(opening.position) }, budget: BRIEF }, (d) => d.games > 0).catch(() => null);
    if (a && a.worth.kind !== "none") this.set(readStats(stored(STATS, LONG)).learn(id, { veil: a.worth.kind === "bounds" ? (a.worth.lo + a.worth.hi) / 2 : a.worth.at }));
  }

  clear(): void { this.set(new Stats()); }

  private set(s: Stats): void {
    this.stats = s;
    store(STATS, s.text());
    this.m.changed();
  }
}
