// SPDX-License-Identifier: BSD-3-Clause

import type { Val } from "./digest.js";
import type { Model } from "./model.js";

export const BADGE = { exact: "●", bounds: "◐", estimate: "○", none: "" };

export function Badge({ kind }: { kind: Val["kind"] }) {
  return kind === "none" ? null : <span class={"badge " + kind}><span aria-hidden="true">{BADGE[kind]}</span> {kind}</span>;
}

// about prints an estimate where there is little room: what is not certain is not 0 or 100.
export function about(v: Val): string { return `~${Math.min(99, Math.max(1, Math.round(Number(v.text))))}`; }

// Bar is the evaluation bar: solid up to what is proved, a band where bounds or an estimate
// leave room, and a ghost tick where the move under the pointer would lead.
export function Bar({ m }: { m: Model }) {
  const a = m.showing ? m.answer : null;
  const value = a?.worth;
  const known = value && value.kind !== "none";
  const [lo, hi] = known ? [value.lo, value.hi] : [0, 0];
  const proved = a && a.value.kind !== "none" ? a.value.lo : 0;
  const focus = m.hover ?? m.cursor;
  const ghost = m.showing && !m.stale ? m.info(focus)?.worth : undefined;
  const text = !known ? "–" : value.kind === "bounds" ? `${Math.floor(lo * 100)}–${Math.ceil(hi * 100)}%`
    : value.kind === "estimate" ? about(value) + "%" : `${Math.floor(lo * 100)}%`;
  const label = known ? `winning chance ${value.text} percent, ${value.kind}` : "winning chance not known";
  return (
    <div class={"bar" + (m.stale ? " stale" : "")} role="meter" aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round((value?.kind === "estimate" ? value.at : lo) * 100)} aria-valuetext={label} aria-label="evaluation">
      <span class="bar-text" aria-hidden="true">{text}</span>
      <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
        <defs>
          <pattern id="band" width="4" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(30)"><rect width="4" height="1.4" class="band-line" /></pattern>
        </defs>
        <rect x="0" y="0" width="10" height="100" class="bar-empty" />
        <rect x="0" y={100 - hi * 100} width="10" height={(hi - lo) * 100} class="bar-band" />
        <rect x="0" y={100 - proved * 100} width="10" height={proved * 100} class="bar-full" />
        {value?.kind === "estimate" && <line x1="0" x2="10" y1={100 - value.at * 100} y2={100 - value.at * 100} class="bar-about" />}
        {[25, 50, 75].map((y) => <line key={y} x1="0" x2="2" y1={y} y2={y} class="bar-tick" />)}
        {ghost && ghost.kind !== "none" && <rect x="0" y={Math.min(98.6, 100 - ghost.hi * 100 - 0.7)} width="10" height={Math.max(1.4, (ghost.hi - ghost.lo) * 100)} class="bar-ghost" />}
      </svg>
    </div>
  );
}
