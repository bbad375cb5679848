// SPDX-License-Identifier: BSD-3-Clause

// Problems from our own collection: find the key, then the answer to everything that may be
// heard.

import { useEffect, useState } from "preact/hooks";
import type { ProblemDoc } from "../shared/documents.js";
import { type Engine, words } from "../shared/engine.js";
import { Header } from "../shared/frame.js";
import { Icon } from "../shared/icon.js";
import { follow, named, onFragment } from "../shared/outside.js";
import { ROOT, href } from "../shared/root.js";
import { useStore } from "../shared/store.js";
import { type Key, language, t } from "../words/words.js";
import { parseFEN, squareName, toFragment } from "./chess.js";
import type { BeliefDoc, Puzzle, PuzzlesDoc, WhatIfDoc } from "./kdocs.js";
import { ask } from "./labmodel.js";
import { withPlies } from "./labpanel.js";
import { Man } from "./men.js";
import { Menu } from "./menu.js";
import { boards } from "./say.js";
import { daily, solve, solvedDays, solvedPuzzles, streak, today } from "./streak.js";
import { type Spot, Walk, WalkBoard } from "./walk.js";

// Quest is a problem being solved: the key first, then every branch in turn.
export class Quest extends Walk {
  right = 0;
  wrong = 0;
  pending: (Spot & { after: string })[] = [];
  where = "";
  found = false; // the key

  protected override follow(w: WhatIfDoc): void {
    this.note = "";
    this.state = "playing";
    if (w.verdict !== "mate") {
      this.note = w.why ?? t("quest.notForced");
      if (!this.found) return; // try another key
      this.wrong++;
      this.said = [...this.said, `✕ ${t("quest.wrong", { where: this.where, move: w.name })}`];
      return this.next();
    }
    this.right++;
    this.said = [...this.said, "✓ " + (this.found ? `${this.where}: ${w.name}.` : t("quest.isKey", { move: w.name }) + (!this.found && w.won ? " " + t("quest.atOnce", { n: w.won, boards: boards(this.spot.states.length) }) : ""))];
    this.found = true;
    this.mated = w.branches.length === 0 && this.pending.length === 0 ? w.try : "";
    const more = w.branches.map((b) => ({ states: b.states ?? [], plies: b.refused ? this.spot.plies : this.spot.plies - 2, after: `${this.where ? t("quest.then", { where: this.where }) + " " : ""}${w.name}: “${b.heard}”` })).filter((b) => b.states.length > 0);
    this.pending = [...more, ...this.pending];
    this.next();
  }

  private next(): void {
    const b = this.pending.shift();
    if (!b) {
      this.state = this.wrong ? "failed" : "won";
      return;
    }
    this.spot = b;
    this.where = b.after;
  }

  get score(): string {
    const all = this.right + this.wrong + this.pending.length + (this.state === "playing" || this.state === "thinking" ? 1 : 0);
    return t("quest.score", { n: this.right, of: all });
  }
}

// usePuzzle is the problem that the address names; Back leads to the list.
function usePuzzle(list: Puzzle[]): [Puzzle | null, (p: Puzzle | null) => void] {
  const isDaily = /\/daily\/?$/.test(location.pathname);
  const [id, setID] = useState(named);
  useEffect(() => onFragment(() => setID(named())), []);
  const chosen = list.find((p) => p.id === id) ?? (isDaily && list.length > 0 ? daily(list, today()) : null);
  return [chosen, (p) => follow(p?.id ?? "")];
}

export function ProblemsPage({ engine }: { engine: Engine }) {
  const [list, setList] = useState<Puzzle[]>([]);
  const [fault, setFault] = useState("");
  const [solved, setSolved] = useState(solvedPuzzles);
  const [chosen, choose] = usePuzzle(list);
  useEffect(() => {
    fetch(new URL("problems.json", ROOT)).then((r) => r.json() as Promise<PuzzlesDoc>).then((d) => setList(d.puzzles)).catch((e: unknown) => setFault(String(e)));
  }, []);
  useEffect(() => scrollTo(0, 0), [chosen?.id]);
  const first = list.length > 0 ? daily(list, today()) : null;
  const done = (p: Puzzle) => {
    solve(p.id, p.id === first?.id ? today() : null);
    setSolved(solvedPuzzles());
  };
  return (
    <>
      <Header here="problems/" />
      <main id="main" class="probs">
        {fault && <p class="notice" role="alert">{t("problems.fault", { why: fault })}</p>}
        {chosen && <Solve key={chosen.id} engine={engine} puzzle={chosen} daily={chosen.id === first?.id} done={() => done(chosen)} />}
        {!chosen && first && <Day puzzle={first} solved={solved.includes(first.id)} choose={choose} />}
        {list.length > 0 && <Collection list={list} solved={solved} choose={choose} />}
      </main>
    </>
  );
}

