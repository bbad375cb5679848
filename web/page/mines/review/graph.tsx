// SPDX-License-Identifier: BSD-3-Clause

import { type Key, local, t } from "../../words/words.js";
import { labels } from "./labels.js";
import { type Reviewed, costOf, costText, isFault, valueOf, verdictOf } from "./reviewing.js";

export const GLYPH = { inaccuracy: "?!", mistake: "?", blunder: "??" };

const [LEFT, RIGHT, TOP, BOTTOM] = [44, 28, 24, 32];

// sheet is the size of the drawing. On a phone it is narrow, so that it stays as tall and its letters as large as elsewhere.
function sheet(): { W: number; H: number; numbers: number } { return matchMedia("(max-width: 640px)").matches ? { W: 400, H: 260, numbers: 12 } : { W: 860, H: 334, numbers: 24 }; }

interface Dot { i: number; x: number; lo: number; hi: number; at: number; exact: boolean }

// Graph draws the winning chance before each move, and the result. A move that gave something away falls first to what it was worth.
export function Graph({ r, at, go }: { r: Reviewed; at: number; go: (turn: number) => void }) {
  const { turns, result } = r.doc;
  const { W, H, numbers } = sheet();
  const n = turns.length;
  const x = (i: number) => LEFT + ((W - LEFT - RIGHT) * i) / Math.max(1, n);
  const y = (win: number) => TOP + (H - TOP - BOTTOM) * (1 - win);
  const dots = turns.map((_, i) => dot(r, i, x(i)));
  if (result !== "open") dots.push({ i: n, x: x(n), lo: Number(result === "won"), hi: Number(result === "won"), at: Number(result === "won"), exact: true });
  const faults = turns.flatMap((turn, i) => (isFault(turn) && costOf(turn) && dots[i] ? [{ t: turn, i, x: (x(i) + x(i + 1)) / 2, y: y(Math.max(0, dots[i].at - costOf(turn)!.at / 100)) }] : []));
  const prices = faults.map((f) => `−${costText(costOf(f.t)!)}${f.t.saw === "mine" ? "" : t("graph.lucky")}`);
  const beside = n <= 24 ? labels(faults.map((f, k) => ({ x: f.x, y: f.y, text: prices[k]!, mine: f.t.saw === "mine" })), W) : [];
  const line = dots.flatMap((d) => (d ? [[d.x, y(d.at)], ...faults.filter((f) => f.i === d.i).map((f) => [f.x, f.y])] : []));
  const path = line.map(([px, py], i) => `${i ? "L" : "M"}${px!.toFixed(1)} ${py!.toFixed(1)}`).join("");
  const every = Math.max(1, Math.ceil(n / numbers));
  return (
    <svg class="graph" viewBox={`0 0 ${W} ${H}`} role="img" aria-label={[t("graph.label", { n, result: t(`result.${result}` as Key) }), ...faults.length ? [t("graph.faults", { list: faults.map((f) => f.t.move).join(", ") })] : []].join("; ")}>
      {[0, 0.25, 0.5, 0.75, 1].map((v) => <g key={v}><path class="gl" d={`M${LEFT} ${y(v)}H${W - RIGHT + 14}`} /><text class="ax" x={LEFT - 10} y={y(v) + 4} text-anchor="end">{v * 100}</text></g>)}
      {at >= 0 && <path class="curl" d={`M${x(at)} ${TOP - 6}V${H - BOTTOM + 2}`} />}
      {line.length > 1 && <path class="area" d={`${path}L${line.at(-1)![0]} ${y(0)}L${line[0]![0]} ${y(0)}Z`} />}
      {bands(dots).map((band) => <path key={"b" + band[0]!.i} class="band" d={`M${band.map((d) => `${d.x} ${y(d.hi)}`).join("L")}L${band.slice().reverse().map((d) => `${d.x} ${y(d.lo)}`).join("L")}Z`} />)}
      <path class="ln" d={path} />
      {faults.map((f) => <path key={"f" + f.i} class="fall" d={`M${dots[f.i]!.x} ${y(dots[f.i]!.at)}L${f.x} ${f.y}`} />)}
      {dots.map((d) => d && <circle key={d.i} class={"pt" + (d.i === at ? " cur" : "") + (d.exact ? "" : " est")} cx={d.x} cy={y(d.at)} r={d.i === at ? 5.5 : 3.5} />)}
      {faults.map((f, k) => (
        <g key={"g" + f.i} transform={`translate(${f.x} ${f.y})`}>
          <circle class="bl" r={f.t.saw === "mine" ? 13 : 11} /><text class="bt" y="4.5" text-anchor="middle">{verdictOf(f.t) ? GLYPH[verdictOf(f.t)!] : "!"}</text>
          {beside[k] && <text class="anno" x={beside[k].dx} y={beside[k].dy} text-anchor={beside[k].anchor}>{prices[k]}</text>}
        </g>
      ))}
      {Array.from({ length: n + 1 }, (_, i) => (i % every === 0 || i === at) && <text key={i} class={"ax" + (i === at ? " on" : "")} x={x(i)} y={H - 8} text-anchor="middle">{i === 0 ? t("graph.start") : i}</text>)}
      {Array.from({ length: n + 1 }, (_, i) => <rect key={i} class="hit" x={x(i) - (x(1) - x(0)) / 2} y={0} width={Math.max(6, x(1) - x(0))} height={H} onClick={() => go(i)}><title>{i < n ? t("graph.before", { n: i + 1, cell: turns[i]!.cell }) : t("graph.end")}</title></rect>)}
    </svg>
  );
}

