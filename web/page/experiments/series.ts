// SPDX-License-Identifier: BSD-3-Clause

// The numbers behind a chart, and where they go on it.

export interface Point { x: number; y: number; low: number; high: number }
export interface Series { name: string; points: Point[] }

// parse reads the file of a chart: a series a block, one point a line. A histogram has bars
// from low to high, which are drawn over their middles.
export function parse(csv: string): Series[] {
  const [head = "", ...lines] = csv.trim().split("\n");
  const bars = head.trim() === "series,low,high,share";
  const list = new Map<string, Point[]>();
  for (const line of lines) {
    const cells = line.split(",");
    const numbers = cells.slice(-(bars ? 3 : 4)).map(Number);
    const name = cells.slice(0, cells.length - numbers.length).join(",").replace(/^"|"$/g, "");
    if (numbers.some((n) => !Number.isFinite(n))) continue;
    const [a, b, c, d] = numbers as [number, number, number, number];
    if (!list.has(name)) list.set(name, []);
    list.get(name)!.push(bars ? { x: Math.sqrt(a * b) || b, y: c, low: a, high: b } : { x: a, y: b, low: c, high: d });
  }
  return [...list].map(([name, points]) => ({ name, points }));
}

// between returns the series of one pair, as the first minus the second; all series if none is of this pair.
export function between(list: Series[], first: string, second: string): Series[] {
  const [name, other] = [`${first} - ${second}`, `${second} - ${first}`];
  const found = list.filter((s) => s.name === name || s.name === other);
  if (found.length === 0) return list;
  return found.map((s) => (s.name === name ? s : { name, points: s.points.map((p) => ({ x: p.x, y: -p.y, low: -p.high, high: -p.low })) }));
}

// ticks are round numbers between two others, about as many as wanted.
export function ticks(low: number, high: number, wanted = 5): number[] {
  const rough = (high - low) / wanted;
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((s) => s * power >= rough)! * power;
  const list: number[] = [];
  for (let n = Math.ceil(low / step); n * step <= high + step / 1e6; n++) list.push(Number((n * step).toPrecision(12)));
  return list;
}

// decades are the powers of ten around an interval.
export function decades(low: number, high: number): number[] {
  const list: number[] = [];
  for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++) list.push(10 ** e);
  return list;
}

// spread moves labels apart that would lie on each other, as little as it can, inside a room.
export function spread(wanted: number[], gap: number, top: number, bottom: number): number[] {
  const order = wanted.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  for (let k = 0; k < order.length; k++) order[k]!.y = Math.max(order[k]!.y, k === 0 ? top : order[k - 1]!.y + gap);
  for (let k = order.length - 1; k >= 0; k--) order[k]!.y = Math.min(order[k]!.y, k === order.length - 1 ? bottom : order[k + 1]!.y - gap);
  const out = wanted.slice();
  for (const { y, i } of order) out[i] = y;
  return out;
}

export function brief(x: number): string {
  const size = Math.abs(x);
  const text = size >= 1e6 ? (x / 1e6).toPrecision(2).replace(/\.0$/, "") + "M"
    : size >= 1e4 ? Math.round(x / 1e3) + "k"
    : size >= 1000 ? x.toLocaleString("en") : Number(x.toPrecision(3)).toString();
  return text.replace("-", "−");
}

// span is a time in milliseconds in the unit that suits it.
export function span(ms: number): string {
  return ms < 1e-3 ? `${brief(ms * 1e6)} ns` : ms < 1 ? `${brief(ms * 1e3)} µs` : ms < 1000 ? `${brief(ms)} ms` : `${brief(ms / 1000)} s`;
}
