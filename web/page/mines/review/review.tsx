// SPDX-License-Identifier: BSD-3-Clause

// Review of a finished game: the graph of the winning chance, what was a mistake and what
// was luck, and a second try at each mistake.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Fraction, ProblemDoc, TurnDoc } from "../../shared/documents.js";
import { words } from "../../shared/engine.js";
import { Dialog, Header, KeyList } from "../../shared/frame.js";
import { Icon } from "../../shared/icon.js";
import { LONG, fields, forget, fragment, onFragment, show as showFragment, store, stored } from "../../shared/outside.js";
import { percent } from "../../shared/number.js";
import { href } from "../../shared/root.js";
import { useStore } from "../../shared/store.js";
import { type Key, t } from "../../words/words.js";
import { Badge } from "../analyse/bar.js";
import { Board } from "../board/board.js";
import { readFile, useGameDrops } from "../files/files.js";
import { gameOfLink, isGameLink } from "../files/gamelink.js";
import { GLYPH, Graph } from "./graph.js";
import { Ledger } from "./ledger.js";
import { Mini } from "./mini.js";
import { cellOf, titleOf } from "../game/position.js";
import type { Quiz } from "../train/quiz.js";
import { type Reviewed, costOf, costText, headline, isFault, isForced, mistakesTitle, points, review, verdictOf, worthText } from "./reviewing.js";
import { ShareGame } from "../share/share.js";
import { Rulers } from "../board/rulers.js";
import { readStats } from "../stats/stats.js";
import { WhyPanel } from "../analyse/why.js";

export function Review({ m }: { m: Quiz }) {
  useStore(m);
  const [r, setR] = useState<Reviewed | null>(null);
  const [state, setState] = useState("");
  const [help, setHelp] = useState(false);
  const turn = useRef(0);
  const load = async (text: string, encoding?: "base64", from: Origin = "file") => {
    const mine = ++turn.current;
    setState(t("review.reading"));
    try {
      let shown = false;
      const done = await review(m.engine, text, (now) => {
        if (mine !== turn.current) return;
        keepGames(text, now);
        if (shown) return m.changed();
        shown = true;
        if (from !== "own") keep(from, encoding === undefined ? text : "");
        setR(now);
        setState("");
        show(m, now, now.moments.length - 1);
      }, encoding, keptGames(text));
      if (mine === turn.current && from === "own") remember(done);
    } catch (e) {
      if (mine === turn.current) setState(t("review.cannot") + " " + (e instanceof Error ? e.message : e ? words(e as ProblemDoc) : ""));
    }
  };
  const refuse = (why: string) => setState(t("review.cannot") + " " + why);
  useEffect(() => {
    const open = () => {
      if (isGameLink(fragment())) {
        const text = gameOfLink(fragment());
        return text === null ? refuse(t("review.link")) : void load(text, undefined, "link");
      }
      const text = stored("game", LONG);
      if (text) void load(text, undefined, "own");
    };
    open();
    return onFragment(() => isGameLink(fragment()) && open());
  }, []);
  useGameDrops(m.engine, (text, encoding) => void load(text, encoding), refuse);
  useKeys(m, r, () => setHelp(true));
  return (
    <>
      <Header here="mines/" help={() => setHelp(true)} />
      <main id="main" class={r ? "review" : "review empty"}>
        {r ? <Game1 m={m} r={r} state={state} /> : (
          <header class="ph"><div><h1>{t("review.title")}</h1><p role="status">{state || t("review.empty")}</p></div></header>
        )}
        <Other engine={m.engine} load={load} refuse={refuse} open={!r} />
      </main>
      <KeyList open={help} keys={KEYS} close={() => setHelp(false)} />
    </>
  );
}

type Origin = "own" | "link" | "file"; // played here, in the address, or brought along

// keep remembers a game for the next visit, unless the address has it. The address never names another game than the one that is shown.
function keep(from: Origin, text: string): void {
  if (from === "link") return;
  if (isGameLink(fragment())) showFragment("");
  if (!text) return;
  store("game", text);
  forget("game.id");
}

