// SPDX-License-Identifier: BSD-3-Clause

// A game of Kriegspiel against veil: the board on the left, what is heard on the right.

import { useEffect, useState } from "preact/hooks";
import { Dialog, Header } from "../../shared/frame.js";
import { Icon } from "../../shared/icon.js";
import { href } from "../../shared/root.js";
import { useStore } from "../../shared/store.js";
import { type Key, t } from "../../words/words.js";
import { KINDS, squareIndex } from "../chess.js";
import { Man } from "../men.js";
import { GameBoard } from "./board.js";
import { GamePanel } from "./panel.js";
import { ReviewPage } from "./review.js";
import { SetUpGame } from "./setup.js";
import type { Table } from "./table.js";
import { type Phrase, say } from "./words.js";

export function PlayPage({ m }: { m: Table }) {
  useStore(m);
  const [help, setHelp] = useState(false);
  const [review, setReview] = useState(false);
  useKeys(m, () => setHelp(true), review);
  const over = review && m.ending && !m.setting;
  return (
    <>
      <Header here="krieg/play/" help={() => setHelp(true)} />
      <main id="main" class={"lab duel" + (m.setting ? " setting" : "")}>
        <h1 class="vh">{say("play.title")}</h1>
        {over ? <ReviewPage m={m} leave={() => setReview(false)} /> : (
          <>
            <div class="stage">
              <Tools m={m} />
              <div class="field"><GameBoard m={m} /></div>
              <Phantoms m={m} />
            </div>
            {m.setting ? <SetUpGame m={m} begun={() => setReview(false)} /> : <GamePanel m={m} review={() => setReview(true)} />}
          </>
        )}
      </main>
      <Dialog open={help} title={say("keys.title")} close={() => setHelp(false)}>
        <dl class="keys">{Object.entries(KEYS).map(([k, keys]) => <div key={k}><dt>{keys}</dt><dd>{say(`keys.${k}` as Phrase)}</dd></div>)}</dl>
      </Dialog>
    </>
  );
}

const KEYS = { board: "← → ↑ ↓", enter: "Enter", type: "/", phantom: "k q r b n p", clear: "x", ask: "a", coach: "c", step: "[ ] { }", help: "?" };

function useKeys(m: Table, help: () => void, review: boolean): void {
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if ((e.target as HTMLElement).closest("input, textarea, select, dialog, [role=menu]") || e.ctrlKey || e.altKey || e.metaKey) return;
      const at = (document.activeElement as HTMLElement | null)?.dataset.square;
      if (e.key === "?") help();
      else if (review || m.setting || !m.game) return;
      else if (at && KINDS.includes(e.key)) m.haunt(squareIndex(at), e.key);
      else if (at && (e.key === "x" || e.key === "Delete")) m.haunt(squareIndex(at), "");
      else if (e.key === "/") document.querySelector<HTMLInputElement>("#try")?.focus();
      else if (e.key === "a") m.ask();
      else if (e.key === "c" && !m.ending) m.setCoach(!m.game.coach);
      else return;
      e.preventDefault();
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, [review]);
}

// Tools are the way to another game, and to the lab.
function Tools({ m }: { m: Table }) {
  const g = m.game;
  return (
    <div class="tools">
      <nav class="seg" aria-label={say("play.parts")}><span aria-current="page">{say("play.tab")}</span><a href={href("krieg/")}>{say("play.lab")}</a></nav>
      <button type="button" class="btn ico" disabled={m.setting} onClick={() => m.choose(true)}><Icon name="restart" /><span class="lbl">{say("play.new")}</span></button>
      <span class="sp" />
      {g && !m.setting && <span class="note what">{t(`rules.${g.rules}` as Key)} · {say("play.levelN", { n: g.level })}</span>}
    </div>
  );
}

// Phantoms are below the board, which so stands where it stands before and after the game.
function Phantoms({ m }: { m: Table }) {
  if (!m.game || m.setting || m.ending) return null;
  return (
    <div class="ghost-tools" role="group" aria-label={say("phantoms.title")}>
      <span class="note">{say("phantoms.title")}</span>
      <div class="men">{Array.from(KINDS, (k) => <button key={k} type="button" role="switch" aria-checked={m.phantom === k} aria-label={say("phantoms.place", { man: t(`man.${k}` as Key) })} title={say("phantoms.note")} onClick={() => { m.phantom = m.phantom === k ? "" : k; m.changed(); }}><Man kind={k} look="flat" /></button>)}</div>
      {(m.phantoms.size > 0 || m.phantom) && <button type="button" class="link" onClick={() => m.exorcise()}>{say("phantoms.clear")}</button>}
    </div>
  );
}
