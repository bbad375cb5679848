// SPDX-License-Identifier: BSD-3-Clause

// What many games say of a player: what was given away a game, what was luck, and which patterns are missed again and again. All of it follows
// from the facts of each game, and from nothing else.

// A Fact is what the review of one game found. Points are hundredths of the winning chance.
export interface Facts {
  id: string;
  day: string;
  won: boolean;
  start: number | null; // veil's winning chance after the first click
  cost: number | null; // points that own decisions gave away
  luck: number | null; // points
  met: Readonly<Record<string, number>>; // how often a pattern was the easiest proof of a safe cell
  missed: readonly Found[]; // risks that were taken all the same
  guesses: readonly Found[]; // forced guesses that were not the best
  slow: readonly Found[]; // certain moves that took long
}

// Found is a position of the player's own.
export interface Found {
  pattern: string;
  code: string;
  played: number;
  points: number; // that it cost; of slow moves, seconds
}

export interface Mean { at: number; half: number } // with the half of its 95% interval

export interface Account {
  games: number;
  won: number;
  veil: number; // games that veil would have won of the same boards
  cost: Mean | null; // points a game
  luck: Mean | null;
  slips: number; // points a game that risks cost although one number proved a safe cell
  patterns: number; // that other proofs cost
  guesses: number; // that forced guesses cost
}

// ONE is the pattern of cells that single numbers prove. To miss one is a slip, and no pattern to learn.
export const ONE = "one";

export function accountOf(list: readonly Facts[]): Account {
  const valued = list.filter((f) => f.start !== null);
  const sum = (of: (f: Facts) => number) => valued.reduce((all, f) => all + of(f), 0) / Math.max(1, valued.length);
  const points = (found: readonly Found[]) => found.reduce((all, x) => all + Math.max(0, x.points), 0);
  return {
    games: valued.length, won: valued.filter((f) => f.won).length, veil: valued.reduce((all, f) => all + f.start!, 0),
    cost: meanOf(list.map((f) => f.cost)), luck: meanOf(list.map((f) => f.luck)),
    slips: sum((f) => points(f.missed.filter((x) => x.pattern === ONE))), patterns: sum((f) => points(f.missed.filter((x) => x.pattern !== ONE))), guesses: sum((f) => points(f.guesses)),
  };
}

const FEW = 5; // games from which a mean has an interval

// meanOf is a mean with its interval by Student's t. The errors of the estimates are in the spread of the games.
export function meanOf(list: readonly (number | null)[]): Mean | null {
  const known = list.filter((x) => x !== null);
  const n = known.length;
  if (n < FEW) return null;
  const at = known.reduce((a, b) => a + b, 0) / n;
  const spread = known.reduce((all, x) => all + (x - at) ** 2, 0) / (n - 1);
  return { at, half: student(n - 1) * Math.sqrt(spread / n) };
}

// student is the 97.5% quantile of Student's t, for 4 degrees of freedom or more: Abramowitz and Stegun 26.7.5.
export function student(df: number): number {
  const z = 1.959964;
  return z + (z ** 3 + z) / (4 * df) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * df ** 2) + (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * df ** 3)
    + (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / (92160 * df ** 4);
}

// --- leaks ---

// A Leak is a pattern that is missed too often to be chance.
export interface Leak {
  pattern: string;
  games: number; // in which it was missed
  met: number; // games in which it came up
  points: number; // a game, of all games
  chance: number; // that a player who misses everything alike misses it this often: the smaller, the surer
  found: Found[];
}

// LEVEL is how often a player without a leak may be told of one, and LEAST in how many games a pattern must be missed.
export const LEVEL = 0.05;
const LEAST = 3;

