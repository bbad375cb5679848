// SPDX-License-Identifier: BSD-3-Clause

// Problems from our own collection: find the key, then the answer to everything that may be
// heard.

import { useEffect, useState } from "preact/hooks";
import { count } from "./chess.js";
import type { ProblemDoc } from "../shared/documents.js";
import { type Engine, words } from "../shared/engine.js";
import { Header } from "../shared/frame.js";
import { ROOT, href } from "../shared/root.js";
import { store, stored } from "../shared/keep.js";
import type { BeliefDoc, Puzzle, PuzzlesDoc, WhatIfDoc } from "./kdocs.js";
import { ask } from "./labmodel.js";
import { useStore } from "../shared/store.js";
import { withPlies } from "./lab.js";
import { toFragment } from "./chess.js";
import { Walk, WalkBoard, type Spot } from "./walk.js";

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
      this.note = w.why ?? "Mate is not forced.";
      if (!this.found) return; // try another key
      this.wrong++;
      this.said = [...this.said, `✕ ${this.where}: ${w.name} does not mate.`];
      return this.next();
    }
    this.right++;
    this.said = [...this.said, this.found ? `✓ ${this.where}: ${w.name}.` : `✓ The key is ${w.name}.`];
    this.found = true;
    this.mated = w.branches.length === 0 && this.pending.length === 0 ? w.try : "";
    const more = w.branches.map((b) => ({ states: b.states ?? [], plies: b.refused ? this.spot.plies : this.spot.plies - 2, after: `${this.where ? this.where + ", then " : ""}${w.name}: “${b.heard}”` })).filter((b) => b.states.length > 0);
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

  get score(): string { return `${this.right} of ${this.right + this.wrong + this.pending.length + (this.state === "playing" || this.state === "thinking" ? 1 : 0)} decisions`; }
}

function today(): number { return Math.floor(Date.now() / 86_400_000); }

export function daily(list: Puzzle[], day: number): Puzzle { return list[((day % list.length) + list.length) % list.length]!; }

export function ProblemsPage({ engine }: { engine: Engine }) {
  const [list, setList] = useState<Puzzle[]>([]);
  const [chosen, setChosen] = useState<Puzzle | null>(null);
  const [moves, setMoves] = useState(0);
  const [solved, setSolved] = useState<string[]>(() => JSON.parse(stored("solved") ?? "[]") as string[]);
  const [fault, setFault] = useState("");
  useEffect(() => {
    fetch(new URL("problems.json", ROOT)).then((r) => r.json() as Promise<PuzzlesDoc>).then((d) => {
      setList(d.puzzles);
      const named = d.puzzles.find((p) => p.id === location.hash.slice(1));
      setChosen(named ?? daily(d.puzzles, today()));
    }).catch((e: unknown) => setFault(String(e)));
  }, []);
  const choose = (p: Puzzle) => {
    setChosen(p);
    history.replaceState(null, "", "#" + p.id);
  };
  const done = (p: Puzzle) => {
    if (solved.includes(p.id)) return;
    const next = [...solved, p.id];
    setSolved(next);
    store("solved", JSON.stringify(next));
  };
  const first = list.length > 0 ? daily(list, today()) : null;
  const shown = list.filter((p) => moves === 0 || p.moves === moves);
  return (
    <>
      <Header here="problems/" />
      <main id="main" class="problems">
        {fault && <p class="problem">The problems cannot be loaded: {fault}</p>}
        {chosen && <Solve key={chosen.id} engine={engine} puzzle={chosen} daily={chosen.id === first?.id} done={() => done(chosen)} />}
        <section aria-label="All problems">
          <h2>All problems</h2>
          <p>
            <label>mate in <select value={moves} onChange={(e) => setMoves(Number(e.currentTarget.value))}><option value={0}>any</option><option value={2}>2</option><option value={3}>3</option></select></label>{" "}
            {first && <button type="button" onClick={() => choose(first)}>Problem of the day</button>} <span class="quiet">Solved {solved.length}, kept on this device only.</span>
          </p>
          <ul class="puzzles">
            {shown.map((p) => <li key={p.id}><button type="button" aria-pressed={p.id === chosen?.id} onClick={() => choose(p)}>{solved.includes(p.id) ? "✓ " : ""}{p.id}</button> <span class="quiet">mate in {p.moves} · {count(p.boards, "position")}</span></li>)}
          </ul>
        </section>
      </main>
    </>
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
    <section class="case" aria-label={puzzle.id}>
      <h1>{daily ? "Problem of the day" : "Problem"}: {puzzle.id}</h1>
      <p class="wide">Force mate in {puzzle.moves} whatever is hidden: {count(puzzle.boards, "position")} fit what was heard, {puzzle.rules} rules. Play the key, then the answer to everything that may be heard.</p>
      {fault && <p class="problem">{fault}</p>}
      <div class="case-board">{quest ? <WalkBoard w={quest} /> : <p role="status">Setting up…</p>}</div>
      <div class="case-side">
        {quest && <Progress q={quest} again={begin} done={done} />}
        <details><summary>What was heard</summary><pre>{puzzle.history}</pre></details>
        <p><a href={href("krieg/") + toFragment(puzzle.history)}>Open in the lab</a> · <a href={href("krieg/proof/") + toFragment(withPlies(puzzle.history, 2 * puzzle.moves - 1))}>Show the solution</a></p>
      </div>
    </section>
  );
}

function Progress({ q, again, done }: { q: Quest; again: () => void; done: () => void }) {
  useStore(q);
  useEffect(() => { if (q.state === "won") done(); }, [q.state]);
  const over = q.state === "won" || q.state === "failed";
  return (
    <div class="referee">
      <p role="status" class="headline">
        {q.state === "won" ? `✓ Solved: ${q.score} right.` : q.state === "failed" ? `Partly solved: ${q.score} right.` : q.state === "thinking" ? "Checking…" : q.found ? `Heard ${q.where}. What now?` : "Which try is the key?"}
      </p>
      {q.found && !over && <p class="quiet">{q.score}</p>}
      {q.note && <p class="problem">{q.note}</p>}
      <div role="log" aria-label="Answers so far"><ol class="said">{q.said.map((line, i) => <li key={i}>{line}</li>)}</ol></div>
      {over && <p><button type="button" onClick={again}>Again</button></p>}
    </div>
  );
}
