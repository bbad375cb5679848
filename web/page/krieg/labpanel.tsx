// SPDX-License-Identifier: BSD-3-Clause

// What follows from what was heard: how many boards fit, who stands where, and what a try
// would teach. Long lists scroll in their place.

import { useState } from "preact/hooks";
import type { ProblemDoc } from "../shared/documents.js";
import { words } from "../shared/engine.js";
import { Icon } from "../shared/icon.js";
import { href } from "../shared/root.js";
import { type Key, number, t } from "../words/words.js";
import { hiddenMen, other, percentText, squareName, toFragment } from "./chess.js";
import type { BeliefDoc, StepDoc, TryDoc, Weights } from "./kdocs.js";
import type { Lab } from "./labmodel.js";
import { Man } from "./men.js";
import { Menu } from "./menu.js";
import { boards } from "./say.js";

export function LabPanel({ m }: { m: Lab }) {
  const b = m.belief;
  return (
    <div class="panel" role="region" aria-label={t("lab.belief")}>
      <Count m={m} />
      {m.problem && <Clash m={m} p={m.problem} />}
      {b && <Who m={m} b={b} />}
      {b && <Positions m={m} b={b} />}
      {b && <Tries m={m} b={b} />}
      {b && <Sampled m={m} b={b} />}
    </div>
  );
}

// Clash says where what was heard stops to fit, and what it may have been.
function Clash({ m, p }: { m: Lab; p: ProblemDoc }) {
  const lost = p.type === "lost";
  return (
    <section class="clash" role="alert">
      <p class="cap"><Icon name="warn" />{lost ? t("lab.noneFound") : p.type === "contradictory-position" ? t("lab.noneFits") : t("lab.unreadable")}</p>
      <p>{lost ? t("lab.noneFoundAt", { n: p.line!, line: m.lines[p.line! - 1]! }) : words(p)}</p>
      <Mends m={m} />
      {p.reason?.map((r, i) => <p key={i}>{r}</p>)}
      {m.belief && p.line && <p class="note">{t("lab.before", { n: p.line })}</p>}
    </section>
  );
}

// Mends offers the changes that make everything fit.
function Mends({ m }: { m: Lab }) {
  if (m.mending) return <p class="note" role="status">{t("mend.looking")}</p>;
  const list = m.mends?.mends?.slice(0, 3) ?? [];
  if (!m.mends) return null;
  if (list.length === 0) return <p class="note">{t(m.mends.cut ? "mend.cut" : "mend.none")}</p>;
  return (
    <div class="mends" role="group" aria-label={t("mend.title")}>
      <p><b>{t("mend.title")}</b> <Badge exact={false} /></p>
      {list.map((x) => (
        <p key={x.line}><button type="button" class="btn" onClick={() => void m.hear(x.text)}>
          <span>{t(x.do === "delete" ? "mend.delete" : x.do === "insert" ? "mend.insert" : "mend.replace", { n: x.line })} <code>{x.new ?? x.old}</code></span><small>{percentText(Math.min(0.99, x.share)).replace(/[.,]\d$/, "")}%</small>
        </button></p>
      ))}
    </div>
  );
}

function Badge({ exact }: { exact: boolean }) {
  return (
    <span class={"badge " + (exact ? "exact" : "estimate")}>
      <svg viewBox="0 0 12 12" aria-hidden="true"><circle class={exact ? "f" : ""} cx="6" cy="6" r="4.5" /></svg>{t(exact ? "badge.exact" : "badge.estimate")}
    </span>
  );
}

// Count is the number: how many boards fit, or that they are too many to be listed.
function Count({ m }: { m: Lab }) {
  const b = m.belief;
  const steps = b?.events ?? [];
  const before = steps.length > 1 ? steps.at(-2)!.positions : 0;
  const e = b?.estimate;
  return (
    <section class={"head" + (m.busy ? " stale" : "")}>
      <p class="cap">{t("lab.fit")} {b && <Badge exact={b.kind === "exact"} />}</p>
      <p class="num plain" role="status"><span>{b ? (e ? "≈" : number(b.positions)) : "–"}</span><small>{!b ? (m.busy ? t("lab.counting") : "") : e ? (e.lost ? t("lab.lost") : t("lab.sample")) : aside(b, before)}</small></p>
      <Spark steps={steps} />
    </section>
  );
}

// Sampled says how good an estimate is. It is the last of the panel, so that it pushes nothing when it comes.
function Sampled({ m, b }: { m: Lab; b: BeliefDoc }) {
  const e = b.estimate;
  if (!e || e.lost) return null;
  return <section class="pfoot"><p>{t("lab.effective", { n: number(Math.floor(e.effective)) })} <button type="button" class="link" disabled={m.busy} onClick={() => m.deeper()}>{t("lab.deeper")}</button></p></section>;
}

function aside(b: BeliefDoc, before: number): string {
  if (b.positions === 1) return t("lab.only");
  if (before > b.positions) return t("lab.down", { n: number(before) });
  return t("lab.bits", { n: (b.bits ?? 0).toFixed(2) });
}

