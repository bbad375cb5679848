// SPDX-License-Identifier: BSD-3-Clause

import type { TurnDoc, ValueDoc } from "../shared/documents.js";

export const GLYPH = { inaccuracy: "?!", mistake: "?", blunder: "??" };

const [W, H, LEFT, TOP, BOTTOM] = [640, 190, 40, 18, 24];

interface Dot { x: number; lo: number; hi: number; exact: boolean }

// Graph draws the winning chance before each move, and the result. Marks stand where a move
// gave something away, large if it was punished.
export function Graph({ turns, result, at, go }: { turns: TurnDoc[]; result: string; at: number; go: (turn: number) => void }) {
  const n = turns.length;
  const x = (i: number) => LEFT + ((W - LEFT - 12) * i) / Math.max(1, n);
  const y = (win: number) => TOP + (H - TOP - BOTTOM) * (1 - win);
  const dots = turns.map((t, i) => dot(t.value, x(i)));
  const end: Dot | null = result === "open" ? null : { x: x(n), lo: result === "won" ? 1 : 0, hi: result === "won" ? 1 : 0, exact: true };
  const line = [...dots, end].filter((d): d is Dot => d !== null);
  return (
    <svg class="graph" viewBox={`0 0 ${W} ${H}`} role="img" aria-label={`winning chance over ${n} moves, ${result}`}>
      {[0, 0.5, 1].map((v) => <g key={v}><line x1={LEFT} x2={W - 8} y1={y(v)} y2={y(v)} class="rule" /><text x={LEFT - 6} y={y(v) + 4} class="tick" text-anchor="end">{v * 100}</text></g>)}
      {at >= 0 && <line x1={x(at)} x2={x(at)} y1={TOP - 6} y2={H - BOTTOM} class="now" />}
      <polyline points={line.map((d) => `${d.x},${y((d.lo + d.hi) / 2)}`).join(" ")} class="path" />
      {line.map((d) => d.exact ? <circle key={d.x} cx={d.x} cy={y(d.lo)} r="3.5" class="dot-exact" /> : <line key={d.x} x1={d.x} x2={d.x} y1={y(d.lo)} y2={y(d.hi)} class="dot-bounds" />)}
      {turns.map((t, i) => t.verdict && dots[i] && (
        <text key={t.move} x={(x(i) + x(i + 1)) / 2} y={Math.max(14, y(dots[i].hi) - 8)} class={"glyph " + t.verdict} font-size={t.saw === "mine" ? 20 : 14} text-anchor="middle">{GLYPH[t.verdict]}</text>
      ))}
      {end && <text x={end.x} y={end.lo === 0 ? y(0) - 6 : y(1) + 14} text-anchor="middle" class="tick">{result === "won" ? "✓" : "✕"}</text>}
      {turns.map((t, i) => (n <= 24 || i % 10 === 0) && <text key={t.move} x={x(i)} y={H - 8} class="tick" text-anchor="middle">{t.move}</text>)}
      {turns.map((t, i) => <rect key={t.move} x={x(i) - 6} y={0} width={Math.max(12, x(1) - x(0))} height={H} class="hit" onClick={() => go(i)}><title>{`before move ${t.move}: ${t.cell}`}</title></rect>)}
    </svg>
  );
}

function dot(v: ValueDoc, x: number): Dot | null {
  if (v.kind === "exact") return { x, lo: v.win!, hi: v.win!, exact: true };
  if (v.kind === "bounds") return { x, lo: v.lo!, hi: v.hi!, exact: false };
  return null;
}
