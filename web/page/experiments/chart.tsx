// SPDX-License-Identifier: BSD-3-Clause

// Charts in the page's own style, drawn from the same files that can be downloaded. Lines are
// told apart by their dashes and the names at their ends, not by colour alone; the arrow keys
// walk along the numbers.

import { useEffect, useRef, useState } from "preact/hooks";
import { local, number, t } from "../words/words.js";
import { type Series, between, brief, decades, parse, span, spread, ticks } from "./series.js";

export type Kind = "rate" | "difference" | "calibration" | "time" | "tuned";

const [WIDE, TALL] = [520, 300];
const ROOM = { left: 46, right: 108, top: 12, bottom: 40 };
const DASHES = ["", "7 4", "2 4", "9 3 2 3", "1 5", "12 4"];

interface Axes { x: (v: number) => number; y: (v: number) => number; xTicks: number[]; yTicks: number[]; xText: (v: number) => string; yText: (v: number) => string; xName: string; yName: string }

const percent = (v: number) => local(`${Number((100 * v).toPrecision(3))}%`.replace("-", "−"));

const plain = (v: number) => local(brief(v));

// axesOf decides what is where. Scores, other than chances, may be any numbers.
function axesOf(kind: Kind, list: Series[], scores: boolean): Axes {
  const all = list.flatMap((s) => s.points);
  const [right, bottom] = [WIDE - ROOM.right, TALL - ROOM.bottom];
  const linear = (low: number, high: number, from: number, to: number) => (v: number) => from + ((v - low) / (high - low || 1)) * (to - from);
  if (kind === "time") {
    const xTicks = decades(Math.min(...all.map((p) => p.low || p.high)), Math.max(...all.map((p) => p.high)));
    const [low, high] = [Math.log10(xTicks[0]!), Math.log10(xTicks.at(-1)!)];
    const top = Math.max(...all.map((p) => p.y));
    const logs = linear(low, high, ROOM.left, right);
    return { x: (v) => logs(Math.log10(v)), y: linear(0, top, bottom, ROOM.top), xTicks, yTicks: ticks(0, top, 4), xText: span, yText: percent, xName: t("axis.perMove"), yName: t("axis.share") };
  }
  const unit = kind === "calibration";
  const xs = all.map((p) => p.x);
  const most = unit ? 1 : Math.max(...xs);
  // The first points are all noise: the scale is that of the later half.
  const settled = unit || kind === "tuned" ? all : all.filter((p) => p.x >= most / 4);
  const [low, high] = unit ? [0, 1] : [Math.min(...settled.map((p) => p.low)), Math.max(...settled.map((p) => p.high))];
  const yTicks = ticks(low, high, 4);
  const [bottomValue, topValue] = [Math.min(low, yTicks[0]!), Math.max(high, yTicks.at(-1)!)];
  return {
    x: linear(0, most, ROOM.left, right), y: linear(bottomValue, topValue, bottom, ROOM.top), xTicks: ticks(0, most, 4), yTicks,
    xText: unit ? percent : plain, yText: kind === "tuned" || scores ? plain : percent, xName: t(unit ? "axis.predicted" : kind === "tuned" ? "axis.iterations" : "runs.episodes"),
    yName: t(unit ? "axis.observed" : kind === "rate" ? (scores ? "runs.score" : "runs.winRate") : kind === "tuned" ? "axis.steps" : "runs.difference"),
  };
}

// Chart draws every series of a file, or that of one pair of policies: chances, or scores.
export function Chart({ kind, title, url, pair, scores = false }: { kind: Kind; title: string; url: string; pair?: { first: string; second: string } | undefined; scores?: boolean }) {
  const [list, setList] = useState<Series[] | null>(null);
  const [fault, setFault] = useState(false);
  useEffect(() => {
    let alive = true;
    fetch(url).then((r) => (r.ok ? r.text() : Promise.reject(new Error(String(r.status))))).then((text) => alive && setList(parse(text)), () => alive && setFault(true));
    return () => { alive = false; };
  }, [url]);
  if (fault) return <p class="chart-none">{t("chart.fault")}</p>;
  if (!list) return <p class="chart-none" role="status">{t("chart.loading")}</p>;
  const shown = (pair ? between(list, pair.first, pair.second) : list).filter((s) => s.points.length > 0);
  if (shown.length === 0) return <p class="chart-none">{t("chart.none")}</p>;
  return <Drawn title={title} list={shown} kind={kind} a={axesOf(kind, shown, scores)} />;
}

