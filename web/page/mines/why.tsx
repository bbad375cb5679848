// SPDX-License-Identifier: BSD-3-Clause

import { BADGE } from "./bar.js";
import { val } from "./digest.js";
import type { OutcomeDoc, StoryDoc } from "../shared/documents.js";
import type { Model } from "./model.js";
import { percent } from "../shared/number.js";
import { Sentences, list } from "./panel.js";
import { cellOf, isHidden, nameOf } from "./position.js";
import { percentage } from "./verdict.js";

// WhyPanel says why a cell is as it is, or why one of two wins more often.
export function WhyPanel({ m }: { m: Model }) {
  const w = m.why;
  const cursor = m.cursor;
  const askable = m.status === "open" && isHidden(m.position.cells[cursor] ?? "0");
  if (!w) {
    if (!askable || (m.mode === "play" && !m.showing)) return null;
    return <section class="why" aria-label="Why"><p><button type="button" onClick={() => m.askWhy([cursor])}>Why {nameOf(m.position, cursor)}?</button> <span class="quiet">or press w on a cell; w on a second one compares the two</span></p></section>;
  }
  return (
    <section class="why" aria-label="Why">
      <h2>
        Why {w.cells.map((c) => nameOf(m.position, c)).join(" and not ")}?
        {w.cells.length === 1 && <Versus m={m} cell={w.cells[0]!} />}
        <button type="button" class="close" aria-label="close" onClick={() => { m.why = null; m.changed(); }}>×</button>
      </h2>
      <div aria-live="polite">
        {w.problem && <p class="notice">{w.problem}</p>}
        {!w.doc && !w.problem && <p class="quiet">Thinking…</p>}
        {w.doc && w.doc.cells.map((s) => s.sentences && <Reason key={s.cell} m={m} s={s} />)}
        {w.doc && <Contrast m={m} stories={w.doc.cells.filter((s) => !s.sentences)} text={w.doc.contrast} />}
        {w.doc?.after && <p>{w.doc.after}</p>}
      </div>
    </section>
  );
}

// Versus offers the cells that a comparison makes sense with.
function Versus({ m, cell }: { m: Model; cell: number }) {
  const others = (m.answer?.groups ?? []).flat().map((c) => m.info(c)).filter((x) => x && x.cell !== cell && !x.certain).slice(0, 40);
  if (others.length === 0 || m.info(cell)?.certain) return null;
  return (
    <select aria-label="compare with" onChange={(e) => m.askWhy([cell, Number(e.currentTarget.value)])}>
      <option value="">vs …</option>
      {others.map((x) => <option key={x!.cell} value={x!.cell}>{nameOf(m.position, x!.cell)} {x!.worth.kind === "none" ? "" : percentage(x!.worth)}</option>)}
    </select>
  );
}

function Reason({ m, s }: { m: Model; s: StoryDoc }) {
  const uses = [...(s.numbers ?? []), ...(s.mine_count ? ["the number of mines"] : [])];
  return (
    <div class="reason">
      <p class="headline">{s.cell} is {s.certain === "mine" ? "a mine" : "safe"}.</p>
      <Sentences m={m} list={s.sentences!} />
      <p class="quiet">{uses.length > 0 && `uses ${list(uses)}`}{s.rule && ` · rule: ${s.rule}`}</p>
    </div>
  );
}

// future says whether cells of equal risk lead equally far, if that is known.
function future(stories: StoryDoc[], text?: string): string {
  if (text) return ", different future";
  return stories.every((s) => s.win?.kind === "exact") ? ", same future" : "";
}

// Contrast is the table of what each cell may show.
function Contrast({ m, stories, text }: { m: Model; stories: StoryDoc[]; text?: string }) {
  if (stories.length === 0) return null;
  const same = stories.length === 2 && stories[0]!.risk && percentOf(stories[0]!) === percentOf(stories[1]!);
  const numbers = [...new Set(stories.flatMap((s) => (s.outcomes ?? []).map((o) => o.shows)))].sort();
  return (
    <>
      {same && <p class="headline">Same risk{future(stories, text)}.</p>}
      <table class="contrast">
        <thead><tr><td /> {stories.map((s) => <th key={s.cell} scope="col" colSpan={2}>{s.cell}</th>)}</tr></thead>
        <tbody>
          <tr><th scope="row">mine here</th>{stories.map((s) => <Pair key={s.cell} often={s.risk ? percentOf(s) + "%" : ""} then="lose" />)}</tr>
          {numbers.map((n) => (
            <tr key={n}>
              <th scope="row">shows {n}</th>
              {stories.map((s) => {
                const o = s.outcomes?.find((x) => x.shows === n);
                return <Pair key={s.cell} often={o && s.risk ? percent(BigInt(o.count), BigInt(s.risk.den), 1) + "%" : "–"} then={then(o)} />;
              })}
            </tr>
          ))}
          <tr class="total"><th scope="row">win</th>{stories.map((s) => <td key={s.cell} colSpan={2}>{winOf(m, s)}</td>)}</tr>
        </tbody>
      </table>
      {text && <p class="contrast-text">{text}</p>}
    </>
  );
}

// winOf says what a cell is worth: as the story has it, else as the analysis estimates it.
function winOf(m: Model, s: StoryDoc): string {
  const [own, info] = [val(s.win), m.info(cellOf(m.position, s.cell) ?? -1)];
  const v = own.kind === "exact" || !info || info.worth.kind === "none" ? own : info.worth;
  return v.kind === "none" ? "not computed" : `${percentage(v)} ${BADGE[v.kind]} ${v.kind}`;
}

function Pair({ often, then }: { often: string; then: string }) {
  return <><td>{often}</td><td class="then">{then}</td></>;
}

function percentOf(s: StoryDoc): string { return percent(BigInt(s.risk!.num), BigInt(s.risk!.den), 1); }

function then(o?: OutcomeDoc): string {
  if (!o?.then || o.then.kind === "none") return "";
  const v = val(o.then);
  const exact = o.then.kind === "exact" && percent(BigInt(o.then.num!), BigInt(o.then.den!), 1).replace("100.0", "100");
  return `then ${exact || v.text}%`;
}
