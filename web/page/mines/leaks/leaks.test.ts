// SPDX-License-Identifier: BSD-3-Clause

// What the page says of simulated players whose faults are known. The thresholds are those of account.ts, and were stated before any of this was run.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Facts, type Found, ONE, accountOf, leaksOf, meanOf, size, slowOf, student, tail, tooLong } from "./account.js";

// random is mulberry32: the same draws everywhere.
function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function poisson(mean: number, r: () => number): number {
  let [n, left] = [-1, mean];
  for (; left >= 0; n++) left += Math.log(1 - r());
  return n;
}

function normal(r: () => number): number { return Math.sqrt(-2 * Math.log(1 - r())) * Math.cos(2 * Math.PI * r()); }

// UPS is how often each pattern is the easiest proof in a game, about as on boards of 16 x 16 with 40 mines.
const UPS: Record<string, number> = { one: 60, "nested:1-1:10": 2, "nested:1-2:10": 2.4, "shared:1-2:10": 1.6, "shared:1-2:20": 0.6, "nested:1-1:20": 0.7, "shared:1-3:10": 0.4, "chain:3": 2, "chain:4": 1, "clash:4": 0.7, "clash:6": 0.6, "count:1": 0.3 };
const PATTERNS = Object.keys(UPS).filter((x) => x !== ONE);

interface Player {
  points: number; // given away a game
  planted?: { pattern: string; games: Set<number> };
  harder: number; // misses go with the size of the proof to this power
}

// game draws a game: mistakes come at random and cost 8 points on average, and the review errs as that of the page does: 1.5 points a guess.
function game(i: number, player: Player, r: () => number): Facts {
  const met = Object.fromEntries(Object.entries(UPS).map(([p, mean]) => [p, poisson(mean, r)]));
  const missed: Found[] = [];
  const miss = (pattern: string, points: number) => {
    met[pattern] = Math.max(met[pattern] ?? 0, 1);
    missed.push({ pattern, code: "", played: 0, points });
  };
  for (let n = poisson(player.points / 8, r); n > 0; n--) {
    const list = Object.keys(met).filter((p) => met[p]! > 0);
    const weights = list.map((p) => met[p]! * size(p) ** player.harder);
    let at = r() * weights.reduce((a, b) => a + b, 0);
    miss(list[weights.findIndex((w) => (at -= w) < 0)] ?? ONE, -8 * Math.log(1 - r()));
  }
  if (player.planted?.games.has(i)) miss(player.planted.pattern, -8 * Math.log(1 - r()));
  const cost = missed.reduce((sum, x) => sum + x.points, 0) + 1.5 * Math.sqrt(poisson(2, r)) * normal(r);
  const [start, luck] = [0.75, 40 * normal(r)];
  return { id: String(i), day: "2026-11-18", won: r() < start - cost / 100, start, cost, luck, met, missed, guesses: [], slow: [] };
}

function history(n: number, player: Player, r: () => number): Facts[] { return Array.from({ length: n }, (_, i) => game(i, player, r)); }

test("players who give away 0, 2 and 5 points a game are ordered rightly in 95 of 100 draws of 100 games, and their intervals hold the truth", () => {
  const r = random(1);
  let [ordered, held] = [0, 0];
  for (let draw = 0; draw < 100; draw++) {
    const costs = [0, 2, 5].map((points) => accountOf(history(100, { points, harder: 0 }, r)).cost!);
    if (costs[0]!.at < costs[1]!.at && costs[1]!.at < costs[2]!.at) ordered++;
    held += costs.filter((c, i) => Math.abs(c.at - [0, 2, 5][i]!) <= c.half).length;
  }
  console.log(`# ordered ${ordered} of 100, intervals that hold the truth ${held} of 300`);
  assert(ordered >= 95);
  assert(held >= 270);
});

function choose(n: number, of: number, r: () => number): Set<number> {
  const all = Array.from({ length: of }, (_, i) => i);
  return new Set(Array.from({ length: n }, () => all.splice(Math.floor(r() * all.length), 1)[0]!));
}

