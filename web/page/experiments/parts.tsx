// SPDX-License-Identifier: BSD-3-Clause

// What a run and the farm show alike: progress, the sequential test, and numbers.

import type { TestResult } from "../shared/documents.js";
import { local, number, t } from "../words/words.js";

export function Progress({ episodes, wanted }: { episodes: number; wanted: number }) {
  return (
    <span class="progress">
      <progress max={wanted} value={episodes} aria-label={t("runs.played")} /> {number(episodes)} / {number(wanted)}
    </span>
  );
}

export function figures(x: number): string { return x >= 100 ? number(Math.round(x)) : local(x.toPrecision(2)); }

export const four = (x: number | null) => (x === null ? "–" : local(x.toFixed(4).replace("-", "−")));
export const signed = (x: number | null) => (x === null ? "–" : (x < 0 ? "−" : "+") + local(Math.abs(x).toFixed(4)));

// LLR is the sequential test between its two bounds.
export function LLR({ r }: { r: TestResult }) {
  const at = r.llr === null ? 0.5 : Math.min(1, Math.max(0, (r.llr - r.lower) / (r.upper - r.lower)));
  const two = (x: number) => local(x.toFixed(2).replace("-", "−"));
  const text = t("runs.llr", { v: r.llr === null ? "–" : two(r.llr), a: two(r.lower), b: two(r.upper), verdict: r.verdict });
  return (
    <p class="llr">
      <svg viewBox="0 0 200 16" width="200" height="16" role="img" aria-label={text}>
        <path d="M1 2v12M199 2v12M1 8h198" class="llr-line" />
        <path d="M100 5v6" class="llr-line" />
        <circle cx={4 + 192 * at} cy="8" r="5" class="llr-dot" />
      </svg>
      <span>{text}</span> <span class="quiet">{t("runs.against", { a: r.first, b: r.second, h0: signed(r.h0), h1: signed(r.h1) })}</span>
    </p>
  );
}
