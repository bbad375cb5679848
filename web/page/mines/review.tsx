// SPDX-License-Identifier: BSD-3-Clause

// Review of a finished game: the graph of the winning chance, what was a mistake and what
// was luck, and a second try at each mistake.

import { useEffect, useState } from "preact/hooks";
import { Board } from "./board.js";
import { val } from "./digest.js";
import type { ConvertedDoc, Fraction, ProblemDoc, ReviewDoc, TurnDoc } from "../shared/documents.js";
import { words } from "../shared/engine.js";
import { Header } from "../shared/frame.js";
import { store, stored } from "../shared/keep.js";
import { useStore } from "../shared/store.js";
import { type Game, type Moment, open } from "./game.js";
import { GLYPH, Graph } from "./graph.js";
import { readFile } from "./files.js";
import { percent } from "../shared/number.js";
import { type First, blank, cellOf } from "./position.js";
import { Quiz } from "./quiz.js";
import { percentage } from "./verdict.js";
import { WhyPanel } from "./why.js";

interface Reviewed {
  doc: ReviewDoc;
  game: Game;
  moments: Moment[]; // moments[k] is before turn k
}

async function review(m: Quiz, text: string, encoding?: "base64"): Promise<Reviewed> {
  const input = { text, encoding };
  const json = JSON.parse((await m.engine.last<ConvertedDoc>({ ask: "mines.convert", input, to: "json" })).text) as { real?: string[] };
  const doc = await m.engine.last<ReviewDoc>({ ask: "mines.review", game: input, retry: true });
  const game = { layout: Array.from((json.real ?? []).join(""), (x) => x === "*") };
  let now: Moment = { position: blank(doc.width, doc.height, doc.mines, doc.first as First), moves: [], boom: null };
  const cell = (name: string) => cellOf(now.position, name)!;
  if (doc.first_click) now = open(game, now, cell(doc.first_click));
  const moments = [now];
  for (const t of doc.turns) moments.push((now = open(game, now, cell(t.cell))));
  return { doc, game, moments };
}

export function Review({ m }: { m: Quiz }) {
  useStore(m);
  const [r, setR] = useState<Reviewed | null>(null);
  const [state, setState] = useState("");
  const load = async (text: string, encoding?: "base64") => {
    setState("Reading the game, and solving every decision…");
    try {
      const done = await review(m, text, encoding);
      store("game", text);
      setR(done);
      setState("");
      show(m, done, done.moments.length - 1);
    } catch (e) {
      setState(e ? "This game cannot be reviewed. " + words(e as ProblemDoc) : "This game cannot be reviewed.");
    }
  };
  useEffect(() => {
    const text = stored("game");
    if (text) void load(text);
    const drop = (e: DragEvent) => {
      e.preventDefault();
      const file = e.dataTransfer?.files[0];
      if (file) void readFile(file).then(([t, encoding]) => load(t, encoding));
    };
    const over = (e: DragEvent) => e.preventDefault();
    const paste = (e: ClipboardEvent) => {
      if (!(e.target as HTMLElement).closest("textarea")) void load(e.clipboardData?.getData("text/plain") ?? "");
    };
    document.addEventListener("drop", drop);
    document.addEventListener("dragover", over);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("drop", drop);
      document.removeEventListener("dragover", over);
      document.removeEventListener("paste", paste);
    };
  }, []);
  useKeys(m, r);
  return (
    <>
      <Header here="mines/review/" />
      <main id="main" class="review">
        <h1>Review a game</h1>
        {state && <p role="status" class="notice">{state}</p>}
        {r ? <Game1 m={m} r={r} /> : <p>Play a game and press “Review this game”, or drop a <code>.board</code> file here, or paste its text below.</p>}
        <details open={!r}><summary>Another game</summary><Paste load={load} /></details>
      </main>
    </>
  );
}

function Paste({ load }: { load: (text: string) => void }) {
  const [text, setText] = useState("");
  return <p class="paste"><textarea aria-label="a game with its moves" rows={5} placeholder="# MINESWEEPER-BOARD v0.1 …" onInput={(e) => setText(e.currentTarget.value)} /><button type="button" onClick={() => load(text)}>Review it</button></p>;
}