// keepGames remembers, for this tab, how far the review of a game is: after a reload it continues.
function keepGames(text: string, r: Reviewed): void { store("review", JSON.stringify({ text, played: r.doc.played ?? [] }), "tab"); }

function keptGames(text: string): unknown[] {
  const kept = fields(stored("review", LONG, "tab"));
  return kept.text === text && Array.isArray(kept.played) ? kept.played : [];
}

// remember adds what mistakes cost to the statistics, if the game was played here and every value is exact.
function remember(r: Reviewed): void {
  const id = stored("game.id");
  if (!id || !r.doc.ledger || r.doc.exact_from !== 1) return;
  store("mines.stats", readStats(stored("mines.stats", LONG)).learn(id, { given: points(r.doc.ledger.given_away) }).text());
}

function Other({ engine, load, refuse, open }: { engine: Quiz["engine"]; load: (text: string, encoding?: "base64") => Promise<void>; refuse: (why: string) => void; open: boolean }) {
  const [text, setText] = useState("");
  const file = (e: Event) => {
    const chosen = (e.currentTarget as HTMLInputElement).files?.[0];
    if (chosen) void readFile(engine, chosen).then(([content, encoding]) => load(content, encoding), (x: Error) => refuse(x.message));
  };
  return (
    <details class="card other" open={open}>
      <summary>{t(open ? "review.fromFile" : "review.other")}</summary>
      <p class="note">{fill("review.formats", { board: <code>.board</code> })}</p>
      <label class="pickfile"><span class="btn">{t("review.choose")}</span><span class="note">{t("review.drop")}</span><input class="vh" type="file" aria-label={t("review.file")} accept=".board,.rawvf,.avf,.evf,.mvf,.txt,.json" onChange={file} /></label>
      <label>{t("review.text")}<textarea aria-label={t("review.textName")} rows={4} placeholder="# MINESWEEPER-BOARD v0.1 …" onInput={(e) => setText(e.currentTarget.value)} /></label>
      <div class="acts"><button type="button" class="btn pri" disabled={!text.trim()} onClick={() => void load(text)}>{t("review.it")}</button><a class="btn" href={href("mines/")}>{t("review.play")}</a></div>
    </details>
  );
}

// show puts the board at the moment before a turn.
function show(m: Quiz, r: Reviewed, turn: number): void {
  m.asking = false;
  m.grade = "";
  m.said = "";
  m.played = null;
  m.hidden = false;
  m.mode = "play";
  m.load(r.moments[0]!.position, r.game, r.moments, turn);
  const played = r.doc.turns[turn];
  if (played) m.cursor = cellOf(m.position, played.cell)!;
  m.judged = played?.cell ?? "";
  m.changed();
}

const KEYS: [string, Key][] = [[t("keyname.steps"), "key.steps"], [t("keyname.ends"), "key.ends"], [t("keyname.faults"), "key.faults"], ["?", "key.list"]];

function useKeys(m: Quiz, r: Reviewed | null, help: () => void): void {
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if ((e.target as HTMLElement).closest("input, textarea, select, dialog")) return;
      if (e.key === "?") help();
      if (!r) return;
      const at = turnOf(m, r);
      const to = { "[": at - 1, "]": at + 1, "{": 0, "}": r.moments.length - 1, n: nextFault(r, at), N: r.doc.turns.map((x, i) => (isFault(x) ? i : -1)).filter((i) => i >= 0 && i < at).pop() }[e.key];
      if (to === undefined || to < 0 || to >= r.moments.length) return;
      e.preventDefault();
      show(m, r, to);
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, [r]);
}

function nextFault(r: Reviewed, at: number): number | undefined {
  const i = r.doc.turns.findIndex((x, k) => k > at && isFault(x));
  return i < 0 ? undefined : i;
}

// turnOf is the turn before which the board is, also while a move is tried again.
function turnOf(m: Quiz, r: Reviewed): number {
  const i = r.moments.findIndex((x) => x.position === m.position);
  return i < 0 ? m.at : i;
}

