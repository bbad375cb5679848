// SPDX-License-Identifier: BSD-3-Clause

// The list of moves, those that are alike in one row.

import { useState } from "preact/hooks";
import { BADGE } from "./bar.js";
import type { Digest, MoveInfo } from "./digest.js";
import type { Model } from "./model.js";
import { nameOf } from "./position.js";

const ROWS = 8;
const FEW = 3; // a row names so many cells; of more, two and how many others

export function Moves({ m }: { m: Model }) {
  const [all, setAll] = useState(false);
  const a = m.showing ? m.answer : null;
  if (!a || a.groups.length === 0 || m.status !== "open") return null;
  const rest = a.groups.length - ROWS;
  const learning = m.overlay === "learn";
  return (
    <section class={"moves" + (m.stale ? " stale" : "")} aria-label="Moves">
      <table>
        <thead><tr>
          <th scope="col">move</th><th scope="col">win %</th>{a.value.kind === "exact" && <th scope="col">vs best</th>}
          <th scope="col">risk</th>{learning && <th scope="col">learns</th>}
        </tr></thead>
        <tbody>{(all ? a.groups : a.groups.slice(0, ROWS)).map((cells) => <Group key={cells[0]} m={m} a={a} cells={cells} learning={learning} />)}</tbody>
      </table>
      <p class="below">
        {rest > 0 && <button type="button" onClick={() => setAll(!all)}>{all ? "fewer" : `… ${rest} more`}</button>}
        {a.state === "running" && <span class="thinking">thinking…</span>}
        {a.state === "partial" && !a.solved && <button type="button" class="deeper" onClick={() => m.goDeeper()}>deeper +</button>}
      </p>
    </section>
  );
}

// Group is a row of moves that are alike. Pointing at it rings them on the board.
function Group({ m, a, cells, learning }: { m: Model; a: Digest; cells: number[]; learning: boolean }) {
  const [open, setOpen] = useState(false);
  const infos = cells.map((c) => m.info(c)).filter((x) => x !== undefined);
  const x = infos[0];
  if (!x) return null;
  const named = open || cells.length <= FEW ? cells : cells.slice(0, FEW - 1);
  const point = (on: boolean) => {
    m.hover = on ? x.cell : null;
    m.pointed = on ? { cells: new Set(cells), numbers: new Set() } : null;
    m.changed();
  };
  return (
    <tr class={cells.includes(m.cursor) ? "here" : ""} onPointerEnter={() => point(true)} onPointerLeave={() => point(false)}>
      <th scope="row">
        <span class="mark" aria-hidden="true">{a.best.includes(x.cell) ? "▸" : x.certain === "safe" ? "✓" : ""}</span>
        {named.map((c) => <button key={c} type="button" onClick={() => m.askWhy([c])} title={`Why ${nameOf(m.position, c)}?`}>{nameOf(m.position, c)}</button>)}
        {cells.length > FEW && <button type="button" class="more" aria-expanded={open} aria-label={open ? "name fewer cells" : `name ${cells.length - named.length} more cells`} onClick={() => setOpen(!open)}>{open ? "fewer" : `+${cells.length - named.length}`}</button>}
      </th>
      <td>{win(x)}</td>
      {a.value.kind === "exact" && <td>{versus(a, x)}</td>}
      <td>{x.certain === "safe" ? "safe" : x.riskText && x.riskText + "%"}</td>
      {learning && <td>{lesson(infos)}</td>}
    </tr>
  );
}

function win({ worth }: MoveInfo) {
  if (worth.kind === "none") return "–";
  return <>{worth.text}{worth.kind === "estimate" && ` ${worth.fraction}`}<span class="dot" aria-label={worth.kind} role="img">{BADGE[worth.kind]}</span></>;
}

function versus(a: Digest, x: MoveInfo): string {
  if (x.win.kind !== "exact") return "";
  const gap = (a.value.lo - x.win.lo) * 100;
  return gap < 0.005 ? "–" : "−" + gap.toFixed(2);
}

// lesson is what the cells teach, from the least to the most.
function lesson(infos: MoveInfo[]): string {
  const known = infos.map((x) => x.bits).filter((b) => b !== null).map((b) => b.toFixed(1));
  if (known.length === 0) return "";
  if (infos.every((x) => x.dead)) return "nothing";
  const [least, most] = [known.reduce((p, q) => (Number(q) < Number(p) ? q : p)), known.reduce((p, q) => (Number(q) > Number(p) ? q : p))];
  return least === most ? `${least} b` : `${least}–${most} b`;
}