// show puts the board at the moment before a turn.
function show(m: Quiz, r: Reviewed, turn: number): void {
  m.asking = false;
  m.grade = "";
  m.said = "";
  m.hidden = false;
  m.mode = "play";
  m.load(r.moments[0]!.position, r.game, r.moments);
  m.step(turn - (r.moments.length - 1));
  const t = r.doc.turns[turn];
  if (t) m.cursor = cellOf(m.position, t.cell)!;
  m.changed();
}

function useKeys(m: Quiz, r: Reviewed | null): void {
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (!r || (e.target as HTMLElement).closest("input, textarea, select")) return;
      const faults = r.doc.turns.map((t, i) => (isFault(t) ? i : -1)).filter((i) => i >= 0);
      const at = turnOf(m, r);
      const to = { "[": at - 1, "]": at + 1, "{": 0, "}": r.moments.length - 1, n: faults.find((i) => i > at), N: faults.filter((i) => i < at).pop() }[e.key];
      if (to === undefined || to < 0 || to >= r.moments.length) return;
      e.preventDefault();
      show(m, r, to);
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, [r]);
}

// A risky click while a safe cell existed is named whatever its size.
function isFault(t: TurnDoc): boolean {
  return t.verdict !== undefined || ((t.safe?.length ?? 0) > 0 && t.risk !== undefined && t.risk.num !== "0");
}

// turnOf is the turn before which the board is, also while a move is tried again.
function turnOf(m: Quiz, r: Reviewed): number {
  const i = r.moments.findIndex((x) => x.position === m.position);
  return i < 0 ? m.at : i;
}

function Game1({ m, r }: { m: Quiz; r: Reviewed }) {
  const d = r.doc;
  const faults = d.turns.filter(isFault);
  const forced = d.turns.filter((t) => !isFault(t) && !(t.safe?.length) && t.risk && t.risk.num !== "0" && t.best.includes(t.cell));
  return (
    <>
      <p class="headline">{d.width}×{d.height}, {d.mines} mines{d.first_click && `, first click ${d.first_click}`}: <b>{d.result}</b> {d.result !== "open" && `at move ${d.turns.length}`}. {d.exact_from > 1 ? `Values are exact from move ${d.exact_from}.` : d.exact_from === 1 ? "All values are exact." : "No value is exact."}</p>
      <div class="review-top">
        <Graph turns={d.turns} result={d.result} at={turnOf(m, r)} go={(i) => show(m, r, i)} />
        {d.ledger && <Ledger r={r} faults={faults} />}
      </div>
      <div class="review-board">
        <div>
          <div class="board-scroll"><Board m={m} /></div>
          <Steps m={m} r={r} />
        </div>
        <div class="review-side">
          <Retry m={m} r={r} />
          <Faults m={m} r={r} faults={faults} />
          {forced.length > 0 && <section aria-label="Forced guesses"><h2>Forced guesses, played best</h2><ul>{forced.map((t) => <li key={t.move}>{t.move}. {t.cell}: the risk was {risk(t.risk)}, and no move was better{t.saw === "mine" ? "; it was a mine" : ""}.</li>)}</ul></section>}
          <WhyPanel m={m} />
        </div>
      </div>
    </>
  );
}

function Steps({ m, r }: { m: Quiz; r: Reviewed }) {
  const last = r.moments.length - 1;
  const at = turnOf(m, r);
  const t = m.asking ? undefined : r.doc.turns[at];
  return (
    <div class="below-board">
      <button type="button" onClick={() => show(m, r, 0)} aria-label="to the start">◀◀</button>
      <button type="button" disabled={at === 0} onClick={() => show(m, r, at - 1)} aria-label="back">◀</button>
      <span>{m.asking ? "retry" : at === last ? "end" : `before move ${at + 1}`}</span>
      <button type="button" disabled={at === last} onClick={() => show(m, r, at + 1)} aria-label="forward">▶</button>
      <button type="button" onClick={() => show(m, r, last)} aria-label="to the end">▶▶</button>
      {t && <span class="quiet">then {t.cell} was opened: {t.saw === "mine" ? "a mine" : t.saw}</span>}
    </div>
  );
}

export function points(f: Fraction): number {
  return (100 * Number((BigInt(f.num) * 1_000_000_000n) / BigInt(f.den))) / 1e9;
}