test("a pattern that is missed in 10 of 40 games is the first leak, in 45 of 50 histories", () => {
  for (const points of [0, 2, 5]) {
    const r = random(2 + points);
    let first = 0;
    for (let h = 0; h < 50; h++) {
      const pattern = PATTERNS[h % PATTERNS.length]!;
      if (leaksOf(history(40, { points, harder: h % 2, planted: { pattern, games: choose(10, 40, r) } }, r))[0]?.pattern === pattern) first++;
    }
    console.log(`# beside other mistakes of ${points} points a game: first in ${first} of 50`);
    if (points < 5) assert(first >= 45, String(first));
  }
});

test("no leak is named in 45 of 50 histories without one, whether misses go with chance or with the length of proofs", () => {
  for (const points of [0, 2, 5, 20]) {
    for (const harder of [0, 1]) {
      const r = random(100 + points + harder);
      let none = 0;
      for (let h = 0; h < 50; h++) if (leaksOf(history(h % 2 ? 40 : 100, { points, harder }, r)).length === 0) none++;
      console.log(`# ${points} points, power ${harder}: none named in ${none} of 50`);
      assert(none >= 45, `${points} ${harder}: ${none}`);
    }
  }
});

test("the tail is that of the binomial law, by brute force", () => {
  for (let n = 0; n <= 9; n++) {
    for (let k = 0; k <= n + 1; k++) {
      let sum = 0;
      for (let set = 0; set < 1 << n; set++) {
        const ones = set.toString(2).replaceAll("0", "").length;
        if (ones >= k) sum += 0.3 ** ones * 0.7 ** (n - ones);
      }
      assert(Math.abs(tail(n, k, 0.3) - (k === 0 ? 1 : sum)) < 1e-12, `${n} ${k}`);
    }
  }
});

test("a mean has an interval from five games on, as published tables have it", () => {
  for (const [df, t] of [[4, 2.776], [9, 2.262], [29, 2.045], [99, 1.984]] as const) assert(Math.abs(student(df) - t) < 0.006, `${df}: ${student(df)}`);
  assert.equal(meanOf([1, 2, 3, 4, null]), null);
  const m = meanOf([1, 2, 3, 4, 5])!;
  assert.equal(m.at, 3);
  assert.equal(m.half.toFixed(2), (2.776 * Math.sqrt(2.5 / 5)).toFixed(2));
});

test("what goes to slips, patterns and guesses is what was missed", () => {
  const found = (pattern: string, points: number): Found => ({ pattern, code: "", played: 0, points });
  const f = (id: string, missed: Found[], guesses: Found[]): Facts => ({ id, day: "", won: id === "a", start: 0.5, cost: 1, luck: 0, met: {}, missed, guesses, slow: [] });
  const a = accountOf([f("a", [found(ONE, 4), found("chain:3", 2)], []), f("b", [], [found("guess", 3), found("guess", -1)])]);
  assert.deepEqual([a.games, a.won, a.veil, a.slips, a.patterns, a.guesses, a.cost], [2, 1, 1, 2, 1, 1.5, null]);
});

test("moves that were certain and took long are listed if they come back", () => {
  assert.equal(tooLong([1, 1, 1, 30]), 5);
  assert.equal(tooLong([2, 2, 2]), 8);
  const f = (id: string, n: number): Facts => ({ id, day: "", won: true, start: 1, cost: 0, luck: 0, met: {}, missed: [], guesses: [], slow: Array.from({ length: n }, () => ({ pattern: "chain:3", code: "", played: 0, points: 9 })) });
  assert.deepEqual(slowOf([f("a", 1), f("b", 2)]), []);
  assert.deepEqual(slowOf([f("a", 1), f("b", 2), f("c", 1)]).map((s) => [s.pattern, s.games, s.seconds, s.found.length]), [["chain:3", 3, 36, 4]]);
});
