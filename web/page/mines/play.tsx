// SPDX-License-Identifier: BSD-3-Clause

// The panel of Play: this game, the record, and help if it is asked for.

import { useEffect, useState } from "preact/hooks";
import { href } from "../shared/root.js";
import { Icon } from "../shared/icon.js";
import { store } from "../shared/keep.js";
import { shown } from "./clock.js";
import { save as download } from "./picture.js";
import type { Digest } from "./digest.js";
import type { Keeper } from "./keeper.js";
import { sizeOf } from "./level.js";
import { whole } from "./look.js";
import type { Model } from "./model.js";
import { type Position, hand, isNumber, titleOf } from "./position.js";
import { Spoken } from "./panel.js";
import { RUNGS } from "./questions.js";
import type { Summary } from "./stats.js";
import { Sentences } from "./why.js";
import { plural } from "./words.js";

export function PlayPanel({ m, k }: { m: Model; k: Keeper }) {
  return (
    <>
      {m.status === "open" ? <Progress m={m} k={k} /> : <Ended m={m} k={k} />}
      <Record m={m} k={k} />
      {m.status === "open" && <Stuck m={m} />}
    </>
  );
}

function Progress({ m, k }: { m: Model; k: Keeper }) {
  const p = m.position;
  const safe = p.cells.length - (p.mines ?? 0);
  const open = p.cells.filter(isNumber).length;
  const part = safe > 0 ? (100 * open) / safe : 0;
  return (
    <section class="head" aria-label="This game">
      <div class="cap">{k.resumed ? "Welcome back" : "This game"}</div>
      <div class="num plain"><span>{part > 0 && part < 1 ? 1 : Math.floor(part)}<em>%</em></span><small>open</small></div>
      <div class="prog"><i style={{ "--p": part }} /></div>
      <p class="say">{open} of {safe} cells.{k.resumed && " Your next move continues the game."}{m.helped && m.game && " Helped: it sets no record."}</p>
      {m.busy && m.noGuess && <p class="say" role="status">Looking for a board that needs no guess…</p>}
      {m.notice && <p class="notice" role="status">{m.notice}</p>}
    </section>
  );
}

// Ended judges the decision, not the result.
function Ended({ m, k }: { m: Model; k: Keeper }) {
  const won = m.status === "won";
  const s = k.stats.of(sizeOf(m.position), m.noGuess);
  const record = won && !m.helped && s.best !== null && Math.round(m.clock.elapsed) <= s.best;
  const judged = useJudgement(m);
  const moves = m.moment.moves.filter((x) => x.kind !== "flag").length;
  const review = () => {
    k.keep();
    store("game", m.gameText());
    store("game.id", k.gameId);
    location.href = href("mines/review/");
  };
  return (
    <section class={"head finished " + m.status} aria-label="Result">
      <div class="cap">{won ? <><Icon name="trophy" />{record && s.won > 1 ? "Won, your best time" : "Won"}</> : <><Icon name="mine" />Lost</>}</div>
      <div class="num plain"><span>{shown(m.clock.elapsed)}</span><small>{plural(moves, "move")}</small></div>
      <p class="say">{won ? wonWords(m) : <>{judged} Undo takes you back to before it.</>}</p>
      <div class="acts">
        <button type="button" class="btn pri" onClick={() => k.start()}><Icon name="restart" />New game</button>
        <button type="button" class="btn" onClick={review}><Icon name="lens" />Review</button>
      </div>
      {m.notice && <p class="notice" role="status">{m.notice}</p>}
      <Spoken text={won ? `You won in ${shown(m.clock.elapsed)}.` : "You opened a mine. The game is over."} />
    </section>
  );
}

// useJudgement says what the move that hit a mine risked, and whether it had to.
function useJudgement(m: Model): string {
  const boom = m.moment.boom;
  const [said, setSaid] = useState("");
  useEffect(() => {
    const before = m.history[m.at - 1]?.position;
    if (boom === null || !before) return;
    let alive = true;
    setSaid("");
    m.engine.last<Digest>({ ask: "mines.analysis", position: { text: hand(before) }, moves: "none" }).then((a) => alive && setSaid(judgement(before, boom, a)), () => {});
    return () => { alive = false; };
  }, [m.moment]);
  return said || (boom === null ? "" : `The mine was at ${titleOf(m.position, boom)}.`);
}