function Game1({ m, r, state }: { m: Quiz; r: Reviewed; state: string }) {
  const d = r.doc;
  const faults = d.turns.filter(isFault);
  const [sharing, setSharing] = useState(false);
  const again = () => retry(m, r, faults[0]!.move - 1);
  return (
    <>
      <header class="ph">
        <div><h1>{headline(d)}</h1><p>{t("review.facts", { w: d.width, h: d.height, mines: d.mines, moves: d.turns.length, how: exactness(d.exact_from) })} {d.exact_from === 1 && <Badge kind="exact" />}</p>{state && <p role="status" class="notice">{state}</p>}</div>
        <div class="acts"><button type="button" class="btn" onClick={() => setSharing(true)}><Icon name="share" />{t("strip.share")}</button>{faults.length > 0 && <button type="button" class="btn pri" onClick={again}><Icon name="target" />{t(faults.length === 1 ? "review.retryOne" : "review.retryMany", { n: faults.length })}</button>}</div>
      </header>
      <section class="card gr" aria-label={t("bar.name")}>
        <div class="ch"><h2>{t("bar.name")}</h2><span class="note">{t(d.exact_from === 1 ? "review.bestPlay" : "review.veilPlay")}</span></div>
        <Graph r={r} at={turnOf(m, r)} go={(i) => show(m, r, i)} />
        <Steps m={m} r={r} />
      </section>
      <Ledger r={r} />
      <section class="mist" aria-label={t("review.mistakes")}>
        <h2>{mistakesTitle(d)}</h2>
        <div class="mgrid">{d.turns.filter((x) => isFault(x) || isForced(x)).sort((a, b) => Number(isFault(b)) - Number(isFault(a))).slice(0, 12).map((x) => <Fault key={x.move} m={m} r={r} turn={x} />)}</div>
      </section>
      <section class="card rb" aria-label={t("review.board")} id="review-board" style={{ "--w": d.width, "--h": d.height }}>
        <div class="port"><Rulers m={m} /><Board m={m} /></div>
        <div class="rside"><Retry m={m} r={r} /><Then m={m} r={r} /><WhyPanel m={m} /></div>
      </section>
      <Dialog open={sharing} title={t("review.share")} close={() => setSharing(false)}><ShareGame r={r} /></Dialog>
    </>
  );
}

function exactness(from: number): string {
  return t(from === 1 ? "review.every" : from > 1 ? "review.from" : "review.estimates", { n: from });
}

function Steps({ m, r }: { m: Quiz; r: Reviewed }) {
  const last = r.moments.length - 1;
  const at = turnOf(m, r);
  const next = nextFault(r, at);
  const step = (name: "first" | "prev" | "next" | "last", to: number) =>
    <button type="button" class="ib" title={t(`step.${name}`)} aria-label={t(`step.${name}`)} disabled={to < 0 || to > last || to === at} onClick={() => show(m, r, to)}><Icon name={name} /></button>;
  return (
    <div class="strip in">
      <div class="steps">
        {step("first", 0)}{step("prev", at - 1)}
        <span class="pos">{at === last ? t("review.end") : t("review.before", { n: at + 1, of: last })}</span>
        {step("next", at + 1)}{step("last", last)}
      </div>
      <span class="sp" />
      {next !== undefined && <button type="button" class="lnk plain-link" onClick={() => show(m, r, next)}>{t("review.next")}<kbd>n</kbd></button>}
    </div>
  );
}

function Then({ m, r }: { m: Quiz; r: Reviewed }) {
  const turn = m.asking ? undefined : r.doc.turns[turnOf(m, r)];
  if (!turn) return null;
  return <p class="note">{t("review.then", { cell: spaced(turn.cell), saw: turn.saw === "mine" ? t("review.aMine") : turn.saw ?? "" })}</p>;
}

// fill is t with elements for its values.
function fill(key: Key, values: Record<string, ComponentChildren>): ComponentChildren[] {
  return t(key).split(/\{(\w+)\}/).map((part, i) => (i % 2 ? values[part] : part));
}

function spaced(name: string): string { return name.replace("c", "\u00a0c"); }

function risk(f?: Fraction): string { return f ? percent(BigInt(f.num), BigInt(f.den), 0) + "%" : t("review.unknown"); }