// Thumb is a position as a picture: my men, and discs where hidden ones may be. Only squares with something on them are elements: a page
// has two dozen pictures.
function Thumb({ p }: { p: Puzzle }) {
  return (
    <div class="chess th" aria-hidden="true">
      {parseFEN(p.own).map((man, i) => {
        const share = p.heat[squareName(i)] ?? 0;
        if (!man && share === 0) return null;
        return <i key={i} class="sq" style={{ gridArea: `${Math.floor(i / 8) + 1} / ${(i % 8) + 1}` }}>{man ? <Man kind={man} look={man < "a" ? "own" : "their"} /> : <i class="disc" style={{ "--p": (0.3 + 0.45 * Math.sqrt(share)).toFixed(2) }} />}</i>;
      })}
    </div>
  );
}

function Pips({ n }: { n: number }) {
  return <span class="pips" role="img" aria-label={t("problems.level", { n })}>{[1, 2, 3, 4, 5].map((i) => <i key={i} class={i <= n ? "on" : ""} />)}</span>;
}

function rulesName(p: Puzzle): string { return t("problems.rules", { rules: t(`rules.${p.rules}` as Key) || p.rules }); }

// Day is the problem of the day and the days before.
function Day({ puzzle: p, solved, choose }: { puzzle: Puzzle; solved: boolean; choose: (p: Puzzle) => void }) {
  const days = solvedDays();
  const now = today();
  const weekday = new Date().toLocaleDateString(language(), { weekday: "long", timeZone: "UTC" });
  const n = streak(days, now);
  return (
    <section class="daily card" aria-label={t("problems.daily")}>
      <div class="dt"><Thumb p={p} /></div>
      <div class="dd">
        <p class="cap">{t("problems.day", { day: weekday })}</p>
        <h1 lang="en">{p.name}</h1>
        <p class="say">{t("problems.say", { n: p.moves, boards: boards(p.boards) })}</p>
        <p class="meta"><span>{t("problems.krieg")}</span><span>{rulesName(p)}</span><span>{boards(p.boards)}</span><Pips n={p.level} /></p>
        <p class="acts"><button type="button" class="btn pri" onClick={() => choose(p)}>{t(solved ? "problems.again" : "problems.solve")}</button><Share p={p} /></p>
      </div>
      <div class="ds">
        <p class="cap">{t("problems.streak")}</p>
        <p class="num plain"><span>{n}</span><small>{t(n === 1 ? "problems.dayWord" : "problems.daysWord")}</small></p>
        <div class="cal" role="img" aria-label={t("problems.weeks", { n: days.filter((d) => d > now - 28).length })}>{Array.from({ length: 28 }, (_, i) => { const d = now - 27 + i; return <i key={d} class={days.includes(d) ? "on" : d === now ? "today" : ""} />; })}</div>
        <p class="note">{t(days.includes(now) ? "problems.kept" : n > 0 ? "problems.keep" : "problems.start")}</p>
      </div>
    </section>
  );
}

// Share copies a link that shows a picture where it is pasted, if a server is there to draw it.
function Share({ p }: { p: Puzzle }) {
  const [said, setSaid] = useState("");
  const share = async () => {
    const rich = new URL(`share/problems/${p.id}`, ROOT).href;
    const drawn = await fetch(rich, { method: "HEAD" }).then((r) => r.ok, () => false);
    const url = drawn ? rich : new URL(`problems/#${p.id}`, ROOT).href;
    const text = t("problems.shareText", { name: p.name, n: p.moves });
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ title: p.name, text, url });
      else await navigator.clipboard.writeText(url);
      setSaid(t("problems.copied"));
    } catch {
      setSaid(url);
    }
  };
  return <><button type="button" class="btn" onClick={() => void share()}><Icon name="share" />{t("problems.share")}</button> <span role="status" class="note">{said}</span></>;
}

const PAGE = 24;

