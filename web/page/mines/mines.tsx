// SPDX-License-Identifier: BSD-3-Clause

// The page of Minesweeper: Play, Analyse and Edit on one board, which never moves.

import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog, Header, KeyList } from "../shared/frame.js";
import { Icon } from "../shared/icon.js";
import { useStore } from "../shared/store.js";
import { t } from "../words/words.js";
import { Bar } from "./analyse/bar.js";
import { Board } from "./board/board.js";
import { Editor } from "./analyse/editor.js";
import { useGameDrops } from "./files/files.js";
import type { Keeper } from "./keep/keeper.js";
import { KEYS, onKey } from "./play/keys.js";
import { Left } from "./play/left.js";
import { isBig } from "./board/look.js";
import { habits } from "./model/habits.js";
import type { Model } from "./model/model.js";
import { Moves } from "./analyse/moves.js";
import { Foot, Verdict } from "./analyse/panel.js";
import { PlayPanel } from "./play/play.js";
import { Port } from "./board/port.js";
import { Prompt } from "./play/prompt.js";
import { Rulers } from "./board/rulers.js";
import { Settings } from "./play/settings.js";
import { Share } from "./share/share.js";
import { play } from "./play/sound.js";
import { OnCells, Strip, Thumb, Tools } from "./play/tools.js";
import { WhyPanel } from "./analyse/why.js";

const WIDE = 22; // columns of a board whose toolbar has room for words
const SLIM = 9; // columns that a phone has room for

type Open = "" | "keys" | "share" | "settings";

export function Mines({ m, k }: { m: Model; k: Keeper }) {
  useStore(m);
  const [dialog, setDialog] = useState<Open>("");
  const [prompt, setPrompt] = useState(false);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const key = (e: KeyboardEvent) => !dialog && onKey(m, k, e, { help: () => setDialog("keys"), prompt: () => setPrompt(true) });
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, [dialog]);
  useGameDrops(m.engine, (text, encoding) => void m.read(text, encoding), (why) => m.say(why), setHeld);
  useSounds(m);
  const p = m.position;
  const { cell } = habits();
  return (
    <>
      <Header here="mines/" help={() => setDialog("keys")} settings={() => setDialog("settings")} />
      <main id="main" class={"game " + m.mode + (isBig(p) ? " small-board" : "") + (p.width < WIDE ? " narrow" : "") + (p.width <= SLIM ? " slim" : "") + (held ? " held" : "")} style={{ "--w": p.width, "--h": p.height, ...cell > 0 ? { "--most": `${cell}px`, "--own": `${cell}px` } : {} }}>
        <h1 class="vh">{t("game.title")}</h1>
        <div class="stage">
          <Tools m={m} k={k} />
          <div class="field">
            <Bar m={m} />
            <Port m={m}><Rulers m={m} /><Board m={m} /></Port>
          </div>
          <Strip m={m} share={() => setDialog("share")} />
        </div>
        <Panel m={m} k={k} share={() => setDialog("share")} />
        <Thumb m={m} k={k} />
        {prompt && <Prompt m={m} k={k} close={() => setPrompt(false)} />}
      </main>
      <KeyList open={dialog === "keys"} keys={KEYS} close={() => setDialog("")} />
      <Dialog open={dialog === "share"} title={t("game.share")} close={() => setDialog("")}><Share m={m} /></Dialog>
      <Dialog open={dialog === "settings"} title={t("nav.settingsTitle")} close={() => { setDialog(""); m.changed(); }}><Settings k={k} /></Dialog>
    </>
  );
}

type Tab = "moves" | "why" | "numbers";

// Panel is beside the board, and on a phone a sheet that opens itself when there is something to say.
function Panel({ m, k, share }: { m: Model; k: Keeper; share: () => void }) {
  const [tab, setTab] = useState<Tab>("moves");
  const [tall, setTall] = useState(false);
  const [shut, setShut] = useState(false);
  const ended = m.status !== "open";
  const quiet = m.mode === "play" && !m.showing && !ended;
  const news = !quiet || m.rung >= 0 || m.notice !== "" || k.resumed;
  useEffect(() => setShut(false), [m.mode, ended, m.rung, m.notice]);
  useEffect(() => { if (m.why && !m.questions.unasked) setTab("why"); }, [m.why]);
  const classes = ["panel", quiet && "quiet", news && !shut && "sheet", tall && "tall", "on-" + tab].filter(Boolean).join(" ");
  const grab = () => (tall ? (setTall(false), setShut(true)) : setTall(true));
  if (m.mode === "play" && !m.showing) {
    return <aside class={classes} aria-label={t("game.name")}><button type="button" class="grab" aria-label={t("panel.closeSheet")} onClick={() => setShut(true)} /><PlayPanel m={m} k={k} /></aside>;
  }
  return (
    <aside class={classes} aria-label={t("panel.analysis")} aria-live="off">
      <button type="button" class="grab" aria-label={t(tall ? "panel.closeSheet" : "panel.largerSheet")} onClick={grab} />
      {ended ? <PlayPanel m={m} k={k} /> : (
        <>
          <Verdict m={m} />
          <div class="tabs" role="tablist" aria-label={t("panel.name")}>
            {(["moves", "why", "numbers"] as Tab[]).map((x) => <button key={x} type="button" role="tab" aria-selected={tab === x} onClick={() => setTab(x)}>{t(`tab.${x}`)}</button>)}
          </div>
          {m.mode === "edit" && <Editor m={m} />}
          <Left m={m} k={k} />
          <Moves m={m} />
          <WhyPanel m={m} />
          <div class="acts instead">
            <OnCells m={m} />
            <button type="button" class="btn" aria-pressed={m.mode === "edit"} onClick={() => m.setMode(m.mode === "edit" ? "analyse" : "edit")}><Icon name="edit" />{t("edit.name")}</button>
            <button type="button" class="btn" onClick={share}><Icon name="share" />{t("strip.share")}</button>
          </div>
          <Foot m={m} />
        </>
      )}
    </aside>
  );
}

// useSounds plays what was asked for in the settings.
function useSounds(m: Model): void {
  const before = useRef(m.moment);
  useEffect(() => {
    if (m.moment === before.current) return;
    before.current = m.moment;
    if (m.mode === "play" && m.at > 0) play(m.status === "open" ? "open" : m.status);
  });
}
