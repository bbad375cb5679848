// SPDX-License-Identifier: BSD-3-Clause

// What players count on a board: 3BV, openings, islands. 3BV is the fewest left clicks that open every safe cell without flags: one for each
// opening, and one for each number that no opening reveals (S. Bechtel; "Bechtel's Board Benchmark Value").

import { type Position, isNumber, neighbours } from "./position.js";

export interface Count {
  value: number; // 3BV
  solved: number; // of it, by what is open
  openings: number; // connected zeros
  islands: number; // connected numbers that no opening reveals
}

type Size = Pick<Position, "width" | "height">;

// countOf counts a layout; cells are what is open of it, none if they are left out.
export function countOf(p: Size, layout: readonly boolean[], cells: readonly string[] = []): Count {
  const around = layout.map((_, i) => neighbours(p, i));
  const number = layout.map((mine, i) => (mine ? -1 : around[i]!.filter((n) => layout[n]).length));
  const shown = (i: number) => isNumber(cells[i] ?? ".");
  const revealed = number.map((n, i) => n === 0 || (n > 0 && around[i]!.some((k) => number[k] === 0)));
  const openings = regions(around, (i) => number[i] === 0);
  const alone = number.flatMap((n, i) => (n > 0 && !revealed[i] ? [i] : []));
  return {
    value: openings.length + alone.length,
    solved: openings.filter((cell) => shown(cell)).length + alone.filter(shown).length,
    openings: openings.length,
    islands: regions(around, (i) => number[i]! > 0 && !revealed[i]).length,
  };
}

// regions lists a cell of each connected set of cells that belong.
function regions(around: readonly number[][], belongs: (cell: number) => boolean): number[] {
  const [seen, list] = [new Set<number>(), [] as number[]];
  for (let start = 0; start < around.length; start++) {
    if (!belongs(start) || seen.has(start)) continue;
    list.push(start);
    seen.add(start);
    for (const todo = [start]; todo.length > 0; ) {
      for (const n of around[todo.pop()!]!) if (belongs(n) && !seen.has(n)) (seen.add(n), todo.push(n));
    }
  }
  return list;
}

// rateOf is 3BV per second, and efficiencyOf 3BV per click; null if there is nothing to divide by.
export function rateOf(value: number, ms: number): number | null { return ms > 0 ? (1000 * value) / ms : null; }

export function efficiencyOf(value: number, clicks: number): number | null { return clicks > 0 ? value / clicks : null; }