// leaksOf names the patterns that are missed more often than chance explains, the dearest first. Chance means: each miss falls on a pattern in
// proportion to how often it came up; and also, because longer proofs are harder for everybody, in proportion to that times the numbers
// of the proof. A pattern is named if both explain its misses with at most LEVEL, divided by the number of patterns.
// A game counts once for a pattern.
export function leaksOf(list: readonly Facts[]): Leak[] {
  const counted = tallied(list);
  const misses = counted.reduce((sum, x) => sum + x.leak.games, 0);
  return counted
    .map(({ leak, met }) => {
      const chances = [0, 1].map((power) => {
        const weight = (x: Tally) => x.met * size(x.leak.pattern) ** power;
        return tail(misses, leak.games, (met * size(leak.pattern) ** power) / counted.reduce((sum, x) => sum + weight(x), 0));
      });
      return { ...leak, chance: Math.min(1, counted.length * Math.max(...chances)) };
    })
    .filter((l) => l.games >= LEAST && l.chance <= LEVEL)
    .sort((a, b) => b.points - a.points || a.chance - b.chance);
}

interface Tally { leak: Leak; met: number } // times, in all games

function tallied(list: readonly Facts[]): Tally[] {
  const all = new Map<string, Tally>();
  const of = (pattern: string) => {
    if (!all.has(pattern)) all.set(pattern, { leak: { pattern, games: 0, met: 0, points: 0, chance: 1, found: [] }, met: 0 });
    return all.get(pattern)!;
  };
  for (const f of list) {
    for (const [pattern, n] of Object.entries(f.met)) {
      if (pattern === ONE || n <= 0) continue;
      const tally = of(pattern);
      tally.met += n;
      tally.leak.met++;
    }
    for (const x of f.missed) {
      if (x.pattern === ONE) continue;
      const { leak } = of(x.pattern);
      leak.points += Math.max(0, x.points) / list.length;
      leak.found.push(x);
    }
    for (const pattern of new Set(f.missed.map((x) => x.pattern))) if (pattern !== ONE) of(pattern).leak.games++;
  }
  return [...all.values()].filter((x) => x.met > 0);
}

// size is how many numbers a proof of the pattern has: what follows its last colon, two for a pair.
export function size(pattern: string): number {
  const n = Number(/^(?:chain|clash|cases|count):(\d+)$/.exec(pattern)?.[1] ?? 2);
  return Math.max(1, n);
}

// tail is the chance of k successes or more in n tries.
export function tail(n: number, k: number, p: number): number {
  if (k <= 0) return 1;
  if (p >= 1) return 1;
  let [term, sum] = [0, 0];
  let log = 0; // of the number of ways
  for (let i = 0; i <= n; i++) {
    if (i > 0) log += Math.log((n - i + 1) / i);
    term = Math.exp(log + i * Math.log(p) + (n - i) * Math.log1p(-p));
    if (i >= k) sum += term;
  }
  return Math.min(1, sum);
}

// --- slow moves ---

export interface Slow { pattern: string; games: number; seconds: number; found: Found[] } // seconds in all

// slowOf lists the patterns that were certain and took long in at least LEAST games, the longest first.
export function slowOf(list: readonly Facts[]): Slow[] {
  const all = new Map<string, Slow>();
  for (const f of list) {
    for (const pattern of new Set(f.slow.map((x) => x.pattern))) {
      const found = f.slow.filter((x) => x.pattern === pattern);
      const s = all.get(pattern) ?? { pattern, games: 0, seconds: 0, found: [] };
      all.set(pattern, { ...s, games: s.games + 1, seconds: s.seconds + found.reduce((sum, x) => sum + x.points, 0), found: [...s.found, ...found] });
    }
  }
  return [...all.values()].filter((s) => s.games >= LEAST).sort((a, b) => b.seconds - a.seconds);
}

const [LONG_MOVE, TIMES] = [5, 4]; // seconds, and of the player's usual time for a certain move

// tooLong is from how many seconds on a certain move took long.
export function tooLong(seconds: readonly number[]): number {
  const sorted = [...seconds].sort((a, b) => a - b);
  return Math.max(LONG_MOVE, TIMES * (sorted[Math.floor(sorted.length / 2)] ?? 0));
}