function Drawn({ kind, title, list, a }: { kind: Kind; title: string; list: Series[]; a: Axes }) {
  const [at, setAt] = useState<number | null>(null); // a place on the x axis, among all of them
  const svg = useRef<SVGSVGElement>(null);
  const places = [...new Set(list.flatMap((s) => s.points.map((p) => p.x)))].sort((p, q) => p - q);
  const point = (e: PointerEvent) => {
    const box = svg.current!.getBoundingClientRect();
    const x = ((e.clientX - box.left) / box.width) * WIDE;
    setAt(places.reduce((best, p, i) => (Math.abs(a.x(p) - x) < Math.abs(a.x(places[best]!) - x) ? i : best), 0));
  };
  const key = (e: KeyboardEvent) => {
    const last = places.length - 1;
    const stride = e.shiftKey ? Math.max(1, Math.round(places.length / 10)) : 1;
    const to = e.key === "ArrowRight" ? Math.min(last, (at ?? -1) + stride) : e.key === "ArrowLeft" ? Math.max(0, (at ?? last + 1) - stride) : e.key === "Home" ? 0 : e.key === "End" ? last : e.key === "Escape" ? null : undefined;
    if (to === undefined) return;
    e.preventDefault();
    setAt(to);
  };
  const x = at === null ? null : places[at]!;
  const values = x === null ? [] : list.map((s) => [s, nearest(s, x)] as const);
  return (
    <div class="chart">
      <svg
        ref={svg} viewBox={`0 0 ${WIDE} ${TALL}`} role="img" aria-label={`${title}: ${list.map((s) => t("chart.ends", { name: s.name, v: a.yText(s.points.at(-1)!.y) })).join(", ")}`} tabIndex={0}
        onPointerMove={point} onPointerLeave={() => setAt(null)} onKeyDown={key} onBlur={() => setAt(null)}
      >
        <Frame a={a} kind={kind} />
        {list.map((s, i) => <Shape key={s.name} a={a} s={s} kind={kind} nth={i} />)}
        <Names a={a} list={list} />
        {x !== null && <line class="cursor" x1={a.x(x)} x2={a.x(x)} y1={ROOM.top} y2={TALL - ROOM.bottom} />}
        {values.map(([s, p], i) => p && <circle key={s.name} class={`s${i % 6} at`} cx={a.x(p.x)} cy={a.y(p.y)} r="4" />)}
      </svg>
      <p class="reading" role="status">{x !== null && <><b>{a.xName} {kind === "rate" || kind === "difference" ? number(x) : a.xText(x)}</b> {values.map(([s, p], i) => p && <span key={s.name}><i class={`s${i % 6}`} /> {s.name} {kind === "time" ? a.yText(p.y) : t("chart.to", { v: a.yText(p.y), a: a.yText(p.low), b: a.yText(p.high) })}</span>)}</>}</p>
    </div>
  );
}

function nearest(s: Series, x: number) { return s.points.reduce((best, p) => (Math.abs(p.x - x) < Math.abs(best.x - x) ? p : best), s.points[0]!); }

function Frame({ a, kind }: { a: Axes; kind: Kind }) {
  const [right, bottom] = [WIDE - ROOM.right, TALL - ROOM.bottom];
  return (
    <g class="frame" aria-hidden="true">
      {a.yTicks.map((v) => <g key={v}><line class={v === 0 ? "zero" : ""} x1={ROOM.left} x2={right} y1={a.y(v)} y2={a.y(v)} /><text x={ROOM.left - 8} y={a.y(v) + 4} text-anchor="end">{a.yText(v)}</text></g>)}
      {a.xTicks.map((v) => <text key={v} x={a.x(v)} y={bottom + 16} text-anchor="middle">{a.xText(v)}</text>)}
      <text class="name" x={(ROOM.left + right) / 2} y={TALL - 6} text-anchor="middle">{a.xName}</text>
      {kind === "calibration" && <line class="diagonal" x1={a.x(0)} y1={a.y(0)} x2={a.x(1)} y2={a.y(1)} />}
    </g>
  );
}

// Shape is a line with its band, points with their intervals, or the outline of a histogram.
function Shape({ a, s, kind, nth }: { a: Axes; s: Series; kind: Kind; nth: number }) {
  const look = `s${nth % 6}`;
  const to = (x: number, y: number) => `${a.x(x).toFixed(1)} ${Math.min(TALL - ROOM.bottom, Math.max(ROOM.top, a.y(y))).toFixed(1)}`;
  const line = (f: (p: Series["points"][number]) => string) => s.points.map(f).join("L");
  if (kind === "calibration" || kind !== "time" && s.points.length === 1) { // one point makes no line
    return <g class={look}>{s.points.map((p) => <g key={p.x}><path class="line" d={`M${to(p.x, p.low)}L${to(p.x, p.high)}`} /><circle class="at" cx={a.x(p.x)} cy={a.y(p.y)} r="4" /></g>)}</g>;
  }
  if (kind === "time") return <path class={look + " line"} stroke-dasharray={DASHES[nth % 6]} d={"M" + line((p) => `${to(p.low || p.high, p.y)}L${to(p.high, p.y)}`)} />;
  const back = s.points.slice().reverse().map((p) => to(p.x, p.low)).join("L");
  return (
    <g class={look}>
      <path class="band" d={`M${line((p) => to(p.x, p.high))}L${back}Z`} />
      <path class="line" stroke-dasharray={DASHES[nth % 6]} d={"M" + line((p) => to(p.x, p.y))} />
    </g>
  );
}

// Names stand at the ends of the lines, moved apart where they would meet. A difference that is alone has room for two lines.
function Names({ a, list }: { a: Axes; list: Series[] }) {
  const ends = list.map((s) => a.y(s.points.at(-1)!.y));
  const at = spread(ends, 15, ROOM.top + 6, TALL - ROOM.bottom - 2);
  const x = WIDE - ROOM.right + 8;
  const short = (name: string) => (name.length > 13 ? name.slice(0, 12) + "…" : name).replace(/^- /, "− ");
  const lines = (name: string) => (list.length === 1 && name.length > 13 ? name.split(/ (?=- )/) : [name]).map((line, n) => <tspan key={n} x={x + 20} dy={n && 14}>{short(line)}</tspan>);
  return <g aria-hidden="true">{list.map((s, i) => <g key={s.name} class={`s${i % 6}`}><path class="line" stroke-dasharray={DASHES[i % 6]} d={`M${x} ${at[i]}h16`} /><text class="end" x={x + 20} y={at[i]! + 4}>{lines(s.name)}<title>{s.name}</title></text></g>)}</g>;
}
