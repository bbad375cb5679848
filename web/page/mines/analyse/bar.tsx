// SPDX-License-Identifier: BSD-3-Clause

import type { Val } from "../engine/digest.js";
import { local, t } from "../../words/words.js";
import { whole } from "../board/look.js";
import type { Analyst } from "../model/analyst.js";

export const BADGE = { exact: "●", bounds: "◐", estimate: "○", none: "" };

// Badge says how a value is known, in words and in shape: filled, half filled, dashed.
export function Badge({ kind }: { kind: Val["kind"] }) {
  if (kind === "none") return null;
  return (
    <span class={"badge " + kind}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <circle cx="6" cy="6" r="4.5" class={kind === "exact" ? "f" : ""} />
        {kind === "bounds" && <path class="f" d="M6 1.5a4.5 4.5 0 0 0 0 9z" />}
      </svg>
      {t(`badge.${kind}`)}
    </span>
  );
}

// about prints an estimate where there is little room: what is not certain is not 0 or 100.
export function about(v: Val): string { return `~${whole(v.at)}`; }

// Bar is the evaluation bar: filled up to what is proved or estimated at least, hatched where bounds or an
// estimate leave room, a tick at the value, and a ghost where the move under the pointer would lead.
export function Bar({ m }: { m: Analyst }) {
  const value = m.showing ? m.answer?.worth : undefined;
  const known = value && value.kind !== "none";
  const ghost = m.showing && !m.stale && m.hover !== null ? m.info(m.hover)?.worth : undefined;
  const label = known ? t("bar.known", { p: local(value.text), kind: t(`kind.${value.kind as "exact" | "bounds" | "estimate"}`) }) : t("bar.unknown");
  const [lo, hi] = known ? [100 * value.lo, 100 * value.hi] : [0, 0];
  return (
    <div class={"eval" + (m.stale ? " stale" : "")} role="meter" aria-valuemin={0} aria-valuemax={100} aria-valuenow={known ? Math.round(100 * value.at) : 0} aria-valuetext={label} aria-label={t("bar.name")}>
      {known && <div class="fill" style={{ "--v": lo }} />}
      {known && hi > lo && <div class="band" style={{ "--lo": lo, "--hi": hi }} />}
      {known && <div class="tick" style={{ "--v": 100 * value.at }} />}
      {ghost && ghost.kind !== "none" && <div class="ghost" style={{ "--v": 100 * ghost.at }} />}
    </div>
  );
}
