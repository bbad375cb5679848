// SPDX-License-Identifier: BSD-3-Clause

// Why a cell is as it is, and why one of two wins more often.

import { Icon } from "../../shared/icon.js";
import { val } from "../engine/digest.js";
import type { OutcomeDoc, Sentence, StoryDoc } from "../../shared/documents.js";
import { whole } from "../board/look.js";
import type { Analyst } from "../model/analyst.js";
import { ratio } from "../../shared/number.js";
import { type Position, cellOf, isHidden, titleOf } from "../game/position.js";
import { language, local, t } from "../../words/words.js";
import { list } from "../words.js";

export function WhyPanel({ m }: { m: Analyst }) {
  const w = m.why;
  const cell = m.cursor;
  if (!w) {
    if (m.status !== "open" || !isHidden(m.position.cells[cell] ?? "0") || !m.showing || !m.answer) return null;
    return <section class="why" aria-label={t("why.name")}><button type="button" class="lnk" onClick={() => m.askWhy([cell])}>{t("why.cell", { cell: titleOf(m.position, cell) })}</button></section>;
  }
  const other = w.cells.includes(cell) || m.status !== "open" || !isHidden(m.position.cells[cell] ?? "0") || !m.showing ? null : cell;
  const rival = w.cells.length === 1 ? rivalOf(m, w.cells[0]!) : null;
  return (
    <section class="why" aria-label={t("why.name")}>
      <h2>{heading(m, w.cells, w.doc?.cells)} <button type="button" class="ib close" aria-label={t("why.close")} onClick={() => { m.questions.close(); m.changed(); }}><Icon name="cross" /></button></h2>
      <div aria-live="polite">
        {w.problem && <p class="notice" lang="en">{w.problem}</p>}
        {!w.doc && !w.problem && <div class="work"><i /></div>}
        {w.doc?.cells.map((s) => s.sentences && <Reason key={s.cell} m={m} s={s} />)}
        {w.doc && <Futures m={m} stories={w.doc.cells.filter((s) => !s.sentences)} />}
        {w.doc?.contrast && <p lang="en">{w.doc.contrast}</p>}
        {w.doc?.after && <p lang="en">{w.doc.after}</p>}
        {w.doc && (w.doc.contrast || w.doc.after || w.doc.cells.some((s) => s.sentences)) && <English />}
      </div>
      {rival !== null && w.doc && <button type="button" class="lnk" onClick={() => m.askWhy([w.cells[0]!, rival])}>{t("why.compare", { cell: titleOf(m.position, rival) })}</button>}
      {other !== null && <button type="button" class="lnk other-why" onClick={() => m.askWhy([other])}>{t("why.cell", { cell: titleOf(m.position, other) })}</button>}
    </section>
  );
}

// English says that the engine's sentences are not translated.
export function English() { return language() === "en" ? null : <p class="note">{t("engine.english")}</p>; }

function heading(m: Analyst, cells: number[], stories?: StoryDoc[]): string {
  const [a, b] = cells.map((c) => titleOf(m.position, c));
  if (!b) return t("why.cell", { cell: a! });
  const risks = stories?.map((s) => (s.risk ? risk(s) : NaN)) ?? [];
  if (risks.length === 2 && Math.abs(risks[0]! - risks[1]!) < 1e-12) return stories!.every((s) => s.win?.kind === "exact" && s.win.win === stories![0]!.win!.win) ? t("why.same") : t("why.different");
  return t("why.or", { a: a!, b });
}

// rivalOf is the move that a comparison makes most sense with: the best one, or the next best.
function rivalOf(m: Analyst, cell: number): number | null {
  if (m.info(cell)?.certain) return null;
  const best = m.answer?.best[0];
  if (best !== undefined && best !== cell && !m.info(best)?.certain) return best;
  const group = m.answer?.groups.find((g) => !g.includes(cell) && !m.info(g[0]!)?.certain);
  return group?.[0] ?? null;
}

function Reason({ m, s }: { m: Analyst; s: StoryDoc }) {
  const uses = [...(s.numbers ?? []), ...(s.mine_count ? [t("why.mineCount")] : [])];
  return (
    <div class="reason">
      <p><b>{t(s.certain === "mine" ? "why.mine" : "why.safe", { cell: titleName(m.position, s.cell) })}</b></p>
      <Sentences m={m} list={s.sentences!} />
      {uses.length > 0 && <p class="note">{t("why.uses", { list: list(uses.map((n) => titleName(m.position, n))) })}</p>}
    </div>
  );
}

function titleName(p: Position, name: string): string {
  const c = cellOf(p, name);
  return c === null ? name : titleOf(p, c);
}

// Sentences of a reason; pointing at one marks its cells on the board. The engine wrote them, in English, unless they are the page's own.
export function Sentences({ m, list, own = false }: { m: Analyst; list: Sentence[]; own?: boolean }) {
  return (
    <ol class="sentences" lang={own ? undefined : "en"}>
      {list.map((s) => (
        <li key={s.text} tabIndex={0} onPointerEnter={() => m.point(s)} onPointerLeave={() => m.point(null)} onFocus={() => m.point(s)} onBlur={() => m.point(null)}>{s.text}</li>
      ))}
    </ol>
  );
}

function risk(s: StoryDoc): number { return ratio(BigInt(s.risk!.num), BigInt(s.risk!.den)); }

// Futures shows what each cell may show, and what is won then: the bar is how often it comes up, its filled part how
// often it is won.
function Futures({ m, stories }: { m: Analyst; stories: StoryDoc[] }) {
  if (stories.length === 0) return null;
  const most = Math.max(...stories.flatMap((s) => [s.risk ? risk(s) : 0, ...(s.outcomes ?? []).map((o) => often(s, o))]));
  return <div class={"futs" + (stories.length === 1 ? " one" : "")}>{stories.map((s) => <Future key={s.cell} m={m} s={s} most={most} />)}</div>;
}

function often(s: StoryDoc, o: OutcomeDoc): number { return s.risk ? ratio(BigInt(o.count), BigInt(s.risk.den)) : 0; }

function Future({ m, s, most }: { m: Analyst; s: StoryDoc; most: number }) {
  const cell = cellOf(m.position, s.cell) ?? -1;
  const own = val(s.win);
  const v = own.kind === "exact" ? own : m.info(cell)?.worth ?? own;
  const share = (p: number) => ({ "--p": (100 * p) / (most || 1) });
  return (
    <div class="fut">
      <div class="fh"><b>{titleOf(m.position, cell)}</b><span>{v.kind === "none" ? "" : v.kind === "exact" ? `${local(v.text)}%` : t("why.about", { p: whole(v.at) })}</span></div>
      {s.risk && <div class="fr"><span class="fk"><Icon name="mine" /></span><span class="fb" style={share(risk(s))}><i /></span><span class="fv">{t("why.lose")}</span><span class="fo">{whole(risk(s))}%</span></div>}
      {(s.outcomes ?? []).map((o) => {
        const then = val(o.then);
        return (
          <div class="fr" key={o.shows}>
            <span class={"fk n" + o.shows}>{o.shows}</span>
            <span class="fb" style={{ ...share(often(s, o)), "--q": then.kind === "none" ? 0 : 100 * then.at }}><i />{then.kind !== "none" && <u />}</span>
            <span class="fv">{then.kind === "none" ? "" : t("why.win", { p: whole(then.at) })}</span>
            <span class="fo">{whole(often(s, o))}%</span>
          </div>
        );
      })}
    </div>
  );
}