function risk(f?: Fraction): string { return f ? percent(BigInt(f.num), BigInt(f.den), 1) + "%" : "not known"; }

function Ledger({ r, faults }: { r: Reviewed; faults: TurnDoc[] }) {
  const l = r.doc.ledger!;
  const glyphs = faults.map((t) => t.verdict && GLYPH[t.verdict]).filter(Boolean).join(" ");
  const luck = points(l.luck);
  return (
    <table class="ledger">
      <caption>Ledger: where the result came from</caption>
      <tbody>
        <tr><th scope="row">start</th><td>{points(l.start).toFixed(2)}</td><td /></tr>
        <tr><th scope="row">mistakes</th><td>−{points(l.given_away).toFixed(2)}</td><td>{glyphs}</td></tr>
        <tr><th scope="row">luck</th><td>{luck < 0 ? "−" : "+"}{Math.abs(luck).toFixed(2)}</td><td /></tr>
        <tr class="total"><th scope="row">result</th><td>{points(l.result).toFixed(2)}</td><td>{r.doc.result}</td></tr>
        {r.doc.accuracy !== undefined && <tr><th scope="row">accuracy</th><td>{r.doc.accuracy.toFixed(1)}%</td><td class="quiet">{r.doc.turns.filter((t) => t.given_away?.num === "0").length} of {r.doc.turns.length} moves best</td></tr>}
      </tbody>
    </table>
  );
}

// noFault claims no more than the values allow.
function noFault(d: ReviewDoc): string {
  if (d.exact_from === 0) return "No mistake is proved. No value is exact, so some may be hidden.";
  const from = d.exact_from === 1 ? "" : ` From move ${d.exact_from} on,`;
  const best = d.turns.slice(d.exact_from - 1).every((t) => t.given_away?.num === "0");
  if (!from) return best ? "No mistake: every move was as good as the best." : "No mistake: no move gave away five points.";
  return `No mistake is proved.${from} ${best ? "every move was as good as the best" : "no move gave away five points"}.`;
}

function Faults({ m, r, faults }: { m: Quiz; r: Reviewed; faults: TurnDoc[] }) {
  if (faults.length === 0) return <p>{noFault(r.doc)}</p>;
  return (
    <section aria-label="Mistakes">
      <h2>Mistakes</h2>
      <ul class="faults">
        {faults.map((t) => {
          const i = t.move - 1;
          const better = t.safe?.length ? `${t.safe[0]} was safe` : t.best.length ? `${t.best[0]} was better` : "";
          return (
            <li key={t.move}>
              <p><b class={"glyph " + (t.verdict ?? "")}>{t.verdict ? GLYPH[t.verdict] : "!"}</b> {t.move}. {t.cell}, risk {risk(t.risk)}{t.given_away && <>, gave away <b>{points(t.given_away).toFixed(2)}</b></>}, {t.saw === "mine" ? "punished" : "unpunished"}. {better && better + "."}</p>
              <p>
                <button type="button" onClick={() => retry(m, r, i)}>Retry move {t.move}</button>
                <button type="button" onClick={() => { show(m, r, i); m.askWhy([cellOf(m.position, t.best[0] ?? t.cell)!, cellOf(m.position, t.cell)!]); }}>Why</button>
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function retry(m: Quiz, r: Reviewed, i: number): void {
  m.pose(r.moments[i]!.position, cellOf(r.moments[i]!.position, r.doc.turns[i]!.cell));
}

function Retry({ m, r }: { m: Quiz; r: Reviewed }) {
  if (!m.asking && !m.grade) return null;
  const i = turnOf(m, r);
  const t = r.doc.turns[i];
  return (
    <section class={"retry " + m.grade} aria-label="Retry">
      <h2>{t ? `You played ${t.cell}${t.win.kind === "none" ? "" : `, worth ${percentage(val(t.win))}`}. Find better.` : "Find the best move."}</h2>
      <p role="status">{m.grade === "right" && "✓ "}{m.grade === "wrong" && "✕ "}{m.grade === "thinking" ? "Thinking…" : m.said}</p>
      <p>
        {m.asking && <button type="button" onClick={() => void m.show()}>View the solution</button>}
        <button type="button" onClick={() => show(m, r, i)}>{m.asking ? "Skip" : "Back to the game"}</button>
      </p>
    </section>
  );
}
