// SPDX-License-Identifier: BSD-3-Clause

// The list of moves, those that are alike in one row. Moves whose ranges overlap are not ranked.

import { useState } from "preact/hooks";
import { Icon } from "../../shared/icon.js";
import { local, t } from "../../words/words.js";
import type { Digest, MoveInfo, Val } from "../engine/digest.js";
import { range, whole } from "../board/look.js";
import type { Analyst } from "../model/analyst.js";
import { NONE } from "../engine/questions.js";
import { titleOf } from "../game/position.js";

const ROWS = 5;
const FEW = 2; // a row names so many cells; of more, how many

export function Moves({ m }: { m: Analyst }) {
  const [all, setAll] = useState(false);
  const a = m.showing ? m.answer : null;
  if (!a || a.groups.length === 0 || m.status !== "open") return null;
  const valued = a.groups.filter((g) => m.info(g[0]!)?.worth.kind !== "none" || m.info(g[0]!)?.certain === "safe");
  const rows = all ? a.groups : (valued.length > 0 ? valued : a.groups).slice(0, ROWS);
  const rest = a.groups.flat().length - rows.flat().length;
  const close = tooClose(m, a, rows);
  const scale = scaleOf(m, rows);
  return (
    <section class={"moves" + (m.stale ? " stale" : "")} aria-label={t("tab.moves")}>
      <h2 class="hd"><span>{t("moves.move")}</span><span>{t(m.overlay === "learn" ? "moves.learns" : "overlay.win")}</span><span>{t("overlay.risk")}</span></h2>
      <ol>
        {close > 1 && <li class="gl">{t("moves.close")}</li>}
        {rows.map((cells, i) => (
          <>
            {close > 1 && i === close && <li class="gl" key="behind">{t("moves.behind")}</li>}
            <Group key={cells[0]} m={m} a={a} cells={cells} scale={scale} near={i < close} />
          </>
        ))}
      </ol>
      <div class="foot">
        {rest > 0 || all ? <button type="button" class="lnk2" onClick={() => setAll(!all)}>{all ? t("moves.fewer") : t(valued.length > 0 && a.value.kind !== "exact" ? "moves.moreRisk" : "moves.more", { n: rest })}</button> : <span />}
        {a.state === "running" ? <span class="thinking">{t("moves.thinking")}</span>
          : a.state === "partial" && !a.solved ? <button type="button" class="lnk deeper" onClick={() => m.goDeeper()}><Icon name="deeper" />{t("moves.deeper")}</button> : null}
      </div>
    </section>
  );
}

// tooClose is how many rows from the top have ranges that overlap that of the first; 0 if values are exact.
function tooClose(m: Analyst, a: Digest, rows: number[][]): number {
  const first = m.info(rows[0]?.[0] ?? -1)?.worth;
  if (!first || first.kind !== "estimate" || a.because === "safe") return 0;
  const apart = rows.findIndex((g) => {
    const v = m.info(g[0]!)!.worth;
    return v.kind !== "estimate" || v.hi < first.at;
  });
  return apart < 0 ? rows.length : apart;
}

// scaleOf is what the axis of the dots spans. It is cut, which is why they are dots and not bars.
function scaleOf(m: Analyst, rows: number[][]): (p: number) => number {
  const known = rows.map((g) => m.info(g[0]!)?.worth).filter((v): v is Val => v !== undefined && v.kind !== "none");
  const [lo, hi] = [Math.min(...known.map((v) => v.lo)), Math.max(...known.map((v) => v.hi))];
  const room = Math.max(0.02, hi - lo) * 0.08;
  return (p) => (100 * (p - lo + room)) / (hi - lo + 2 * room || 1);
}

// Group is a row of moves that are alike. Pointing at it rings them on the board.
function Group({ m, a, cells, scale, near }: { m: Analyst; a: Digest; cells: number[]; scale: (p: number) => number; near: boolean }) {
  const infos = cells.map((c) => m.info(c)).filter((x) => x !== undefined);
  const x = infos[0];
  if (!x) return null;
  const best = a.best.includes(x.cell);
  const point = (on: boolean) => {
    m.hover = on ? x.cell : null;
    m.questions.pointed = on ? { ...NONE, others: new Set(cells) } : null;
    m.changed();
  };
  const name = cells.length <= FEW ? cells.map((c) => titleOf(m.position, c)).join(", ") : t("moves.cells", { n: cells.length });
  return (
    <li class={"mv" + (best ? " best" : near ? " near" : "") + (cells.includes(m.cursor) ? " here" : "")} onPointerEnter={() => point(true)} onPointerLeave={() => point(false)}>
      <button type="button" class="cell" title={t("why.cell", { cell: name })} onClick={() => m.askWhy([x.cell])}>{name}</button>
      {x.worth.kind === "none" ? <span /> : <span class={"wh" + (best ? " best" : near ? " near" : "")} style={{ "--a": scale(x.worth.lo), "--b": scale(x.worth.hi), "--m": scale(x.worth.at) }} aria-hidden="true"><i /><u /></span>}
      <span class="w">{m.overlay === "learn" ? <b>{lesson(infos)}</b> : x.worth.kind !== "none" && <><b>{x.worth.kind === "exact" ? local(x.worth.text) : x.worth.kind === "estimate" ? whole(x.worth.at) : ""}</b><small>{range(x.worth)}</small></>}</span>
      <span class="rk">{x.certain === "safe" ? "0" : x.risk === null ? "" : whole(x.risk)}</span>
    </li>
  );
}

// lesson is what the cells teach, from the least to the most.
function lesson(infos: MoveInfo[]): string {
  const known = infos.map((x) => x.bits).filter((b) => b !== null).map((b) => b.toFixed(1));
  if (known.length === 0) return "";
  if (infos.every((x) => x.dead)) return t("moves.nothing");
  const [least, most] = [known.reduce((p, q) => (Number(q) < Number(p) ? q : p)), known.reduce((p, q) => (Number(q) > Number(p) ? q : p))];
  return local(least === most ? `${least} b` : `${least}–${most} b`);
}
