// SPDX-License-Identifier: BSD-3-Clause

// What is above and below the board, and under the thumb.

import { useEffect, useReducer } from "preact/hooks";
import { Icon } from "../../shared/icon.js";
import { t } from "../../words/words.js";
import { shown } from "../game/clock.js";
import type { Keeper } from "../keep/keeper.js";
import { baseRisk, whole } from "../board/look.js";
import { LevelMenu } from "./menu.js";
import type { Model } from "../model/model.js";
import { OVERLAYS } from "../model/view.js";

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
    const timer = setInterval(() => m.table.clock.running && tick(undefined), 250);
    return () => clearInterval(timer);
  }, []);
  return <span class="count time" title={t("game.time")} role="timer" aria-label={t("game.timeName", { t: shown(m.table.clock.elapsed) })}><Icon name="clock" /><b>{shown(m.table.clock.elapsed)}</b></span>;
}

export function Tools({ m, k }: { m: Model; k: Keeper }) {
  const analysing = m.mode !== "play";
  return (
    <div class="tools" role="toolbar" aria-label={t("game.name")}>
      <LevelMenu m={m} k={k} />
      <button type="button" class="btn ico" title={t("game.newTitle")} aria-label={t("game.newName")} onClick={() => k.start()}><Icon name="restart" /><span class="lbl">{t("game.new")}</span></button>
      <span class="sp" />
      <span class="count mines-left" title={t("game.left")} role="status" aria-label={t("game.leftName", { n: minesLeft(m) })}><Icon name="mine" /><b>{minesLeft(m)}</b></span>
      <Time m={m} />
      <span class="sp" />
      <button type="button" class="btn ico" title={t("game.undoTitle")} aria-label={t("game.undoName")} disabled={m.at === 0} onClick={() => m.step(-1)}><Icon name="undo" /></button>
      <button type="button" class="btn ico" title={t("game.hintTitle")} aria-label={t("game.hintName")} disabled={m.status !== "open" || m.fresh} onClick={() => void m.climb()}><Icon name="hint" /><span class="lbl">{t("game.hint")}</span></button>
      <button type="button" class="btn tog" aria-pressed={analysing} title={t(analysing ? "game.backTitle" : "game.analyseTitle")} onClick={() => m.setMode(analysing ? "play" : "analyse")}><Icon name="lens" /><span class="lbl">{t("game.analyse")}</span></button>
    </div>
  );
}

export function Strip({ m, share }: { m: Model; share: () => void }) {
  if (m.mode === "play") {
    return (
      <div class="strip">
        <span class="note">{t("strip.mines", { n: m.position.mines ?? "?" })} · {m.table.noGuess ? t("strip.noGuess") : t(`strip.${m.position.first}`)}</span><span class="sp" />
        <button type="button" class="lnk plain-link" onClick={share}><Icon name="share" />{t("strip.share")}</button>
      </div>
    );
  }
  return (
    <div class="strip">
      <Steps m={m} />
      <span class="sp" />
      {m.showing && m.answer && m.overlay !== "off" && m.overlay !== "learn" && <Legend m={m} />}
      <span class="sp" />
      <OnCells m={m} />
      <button type="button" class="ib" title={t("strip.editTitle")} aria-label={t("strip.edit")} aria-pressed={m.mode === "edit"} onClick={() => m.setMode(m.mode === "edit" ? "analyse" : "edit")}><Icon name="edit" /></button>
      <button type="button" class="ib" title={t("strip.share")} aria-label={t("strip.shareName")} onClick={share}><Icon name="share" /></button>
    </div>
  );
}

// OnCells chooses what the cells say.
export function OnCells({ m }: { m: Model }) {
  return (
    <div class="seg" role="radiogroup" aria-label={t("strip.show")}>
      {OVERLAYS.map((o) => <button key={o} type="button" role="radio" aria-checked={m.overlay === o} onClick={() => m.setOverlay(o)}>{t(`overlay.${o}`)}</button>)}
    </div>
  );
}

function Steps({ m }: { m: Model }) {
  const last = m.history.length - 1;
  const step = (name: "first" | "prev" | "next" | "last", by: number, off: boolean) =>
    <button type="button" class="ib" title={t(`step.${name}`)} aria-label={t(`step.${name}`)} disabled={off} onClick={() => m.step(by)}><Icon name={name} /></button>;
  return (
    <div class="steps">
      {step("first", -Infinity, m.at === 0)}{step("prev", -1, m.at === 0)}
      <span class="pos">{t("step.move", { n: m.at })}</span>
      {step("next", 1, m.at === last)}{step("last", Infinity, m.at === last)}
    </div>
  );
}

function Legend({ m }: { m: Model }) {
  const base = baseRisk(m);
  if (base <= 0 || base >= 1) return null;
  return (
    <div class="legend" aria-label={t("legend.label", { p: whole(base) })} role="img">
      <span>{t("overlay.risk")}</span><span>0</span><i class="ramp" style={{ "--base": 100 * base }}><u /></i><span>100</span><span class="lgb">{t("legend.base", { p: whole(base) })}</span>
    </div>
  );
}

// Thumb is the bar of a phone.
export function Thumb({ m, k }: { m: Model; k: Keeper }) {
  const tool = (dig: boolean) => { m.digging = dig; m.changed(); };
  const analysing = m.mode !== "play";
  return (
    <div class="thumb" role="toolbar" aria-label={t("game.touch")}>
      <button type="button" class="tb" disabled={m.at === 0} onClick={() => m.step(-1)}><Icon name="undo" /><span>{t("game.undo")}</span></button>
      <button type="button" class="tb" disabled={m.status !== "open" || m.fresh} onClick={() => void m.climb()}><Icon name="hint" /><span>{t("game.hint")}</span></button>
      <div class="mode2" role="radiogroup" aria-label={t("game.tap")}>
        <button type="button" role="radio" aria-checked={m.digging} onClick={() => tool(true)}><Icon name="dig" />{t("game.dig")}</button>
        <button type="button" role="radio" aria-checked={!m.digging} onClick={() => tool(false)}><Icon name="flag" />{t("game.flag")}</button>
      </div>
      <button type="button" class={"tb" + (analysing ? " on" : "")} aria-pressed={analysing} onClick={() => m.setMode(analysing ? "play" : "analyse")}><Icon name="lens" /><span>{t("game.analyse")}</span></button>
      <button type="button" class="tb" onClick={() => k.start()}><Icon name="restart" /><span>{t("game.new")}</span></button>
    </div>
  );
}
