// SPDX-License-Identifier: BSD-3-Clause

import { useEffect, useRef, useState } from "preact/hooks";
import { Badge } from "./bar.js";
import type { ProblemDoc, Sentence } from "./documents.js";
import { bestness, sceneOf } from "./look.js";
import type { MoveInfo } from "./digest.js";
import type { Model } from "./model.js";
import { big } from "./number.js";
import { nameOf } from "./position.js";
import { words } from "./engine.js";

// verdict is the sentence beside the board, and for a screen reader.
export function verdict(m: Model): string {
  if (m.status === "won") return "You won.";
  if (m.status === "lost") return `You opened a mine at ${nameOf(m.position, m.moment.boom!)}.`;
  if (m.problem) return m.problem.title;
  const a = m.answer;
  if (!m.showing || !a) return "";
  if (a.solved) return "Every safe cell is open.";
  switch (a.value.kind) {
    case "exact":
      return `Best play wins ${a.value.text}%` + (a.value.fraction ? ` (${a.value.fraction})` : "");
    case "bounds":
      return `Best play wins between ${a.value.text.slice(1, -1).replace(", ", " and ")}%`;
    case "estimate":
      return `Playing on at the lowest risk wins ${a.value.text}% ${a.value.fraction}`;
    default:
      return a.safe.length > 0 ? `${count(a.safe.length, "cell")} certainly safe`
        : a.state === "running" ? "Exact risks; winning chances follow" : "Exact risks; no winning chances";
  }
}

function count(n: number, noun: string): string { return `${n} ${noun}${n === 1 ? " is" : "s are"}`; }

// situation says how much is known.
function situation(m: Model): string {
  const a = m.answer!;
  const parts: string[] = [];
  if (a.layouts) parts.push(`${big(a.layouts)} ${a.layouts === "1" ? "layout fits" : "layouts fit"}`);
  if (a.safe.length > 0) parts.push(`${a.safe.length} safe`);
  else if (a.forced) parts.push("no safe cell: a guess is forced");
  if (a.mines.length > 0) parts.push(`${a.mines.length} certain ${a.mines.length === 1 ? "mine" : "mines"}`);
  if (a.wrong.length > 0) parts.push(`wrong flag at ${a.wrong.map((c) => nameOf(m.position, c)).join(", ")}`);
  return parts.join(" · ");
}

// Verdict sits at the top. The live region speaks at most once a second, and only when the
// best move or the badge changed.
export function Verdict({ m }: { m: Model }) {
  const a = m.showing ? m.answer : null;
  return (
    <section class={"verdict" + (m.stale ? " stale" : "")} aria-label="Verdict">
      <p class="headline">{verdict(m) || playHint(m)} {a && !m.problem && !a.solved && <Badge kind={a.value.kind} />}</p>
      {m.problem ? <Problem p={m.problem} text={m.gameText()} /> : a && <p class="situation">{situation(m)}</p>}
      {a && a.value.kind === "none" && !a.solved && a.state !== "running" && <p class="situation">Winning chances not computed: {a.notComputed || "too many layouts"}</p>}
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
  const best = m.bestCell();
  return `${verdict(m)} ${a.value.kind}. ` + (best === null ? "" : `Best: ${nameOf(m.position, best)}.`);
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

const SHOWN = 8;

// sorted puts the moves in the order of what is known: winning chance, then risk.
function sorted(m: Model): MoveInfo[] {
  const list = m.answer!.moves.filter((x) => x.certain !== "mine");
  const known = (x: MoveInfo) => (x.win.kind === "none" ? 0 : 1);
  const most = (x: MoveInfo) => (x.win.kind === "estimate" ? Number(x.win.text) / 100 : x.win.hi);
  return list.sort((a, b) => known(b) - known(a) || most(b) - most(a) || b.win.lo - a.win.lo || (a.risk ?? 1) - (b.risk ?? 1) || a.cell - b.cell);
}

export function Moves({ m }: { m: Model }) {
  const [all, setAll] = useState(false);
  const a = m.showing ? m.answer : null;
  if (!a || a.moves.length === 0 || m.status !== "open") return null;
  const moves = sorted(m);
  const scene = sceneOf(m);
  const rest = moves.length - SHOWN;
  return (
    <section class={"moves" + (m.stale ? " stale" : "")} aria-label="Moves">
      <table>
        <thead><tr><th scope="col">move</th><th scope="col">win %</th><th scope="col">vs best</th><th scope="col">risk</th><th scope="col">learns</th></tr></thead>
        <tbody>
          {(all ? moves : moves.slice(0, SHOWN)).map((x) => (
            <tr key={x.cell} class={x.cell === m.cursor ? "here" : ""} onPointerEnter={() => { m.hover = x.cell; m.changed(); }} onPointerLeave={() => { m.hover = null; m.changed(); }}>
              <th scope="row">
                <button type="button" onClick={() => m.askWhy([x.cell])} title={`Why ${nameOf(m.position, x.cell)}?`}>
                  <span class="mark" aria-hidden="true">{bestness(scene, x) === "best" ? "▸" : x.certain === "safe" ? "✓" : ""}</span>{nameOf(m.position, x.cell)}
                </button>
              </th>
              <td>{x.win.kind === "none" ? "–" : <>{x.win.text}<span class="dot" aria-label={x.win.kind} role="img">{({ exact: "●", bounds: "◐", estimate: "○" })[x.win.kind]}</span></>}</td>
              <td>{versus(m, x)}</td>
              <td>{x.certain === "safe" ? "safe" : x.riskText && x.riskText + "%"}</td>
              <td>{x.bits === null ? "" : x.dead ? "nothing" : `${x.bits.toFixed(1)} b`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="below">
        {rest > 0 && <button type="button" onClick={() => setAll(!all)}>{all ? "fewer" : `… ${rest} more`}</button>}
        {a.state === "running" && <span class="thinking">thinking…</span>}
        {a.state !== "running" && (a.state === "partial" || a.value.kind === "none") && !a.solved && <button type="button" class="deeper" onClick={() => m.goDeeper()}>deeper +</button>}
      </p>
    </section>
  );
}

function versus(m: Model, x: MoveInfo): string {
  const value = m.answer!.value;
  if (x.win.kind !== "exact" || value.kind !== "exact") return "";
  const gap = (value.lo - x.win.lo) * 100;
  return gap < 0.005 ? "–" : "−" + gap.toFixed(2);
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
