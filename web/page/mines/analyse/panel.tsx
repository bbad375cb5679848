// SPDX-License-Identifier: BSD-3-Clause

// The panel of Analyse: the number, the recommendation, and where they come from.

import { useEffect, useRef, useState } from "preact/hooks";
import { Badge } from "./bar.js";
import type { ProblemDoc } from "../../shared/documents.js";
import { Icon } from "../../shared/icon.js";
import { type Key, t } from "../../words/words.js";
import { whole } from "../board/look.js";
import type { Model } from "../model/model.js";
import { words } from "../../shared/engine.js";
import { focusCell } from "../board/cursor.js";
import { titleOf } from "../game/position.js";
import { advice, adviceOf, because, figure, situation, source, verdict } from "./verdict.js";
import { list } from "../words.js";

// Verdict sits at the top of the panel.
export function Verdict({ m }: { m: Model }) {
  if (m.problem) return <Problem m={m} p={m.problem} />;
  const a = m.showing ? m.answer : null;
  if (!a) return <Waiting m={m} />;
  const f = figure(a);
  return (
    <section class={"head verdict" + (m.stale ? " stale" : "")} aria-label={t("verdict.name")}>
      {f && !a.solved ? (
        <>
          <div class="cap">{f.above} <Badge kind={a.worth.kind} /></div>
          <div class={"num" + (f.number.length > 4 ? " long" : "")}><span>{f.number}<em>%</em></span><small>{m.stale ? t("verdict.lastMove") : f.beside}</small></div>
        </>
      ) : (
        <>
          <div class="cap">{t(a.solved ? "verdict.solved" : "verdict.lowest")}</div>
          <div class="num plain"><span>{a.solved ? "100" : lowest(m)}<em>%</em></span><small>{a.solved ? t("verdict.allOpen") : a.state === "running" ? t("verdict.follows") : ""}</small></div>
        </>
      )}
      <Say m={m} />
      {m.notice && <p class="notice" role="status">{m.notice}</p>}
      <Spoken text={spoken(m)} />
    </section>
  );
}

function Say({ m }: { m: Model }) {
  const said = adviceOf(m);
  const a = m.answer;
  if (!said || !a) return null;
  return (
    <p class="say" key={said.state} title={because(a, m.fresh)}>
      <b>{said.state}</b> {said.act}
      {said.cell !== null && <button type="button" class={"ref " + (a.because === "safe" ? "good" : "best")} onClick={() => goTo(m, said.cell!)}>{titleOf(m.position, said.cell)}</button>}
      {said.rest}
    </p>
  );
}

// lowest is the risk of the move with the least.
function lowest(m: Model): string {
  const risks = m.answer!.moves.map((x) => (x.certain === "safe" ? 0 : x.risk)).filter((p) => p !== null);
  return risks.length ? whole(Math.min(...risks)) : "–";
}

function goTo(m: Model, cell: number): void {
  m.cursor = cell;
  m.changed();
  requestAnimationFrame(() => focusCell(m, cell));
}

function Waiting({ m }: { m: Model }) {
  const [before, after] = t(m.hidden ? "verdict.hidden" : m.engineOn[m.mode] ? "verdict.counting" : "verdict.off").split("{key}");
  return (
    <section class="head verdict" aria-label={t("verdict.name")}>
      <div class="cap">{t("panel.analysis")}</div>
      {m.showing && <div class="work"><i /></div>}
      <p class="say">{before}{after !== undefined && <><kbd>{m.hidden ? "z" : "l"}</kbd>{after}</>}</p>
      {m.notice && <p class="notice" role="status">{m.notice}</p>}
    </section>
  );
}

// Foot says how the numbers are known.
export function Foot({ m }: { m: Model }) {
  const a = m.showing ? m.answer : null;
  if (!a || m.problem) return null;
  return <section class="pfoot" aria-label={t("verdict.sources")}><p>{source(a)}</p><p>{situation(m)}</p></section>;
}

function spoken(m: Model): string {
  const a = m.answer;
  if (m.stale || !a || a.solved || m.status !== "open" || m.problem) return m.stale ? "" : verdict(m);
  return `${verdict(m)}${a.worth.kind === "exact" || a.worth.kind === "bounds" ? `, ${t(`kind.${a.worth.kind}`)}` : ""}. ${advice(m)}`;
}

// Spoken is a live region that speaks at most once a second.
export function Spoken({ text }: { text: string }) {
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
  return <p class="vh" aria-live="polite">{said}</p>;
}

// Problem is a contradiction on the board, or whatever else the engine cannot work with.
function Problem({ m, p }: { m: Model; p: ProblemDoc }) {
  const clash = (p.conflict?.length ?? 0) > 0;
  return (
    <section class="head verdict warn problem" role="alert" aria-label={t("verdict.problem")}>
      <div class="cap"><Icon name="warn" />{t(clash ? "verdict.contradiction" : "verdict.problem")}</div>
      {clash ? <p class="say"><b>{t(`clash.${p.conflict!.length > 1 ? "many" : "one"}${p.mine_count ? "Mines" : ""}` as Key, { list: list(p.conflict!.map((n) => n.replace("c", "\u00a0c"))) })}</b></p> : <p class="say" lang="en"><b>{words(p)}</b></p>}
      {p.reason?.map((r) => <p key={r} lang="en">{r}</p>)}
      {p.advice && <p lang="en">{p.advice}</p>}
      {p.type === "internal" && <details><summary>{t("verdict.report")}</summary><pre>{m.gameText()}</pre></details>}
      {m.notice && <p class="notice" role="status">{m.notice}</p>}
    </section>
  );
}