// bands are the runs of estimated values, each with the exact values beside it: their intervals make one area.
function bands(dots: (Dot | null)[]): Dot[][] {
  const known = dots.filter((d) => d !== null);
  return known.reduce<Dot[][]>((list, d, k) => {
    const near = !d.exact || (known[k - 1] && !known[k - 1]!.exact) || (known[k + 1] && !known[k + 1]!.exact);
    if (!near) return list;
    const last = list.at(-1);
    if (last && last.at(-1) === known[k - 1]) last.push(d);
    else list.push([d]);
    return list;
  }, []).filter((band) => band.length > 1);
}

function dot(r: Reviewed, i: number, x: number): Dot | null {
  const v = valueOf(r, i);
  if (v.kind === "none") return null;
  return { i, x, lo: v.lo, hi: v.hi, at: v.kind === "bounds" ? (v.lo + v.hi) / 2 : v.at, exact: v.kind === "exact" };
}

function two(n: number): string { return local(n.toFixed(2)).replace("-", "−"); }

// Waterfall is the ledger as a picture: the start, minus mistakes, plus luck, is the result.
export function Waterfall({ start, given, luck, result }: { start: number; given: number; luck: number; result: number }) {
  const levels = [0, start, start - given, start - given + luck];
  const [least, most] = [Math.min(0, ...levels), Math.max(...levels, result)];
  const y = (v: number) => 12 + (166 * (most - v)) / (most - least || 1);
  const bar = (kind: string, x: number, a: number, b: number) => <rect class={kind} x={x} y={Math.min(y(a), y(b))} width="54" height={Math.max(2.5, Math.abs(y(a) - y(b)))} rx="3" />;
  const link = (x: number, v: number) => <path class="cn" d={`M${x} ${y(v)}h20`} />;
  return (
    <svg class="water" viewBox="0 0 300 190" role="img" aria-label={t("graph.water", { start: two(start), given: two(given), luck: two(luck), result: two(result) })}>
      <path class="gl" d={`M0 ${y(0)}H300`} />
      {bar("win", 8, 0, start)}{link(62, start)}{bar("bad", 82, start, start - given)}{link(136, start - given)}
      {bar("luck", 156, start - given, start - given + luck)}{link(210, result)}{bar("end", 230, 0, result)}
    </svg>
  );
}
