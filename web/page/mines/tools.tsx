// SPDX-License-Identifier: BSD-3-Clause

// What is above and below the board, and under the thumb.

import { useEffect, useReducer } from "preact/hooks";
import { Icon } from "../shared/icon.js";
import { shown } from "./clock.js";
import type { Keeper } from "./keeper.js";
import { baseRisk, whole } from "./look.js";
import { LevelMenu } from "./menu.js";
import { type Model, type Overlay, OVERLAYS } from "./model.js";

// minesLeft counts flags and mines that were found. A game that ended has none left to find, and one that hit a mine those that
// were not flagged.
export function minesLeft(m: Model): string {
  const p = m.position;
  if (p.mines === null) return "?";
  if (m.status === "won") return "0";
  const found = p.cells.filter((x, i) => x === "F" || (x === "*" && m.moment.boom !== i)).length;
  return String(p.mines - found);
}

// Time shows the clock, and draws itself alone when a second is over.
function Time({ m }: { m: Model }) {
  const [, tick] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const timer = setInterval(() => m.clock.running && tick(undefined), 250);
    return () => clearInterval(timer);
  }, []);
  return <span class="count time" title="Time" role="timer" aria-label={`time ${shown(m.clock.elapsed)}`}><Icon name="clock" /><b>{shown(m.clock.elapsed)}</b></span>;
}

export function Tools({ m, k }: { m: Model; k: Keeper }) {
  const analysing = m.mode !== "play";
  return (
    <div class="tools" role="toolbar" aria-label="Game">
      <LevelMenu m={m} k={k} />
      <button type="button" class="btn ico" title="New game (N)" aria-label="new game" onClick={() => k.start()}><Icon name="restart" /><span class="lbl">New</span></button>
      <span class="sp" />
      <span class="count mines-left" title="Mines left" role="status" aria-label={`${minesLeft(m)} mines left`}><Icon name="mine" /><b>{minesLeft(m)}</b></span>
      <Time m={m} />
      <span class="sp" />
      <button type="button" class="btn ico" title="Undo (U)" aria-label="undo" disabled={m.at === 0} onClick={() => m.step(-1)}><Icon name="undo" /></button>
      <button type="button" class="btn ico" title="Hint (H)" aria-label="hint" disabled={m.status !== "open" || m.fresh} onClick={() => void m.climb()}><Icon name="hint" /><span class="lbl">Hint</span></button>
      <button type="button" class="btn tog" aria-pressed={analysing} title={analysing ? "Back to the game (P)" : "Analyse (A)"} onClick={() => m.setMode(analysing ? "play" : "analyse")}><Icon name="lens" /><span class="lbl">Analyse</span></button>
    </div>
  );
}

const NAMES: Record<Overlay, string> = { all: "All", risk: "Risk", win: "Win", learn: "Learn", off: "Off" };

export function Strip({ m, share }: { m: Model; share: () => void }) {
  const first = { zero: "opens an area", safe: "is safe", any: "may be a mine" }[m.position.first];
  if (m.mode === "play") {
    return (
      <div class="strip">
        <span class="note">{m.position.mines ?? "?"} mines · {m.noGuess ? "no guess needed" : `the first click ${first}`}</span><span class="sp" />
        <button type="button" class="lnk plain-link" onClick={share}><Icon name="share" />Share</button>
      </div>
    );
  }
  return (
    <div class="strip">
      <Steps m={m} />
      <span class="sp" />
      {m.showing && m.answer && m.overlay !== "off" && m.overlay !== "learn" && <Legend m={m} />}
      <span class="sp" />
      <div class="seg" role="radiogroup" aria-label="Show">
        {OVERLAYS.map((o) => <button key={o} type="button" role="radio" aria-checked={m.overlay === o} onClick={() => m.setOverlay(o)}>{NAMES[o]}</button>)}
      </div>
      <button type="button" class="ib" title="Edit the board (E)" aria-label="edit" aria-pressed={m.mode === "edit"} onClick={() => m.setMode(m.mode === "edit" ? "analyse" : "edit")}><Icon name="edit" /></button>
      <button type="button" class="ib" title="Share" aria-label="share" onClick={share}><Icon name="share" /></button>
    </div>
  );
}

function Steps({ m }: { m: Model }) {
  const last = m.history.length - 1;
  const step = (name: "first" | "prev" | "next" | "last", label: string, by: number, off: boolean) =>
    <button type="button" class="ib" title={label} aria-label={label} disabled={off} onClick={() => m.step(by)}><Icon name={name} /></button>;
  return (
    <div class="steps">
      {step("first", "to the start", -Infinity, m.at === 0)}{step("prev", "back", -1, m.at === 0)}
      <span class="pos">Move {m.at}</span>
      {step("next", "forward", 1, m.at === last)}{step("last", "to the end", Infinity, m.at === last)}
    </div>
  );
}

function Legend({ m }: { m: Model }) {
  const base = baseRisk(m);
  if (base <= 0 || base >= 1) return null;
  return (
    <div class="legend" aria-label={`risk: cool below ${whole(base)} percent, warm above`} role="img">
      <span>Risk</span><span>0</span><i class="ramp" style={{ "--base": 100 * base }}><u /></i><span>100</span><span class="lgb">neutral at {whole(base)}%</span>
    </div>
  );
}

// Thumb is the bar of a phone.
export function Thumb({ m, k }: { m: Model; k: Keeper }) {
  const tool = (dig: boolean) => { m.digging = dig; m.changed(); };
  const analysing = m.mode !== "play";
  return (
    <div class="thumb" role="toolbar" aria-label="Touch controls">
      <button type="button" class="tb" disabled={m.at === 0} onClick={() => m.step(-1)}><Icon name="undo" /><span>Undo</span></button>
      <button type="button" class="tb" disabled={m.status !== "open" || m.fresh} onClick={() => void m.climb()}><Icon name="hint" /><span>Hint</span></button>
      <div class="mode2" role="radiogroup" aria-label="A tap will">
        <button type="button" role="radio" aria-checked={m.digging} onClick={() => tool(true)}><Icon name="dig" />Dig</button>
        <button type="button" role="radio" aria-checked={!m.digging} onClick={() => tool(false)}><Icon name="flag" />Flag</button>
      </div>
      <button type="button" class={"tb" + (analysing ? " on" : "")} aria-pressed={analysing} onClick={() => m.setMode(analysing ? "play" : "analyse")}><Icon name="lens" /><span>Analyse</span></button>
      <button type="button" class="tb" onClick={() => k.start()}><Icon name="restart" /><span>New</span></button>
    </div>
  );
}

// Rulers number the columns and rows, every fifth.
export function Rulers({ m }: { m: Model }) {
  const { width, height } = m.position;
  const every = (n: number) => Array.from({ length: n }, (_, i) => <span key={i}>{i === 0 || (i + 1) % 5 === 0 || n <= 10 ? i + 1 : ""}</span>);
  return <><div class="ruler x" aria-hidden="true">{every(width)}</div><div class="ruler y" aria-hidden="true">{every(height)}</div></>;
}
