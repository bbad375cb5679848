// SPDX-License-Identifier: BSD-3-Clause

import { useEffect, useRef, useState } from "preact/hooks";
import { Badge } from "./bar.js";
import type { ProblemDoc, Sentence } from "../shared/documents.js";
import type { Model } from "./model.js";
import { words } from "../shared/engine.js";
import { advice, caveat, situation, verdict } from "./verdict.js";

// Verdict sits at the top. The live region speaks at most once a second, and only when the
// best move or the badge changed.
export function Verdict({ m }: { m: Model }) {
  const a = m.showing ? m.answer : null;
  return (
    <section class={"verdict" + (m.stale ? " stale" : "")} aria-label="Verdict">
      <p class="headline">{verdict(m) || playHint(m)} {a && !m.problem && !a.solved && <Badge kind={a.worth.kind} />}</p>
      {advice(m) && <p class="advice">{advice(m)}</p>}
      {a && caveat(a) && <p class="situation">{caveat(a)}</p>}
      {m.problem ? <Problem p={m.problem} text={m.gameText()} /> : a && <p class="situation">{situation(m)}</p>}
      {a && a.value.kind !== "exact" && a.notComputed && !a.solved && a.state !== "running" && <p class="situation">No exact value: {a.notComputed}.</p>}
      {m.notice && <p class="notice" role="status">{m.notice}</p>}
      <Spoken text={spoken(m)} />
    </section>
  );
}

function playHint(m: Model): string {
  if (m.hidden) return "Analysis is hidden (z)";
  if (m.engineOn[m.mode]) return "Counting…";
  return m.fresh ? "Open any cell to start" : "Your move";
}

function spoken(m: Model): string {
  const a = m.answer;
  if (m.stale || !a || a.solved || m.status !== "open" || m.problem) return m.stale ? "" : verdict(m);
  return `${verdict(m)}${a.worth.kind === "exact" || a.worth.kind === "bounds" ? `, ${a.worth.kind}` : ""}. ${advice(m)}`;
}

function Spoken({ text }: { text: string }) {
  const [said, setSaid] = useState("");
  const last = useRef(0);
  useEffect(() => {
    if (!text || text === said) return;
    const wait = Math.max(0, 1000 - (Date.now() - last.current));
    const timer = setTimeout(() => {
      last.current = Date.now();
      setSaid(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return <p class="away" aria-live="polite">{said}</p>;
}

function Problem({ p, text }: { p: ProblemDoc; text: string }) {
  const place = words({ ...p, title: "" }).replace(/^\. /, "");
  return (
    <div class="problem" role="alert">
      {p.conflict && p.conflict.length > 0 && <p>{list(p.conflict)} cannot all be right{p.mine_count ? ", given the number of mines" : ""}:</p>}
      {p.reason?.map((r) => <p key={r}>{r}</p>)}
      {!p.reason?.length && place && <p>{place}</p>}
      {p.advice && <p>{p.advice}</p>}
      {p.type === "internal" && <details><summary>The position, to report it</summary><pre>{text}</pre></details>}
    </div>
  );
}

export function list(names: string[]): string {
  return names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + " and " + names[names.length - 1];
}

// Sentences of a reason; pointing at one marks its cells on the board.
export function Sentences({ m, list }: { m: Model; list: Sentence[] }) {
  return (
    <ol class="sentences">
      {list.map((s) => (
        <li key={s.text} tabIndex={0} onPointerEnter={() => m.point(s)} onPointerLeave={() => m.point(null)} onFocus={() => m.point(s)} onBlur={() => m.point(null)}>{s.text}</li>
      ))}
    </ol>
  );
}

const RUNGS = ["Am I forced to guess?", "Nudge", "Region", "Reason", "Answer"];

export function Hints({ m }: { m: Model }) {
  if (m.mode !== "play" || m.status !== "open" || m.fresh) return null;
  return (
    <section class="hints" aria-label="Hints">
      <p>
        <button type="button" disabled={m.rung >= 4} onClick={() => void m.climb()}>Hint: {RUNGS[Math.min(4, m.rung + 1)]}</button>
        <span class="rungs" aria-label={`hint ${m.rung + 1} of 5`} role="img">{RUNGS.map((_, i) => (i <= m.rung ? "■" : "□")).join("")}</span>
      </p>
      <div aria-live="polite"><Sentences m={m} list={m.hint} /></div>
    </section>
  );
}