// judgement compares the risk that was taken with the least there was.
export function judgement(p: Position, boom: number, a: Pick<Digest, "moves" | "safe">): string {
  const taken = a.moves.find((x) => x.cell === boom);
  const [name, risk] = [titleOf(p, boom), taken?.certain === "mine" ? 1 : taken?.risk ?? null];
  if (risk === null) return `The mine was at ${name}.`;
  if (a.safe.length > 0) return `You opened ${name} at ${whole(risk)}% risk. ${titleOf(p, a.safe[0]!)} was safe.`;
  const least = Math.min(...a.moves.map((x) => x.risk ?? 1));
  if (risk <= least) return `No cell was safe, and none risked less than the ${whole(risk)}% of ${name}. Bad luck.`;
  return `No cell was safe. ${name} risked ${whole(risk)}%; ${titleOf(p, a.moves.find((x) => x.risk === least)!.cell)} only ${whole(least)}%.`;
}

function wonWords(m: Model): string {
  const used = m.questions.used;
  if (used > 0) return `With ${plural(used, "hint")}.`;
  return m.helped ? "With help." : m.noGuess ? "Without a guess, and without help." : "Without help.";
}

function Record({ m, k }: { m: Model; k: Keeper }) {
  const s = k.stats.of(sizeOf(m.position), m.noGuess);
  const name = `Your ${k.level.name} games${m.noGuess ? ", no guess" : ""}`;
  if (s.played === 0) return <section aria-label="Record"><div class="cap">{name}</div><p class="note">None yet. Wins, times and streaks are kept on this device only.</p></section>;
  const out = () => download("veil-games.csv", new Blob([k.stats.csv()], { type: "text/csv" }));
  return (
    <section aria-label="Record">
      <div class="cap">{name}<span class="sp" /><button type="button" class="lnk2" onClick={out}>Export</button></div>
      <div class="form" role="img" aria-label={`last results: ${s.last.map((w) => (w ? "won" : "lost")).join(", ")}`}>{s.last.map((w, i) => <i key={i} class={w ? "W" : "L"}><Icon name={w ? "check" : "mine"} /></i>)}</div>
      <dl class="kv">
        <div><dt>Won</dt><dd>{s.won} of {s.played}</dd></div>
        {s.best !== null && <div><dt>Best time</dt><dd>{shown(s.best)}</dd></div>}
        {s.longest > 1 && <div><dt>Streak, longest</dt><dd>{s.streak}, {s.longest}</dd></div>}
        {s.given !== null && <div><dt>Given away per game</dt><dd>{s.given.toFixed(0)} points</dd></div>}
      </dl>
      {s.compared > 0 && !m.noGuess && <p class="note">{beside(s)}</p>}
    </section>
  );
}

// beside compares with the engine. It is an estimate, and says so.
function beside(s: Summary): string {
  return `You won ${s.wonOfCompared} of ${s.compared}; from the same first clicks veil would have won about ${Math.round(s.veil)} (estimate).`;
}

const ASK = ["Do I have to guess?", "Where should I look?", "Which cells?", "Because…", "Show the move"];

function Stuck({ m }: { m: Model }) {
  const next = m.rung + 1;
  return (
    <section class="end hints" aria-label="Hints">
      <div class="cap">Stuck?</div>
      {m.rung < 0 ? <p class="say">Ask one thing, and nothing else is revealed.</p> : (
        <>
          <div class="rungs" role="img" aria-label={`hint ${m.rung + 1} of ${RUNGS}`}>{ASK.map((_, i) => <i key={i} class={i <= m.rung ? "on" : ""} />)}</div>
          <div aria-live="polite"><Sentences m={m} list={m.hint} /></div>
        </>
      )}
      <button type="button" class="btn wide" disabled={next >= RUNGS || m.fresh} onClick={() => void m.climb()}>{m.rung >= 0 && <Icon name="hint" />}{ASK[Math.min(next, RUNGS - 1)]}</button>
    </section>
  );
}