// Spark is the number of boards after each of the last lines, on a logarithmic scale.
function Spark({ steps }: { steps: StepDoc[] }) {
  const list = steps.slice(-28);
  if (list.length < 2) return null;
  const top = Math.max(1, ...list.map((s) => Math.log2(s.positions || 1)));
  return (
    <div class="spark" role="img" aria-label={t("lab.spark", { list: list.map((s) => (s.sampled ? "≈" : "") + s.positions).join(", ") })}>
      {list.map((s, i) => <i key={i} class={i === list.length - 1 ? "on" : ""} style={{ "--p": (100 * Math.log2(s.positions || 1)) / top }} />)}
    </div>
  );
}

// Who lists the men that may stand on the square that was looked at last.
function Who({ m, b }: { m: Lab; b: BeliefDoc }) {
  const at = m.looked === null ? "" : squareName(m.looked);
  const list = at ? Array.from("kqrbnp", (k) => [k, b.heat?.[k]?.[at] ?? 0] as const).filter(([, p]) => p > 0).sort((x, y) => y[1] - x[1]) : [];
  const by: Weights[] = ["positions", "histories", "random", "sensible"];
  const now = b.weights ?? "positions";
  return (
    <section class="who">
      {list.length > 0 && <p class="cap">{t("lab.who", { at })}</p>}
      {list.map(([k, p]) => <p key={k} class="wr"><Man kind={k} look="flat" /><span>{t(`man.${k}` as Key)}</span><i style={{ "--p": 100 * p }} /><b>{percentText(p)}</b></p>)}
      {list.length === 0 && <p class="note">{at && !m.men[m.looked!] ? t("lab.nobody", { at }) : t("lab.look")}</p>}
      <p class="note assumption">{t(`weights.${now}` as Key)} {b.events && <Menu label={t("lab.change")} classes="link" list={by.map((w) => ({ key: w, name: t(`by.${w}` as Key), chosen: w === now, act: () => m.weigh(w) }))}>{t("lab.change")}</Menu>}</p>
      <Phantoms m={m} b={b} />
    </section>
  );
}

function Phantoms({ m, b }: { m: Lab; b: BeliefDoc }) {
  if (m.phantoms.size === 0) return null;
  return <ul class="ghosts">{[...m.phantoms].map(([i, k]) => <li key={i}>{t("lab.phantomAt", { man: t(`man.${k}` as Key), at: squareName(i), p: percentText(b.heat?.[k]?.[squareName(i)] ?? 0) })}</li>)}</ul>;
}

const FEW = 6;

function Tries({ m, b }: { m: Lab; b: BeliefDoc }) {
  const [all, setAll] = useState(false);
  const keys = new Set(m.mate?.verdict === "mate" ? m.mate.cases.flatMap((c) => c.keys ?? []) : []);
  const tries = (b.tries ?? []).slice().sort((x, y) => Number(keys.has(y.try)) - Number(keys.has(x.try)) || (y.mates ?? 0) - (x.mates ?? 0) || y.bits - x.bits);
  if (tries.length === 0) return null;
  const most = Math.max(0.01, ...tries.map((x) => x.bits));
  const exact = b.kind === "exact" && b.tries_of === b.positions;
  return (
    <section class="tries" aria-label={t("tries.title")}>
      <p class="hd"><span>{t("tries.try")}</span><span>{t("tries.refused")}</span><span>{t("tries.teaches")} {!exact && <Badge exact={false} />}</span></p>
      <div class={all ? "scroll" : ""} tabIndex={all ? 0 : -1} role="list">
        {tries.slice(0, all ? tries.length : FEW).map((x, i) => <TryRow key={x.try} m={m} x={x} first={i === 0} most={most} boards={b.tries_of ?? b.positions} mates={keys.has(x.try)} />)}
      </div>
      <p class="after">
        {tries.length > FEW && <button type="button" class="link" aria-expanded={all} onClick={() => setAll(!all)}>{all ? t("tries.fewer") : t("tries.more", { n: tries.length - FEW })}</button>}
        <MateButton m={m} b={b} />
      </p>
      <Verdict m={m} />
      <IfITry m={m} />
    </section>
  );
}

function TryRow({ m, x, first, most, boards: of, mates }: { m: Lab; x: TryDoc; first: boolean; most: number; boards: number; mates: boolean }) {
  const here = m.whyName === x.name && m.why !== null;
  const mark = mates ? t("tries.key") : x.mates === of ? t("tries.key") : x.mates ? t("tries.mates", { n: x.mates }) : "";
  return (
    <div role="listitem">
      <button type="button" class={"tr" + (mates || here || (first && !m.why && (x.bits > 0.005 || x.mates)) ? " best" : "")} aria-pressed={here} onClick={() => void m.ifITry(x.name, x.try)}>
        <span class="cell">{x.name}</span><span class="ref2">{x.refused === 0 ? t("tries.never") : x.refused === of ? t("tries.always") : percentText(x.illegal) + "%"}</span>
        {mark ? <span class="mates">{mark}</span> : <span class="bit"><i style={{ "--p": (100 * x.bits) / most }} /></span>}<b>{x.bits.toFixed(2)}</b>
      </button>
    </div>
  );
}