function Fault({ m, r, turn }: { m: Quiz; r: Reviewed; turn: TurnDoc }) {
  const i = turn.move - 1;
  const fault = isFault(turn);
  const cost = costOf(turn);
  const safe = turn.safe?.[0];
  const better = safe ?? [...turn.best, ...turn.estimate?.best ?? []].find((x) => x !== turn.cell);
  const why = () => {
    show(m, r, i);
    m.askWhy([...new Set([cellOf(m.position, safe ?? turn.best[0] ?? turn.cell)!, cellOf(m.position, turn.cell)!])]);
    toBoard();
  };
  return (
    <article class={"card mk" + (fault ? "" : " ok")}>
      <div class="mbd"><Mini p={r.moments[i]!.position} played={cellOf(r.moments[i]!.position, turn.cell)!} good={safe ? cellOf(r.moments[i]!.position, safe) : null} better={!safe && better ? cellOf(r.moments[i]!.position, better) : null} fault={fault} /></div>
      <div>
        <div class="mh"><span class={"gly" + (fault ? "" : " q")}>{verdictOf(turn) ? GLYPH[verdictOf(turn)!] : "!"}</span><b>{t("step.move", { n: turn.move })}</b><span class={"tag" + (turn.saw === "mine" ? " hit" : "")}>{t(turn.saw === "mine" ? "fault.hit" : fault ? "fault.away" : "fault.forced")}</span></div>
        {fault ? <p>{fill("fault.opened", { cell: <b>{spaced(turn.cell)}</b>, p: risk(turn.risk) })} {safe ? fill("fault.safe", { cell: <b class="ref good">{spaced(safe)}</b> }) : better && fill("fault.better", { cell: <b class="ref best">{spaced(better)}</b> })}</p>
          : <p>{fill(turn.saw === "mine" ? "fault.best" : "fault.held", { cell: <b>{spaced(turn.cell)}</b>, p: risk(turn.risk) })}</p>}
        {cost && cost.at > 0 ? <div class="gave"><i style={{ "--p": cost.at }} /><span>{t("fault.points", { n: costText(cost) })}</span></div> : <div class="gave none"><span>{t(fault ? "fault.unvalued" : "fault.nothing")}</span></div>}
        <div class="ma">{fault && <button type="button" class="btn" onClick={() => retry(m, r, i)}><Icon name="target" />{t("fault.retry")}</button>}<button type="button" class="lnk plain-link" onClick={why}>{t("fault.why")}</button></div>
      </div>
    </article>
  );
}

function toBoard(): void {
  document.getElementById("review-board")?.scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
}

function retry(m: Quiz, r: Reviewed, i: number): void {
  m.pose(r.moments[i]!.position, cellOf(r.moments[i]!.position, r.doc.turns[i]!.cell));
  toBoard();
}

function Retry({ m, r }: { m: Quiz; r: Reviewed }) {
  if (!m.asking && !m.grade) return null;
  const i = turnOf(m, r);
  const turn = r.doc.turns[i];
  const worth = turn ? worthText(turn) : "";
  const next = nextFault(r, i);
  return (
    <section class={"retry " + m.grade} aria-label={t("fault.retry")}>
      <h2>{turn ? t(worth ? "retry.findWorth" : "retry.find", { cell: titleOf(m.position, cellOf(m.position, turn.cell)!), worth }) : t("retry.best")}</h2>
      <p role="status">{m.grade === "right" && <Icon name="check" />}{m.grade === "wrong" && <Icon name="cross" />} {m.grade === "thinking" ? t("retry.thinking") : m.said}</p>
      <div class="acts">
        {m.asking && <button type="button" class="btn" onClick={() => void m.show()}>{t("retry.show")}</button>}
        {!m.asking && next !== undefined && <button type="button" class="btn pri" onClick={() => retry(m, r, next)}>{t("review.next")}</button>}
        <button type="button" class="btn" onClick={() => show(m, r, i)}>{t(m.asking ? "retry.skip" : "retry.back")}</button>
      </div>
    </section>
  );
}