// Collection lists the problems, filtered and in the order that was chosen.
function Collection({ list, solved, choose }: { list: Puzzle[]; solved: string[]; choose: (p: Puzzle) => void }) {
  const [level, setLevel] = useState(0);
  const [moves, setMoves] = useState(0);
  const [order, setOrder] = useState<"unsolved" | "easy" | "hard">("unsolved");
  const [shown, setShown] = useState(PAGE);
  const fit = list.filter((p) => (level === 0 || p.level === level) && (moves === 0 || p.moves === moves));
  const rank = { unsolved: (p: Puzzle) => Number(solved.includes(p.id)), easy: (p: Puzzle) => p.level, hard: (p: Puzzle) => -p.level }[order];
  const sorted = fit.slice().sort((a, b) => rank(a) - rank(b));
  const levels = [0, 1, 2, 3, 4, 5];
  return (
    <section aria-label={t("problems.all")}>
      <div class="pf">
        <h2>{t("problems.all")}</h2>
        <div class="seg" role="radiogroup" aria-label={t("problems.length")}>{[0, 2, 3].map((n) => <button key={n} type="button" role="radio" aria-checked={moves === n} onClick={() => { setMoves(n); setShown(PAGE); }}>{n === 0 ? t("lab.all") : t("problems.mateIn", { n })}</button>)}</div>
        <span class="note">{t("problems.solvedOf", { n: list.filter((p) => solved.includes(p.id)).length, of: list.length })}</span>
        <span class="sp" />
        <Menu label={t("problems.difficulty")} list={levels.map((n) => ({ key: String(n), name: n === 0 ? t("problems.anyLevel") : t("problems.level", { n }), chosen: n === level, act: () => { setLevel(n); setShown(PAGE); } }))}><Icon name="filter" />{level === 0 ? t("problems.anyLevel") : t("problems.level", { n: level })}<Icon name="down" /></Menu>
        <Menu label={t("problems.order")} list={(["unsolved", "easy", "hard"] as const).map((o) => ({ key: o, name: t(`order.${o}`), chosen: o === order, act: () => setOrder(o) }))}>{t(`order.${order}`)}<Icon name="down" /></Menu>
      </div>
      {sorted.length === 0 && <p class="notice">{t("problems.none")}</p>}
      <div class="pg">
        {sorted.slice(0, shown).map((p) => (
          <a key={p.id} class="card pc" href={"#" + p.id} onClick={(e) => { e.preventDefault(); choose(p); }}>
            <div class="tw"><Thumb p={p} />{solved.includes(p.id) && <span class="solved" role="img" aria-label={t("problems.solved")}><Icon name="check" /></span>}</div>
            <div class="pt"><b lang="en">{p.name}</b><span class="note">{t("problems.mateIn", { n: p.moves })} · {boards(p.boards)}</span><Pips n={p.level} /></div>
          </a>
        ))}
      </div>
      {sorted.length > shown && <p class="acts more"><button type="button" class="btn" onClick={() => setShown(shown + PAGE)}>{t("problems.more", { n: sorted.length - shown })}</button></p>}
    </section>
  );
}

function Solve({ engine, puzzle, daily, done }: { engine: Engine; puzzle: Puzzle; daily: boolean; done: () => void }) {
  const [quest, setQuest] = useState<Quest | null>(null);
  const [fault, setFault] = useState("");
  const begin = () => {
    ask<BeliefDoc>(engine, { ask: "krieg.belief", position: { text: puzzle.history }, list: 1000 }).then(
      (b) => setQuest(new Quest(engine, b.rules, b.me, { states: b.boards!, plies: 2 * puzzle.moves - 1 })), (p: ProblemDoc) => setFault(words(p)));
  };
  useEffect(begin, []);
  return (
    <section class="solve" aria-label={puzzle.name}>
      <div class="case-board">{quest ? <WalkBoard w={quest} /> : <p role="status">{t("problems.setting")}</p>}</div>
      <div class="panel case-side">
        <section>
          <p class="cap">{t(daily ? "problems.daily" : "problems.one")}</p>
          <h1 lang="en">{puzzle.name}</h1>
          <p class="say">{t("problems.task", { n: puzzle.moves, boards: boards(puzzle.boards) })}</p>
          <p class="meta"><span>{rulesName(puzzle)}</span><Pips n={puzzle.level} /></p>
          {fault && <p class="notice" role="alert">{fault}</p>}
        </section>
        {quest ? <Progress q={quest} again={begin} done={done} /> : <section class="referee"><p class="verdict"><b>{t("quest.key")}</b></p><div><ol class="said scroll" /></div></section>}
        <section>
          <details><summary>{t("problems.heard")}</summary><pre>{puzzle.history}</pre></details>
          <p class="acts"><Share p={puzzle} /><a class="link" href={href("krieg/") + toFragment(puzzle.history)}>{t("problems.lab")}</a> <a class="link" href={href("krieg/proof/") + toFragment(withPlies(`# problem ${puzzle.id}\n${puzzle.history}`, 2 * puzzle.moves - 1))}>{t("problems.solution")}</a> <a class="link" href={href("problems/")}>{t("problems.back")}</a></p>
        </section>
      </div>
    </section>
  );
}

function Progress({ q, again, done }: { q: Quest; again: () => void; done: () => void }) {
  useStore(q);
  useEffect(() => { if (q.state === "won") done(); }, [q.state]);
  const over = q.state === "won" || q.state === "failed";
  const headline = q.state === "won" ? t("quest.won", { score: q.score }) : q.state === "failed" ? t("quest.partly", { score: q.score }) : q.state === "thinking" ? t("quest.checking") : q.found ? t("quest.heard", { what: q.where }) : t("quest.key");
  return (
    <section class={"referee " + q.state}>
      <p role="status" class="verdict"><b>{headline}</b></p>
      {q.found && !over && <p class="note">{q.score}</p>}
      {q.note && <p class="notice">{q.note}</p>}
      <div role="log" aria-label={t("quest.log")}><ol class="said scroll">{q.said.map((line, i) => <li key={i}>{line}</li>)}</ol></div>
      {over && <p class="acts"><button type="button" class="btn" onClick={again}>{t("quest.again")}</button></p>}
    </section>
  );
}