function MateButton({ m, b }: { m: Lab; b: BeliefDoc }) {
  const [moves, setMoves] = useState(0);
  const n = moves || b.goal || 2;
  return (
    <span class="prove">
      <button type="button" class="link" disabled={m.proving || !m.mine || m.problem !== null} onClick={() => void m.prove(n)}><Icon name="tree" />{m.proving ? t("mate.searching") : t("mate.ask", { n })}</button>
      <button type="button" class="step" aria-label={t("mate.shorter")} disabled={n <= 1} onClick={() => setMoves(n - 1)}>−</button>
      <button type="button" class="step" aria-label={t("mate.longer")} disabled={n >= 9} onClick={() => setMoves(n + 1)}>+</button>
    </span>
  );
}

function Verdict({ m }: { m: Lab }) {
  const d = m.mate;
  if (!d) return null;
  const text = d.verdict === "mate" ? t("mate.yes", { n: d.moves }) : d.verdict === "no mate" ? t(d.proved_by === "refutation" ? "mate.no" : "mate.searched", { n: d.moves })
    : d.on_sample ? t("mate.onSample", { n: number(d.boards) }) : t("mate.unknown", { why: d.cut ?? "" });
  const proof = d.verdict !== "unknown" && d.kind === "exact";
  return <p role="status" class="verdict"><b>{text}</b> {proof && <a href={href("krieg/proof/") + toFragment(m.text.includes("goal:") ? m.text : withPlies(m.text, d.plies))}>{t("mate.open")}</a>}</p>;
}

// withPlies keeps the length of the mate with a history, in a comment.
export function withPlies(text: string, plies: number): string { return `# plies ${plies}\n${text.replace(/^# plies \d+\n/, "")}`; }

function IfITry({ m }: { m: Lab }) {
  if (!m.why) return null;
  return (
    <div class="if" aria-live="polite">
      <p class="cap">{t("if.title", { move: m.whyName })} <Badge exact={m.why.kind === "exact"} /></p>
      {m.why.cases.map((c, i) => (
        <div key={i}>
          {m.why!.cases.length > 1 && <p class="note">{t("if.case", { said: c.announced, boards: boards(c.boards) })}</p>}
          {c.heard.map((h) => (
            <p key={h.heard} class="wr2">{h.which ? <button type="button" class="link" title={t("if.show")} onClick={() => { m.heard = h.which!; m.heardWords = h.words; m.changed(); }}>{h.words}</button> : <span>{h.words}</span>}<i style={{ "--p": 100 * h.share }} /><b>{percentText(h.share)}</b></p>
          ))}
        </div>
      ))}
    </div>
  );
}

// Positions lists the boards, to be pinned one by one.
function Positions({ m, b }: { m: Lab; b: BeliefDoc }) {
  const list = (b.boards ?? []).map((fen, i) => ({ fen, i })).filter((x) => !m.heard || m.heard.includes(x.i));
  const them = other(b.me);
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([(b.boards ?? []).join("\n") + "\n"], { type: "text/plain" }));
    link.download = "positions.fen";
    link.click();
  };
  return (
    <section class="positions">
      <details open={m.heard !== null || undefined}>
        <summary>{t("boards.title")}</summary>
        {m.heard && <p class="note">{t("boards.filter", { said: m.heardWords, move: m.whyName, n: list.length })} <button type="button" class="link" onClick={() => { m.heard = null; m.changed(); }}>{t("boards.all")}</button></p>}
        {m.pins.length > 0 && <p class="note">{t(m.pins.length === 1 ? "boards.onePin" : "boards.twoPins")} <button type="button" class="link" onClick={() => { m.pins = []; m.changed(); }}>{t("boards.unpin")}</button></p>}
        <ol class="scroll" tabIndex={0} aria-label={t("boards.title")}>
          {list.map(({ fen, i }) => (
            <li key={fen} class={m.pins.includes(fen) ? "here" : ""}>
              <small>{percentText(b.shares?.[i] ?? 1 / b.positions)}</small><span>{hiddenMen(fen, them)}</span>
              <button type="button" class="link" aria-pressed={m.pins.includes(fen)} aria-label={t("boards.pinOne", { n: i + 1 })} onClick={() => m.pin(fen)}>{t("boards.pin")}</button>
            </li>
          ))}
        </ol>
        <p class="after"><button type="button" class="link" onClick={save}>{t("boards.export")}</button>{b.positions > (b.boards?.length ?? 0) && <span class="note">{t("boards.listed", { n: number(b.boards?.length ?? 0), of: number(b.positions) })}</span>}</p>
      </details>
    </section>
  );
}
