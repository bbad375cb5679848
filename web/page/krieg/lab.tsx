// SPDX-License-Identifier: BSD-3-Clause

// The Kriegspiel lab: what is possible, what a try would teach, and what was heard.

import { useEffect, useRef, useState } from "preact/hooks";
import { Chessboard, type Square, squares } from "./chessboard.js";
import { KINDS, count, glyph, hiddenMen, kindWord, manWord, other, parseFEN, percentText, spell, squareName, toFragment } from "./chess.js";
import { words } from "../shared/engine.js";
import { Dialog, Header } from "../shared/frame.js";
import { href } from "../shared/root.js";
import type { BeliefDoc, StepDoc, Weights } from "./kdocs.js";
import { EXAMPLES, type Lab } from "./labmodel.js";
import { useStore } from "../shared/store.js";

const KEYS: [string, string][] = [
  ["k q r b n p", "heat of that man only"], ["*", "heat of all men"], ["arrows, Home, End, PgUp, PgDn", "move on the board"],
  ["Enter", "place a phantom, if one is chosen"], ["/", "type what you heard"], ["?", "this list"],
];

export function LabPage({ m }: { m: Lab }) {
  useStore(m);
  const [help, setHelp] = useState(false);
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if ((e.target as HTMLElement).closest("input, textarea, select") || e.ctrlKey || e.altKey || e.metaKey) return;
      if (KINDS.includes(e.key)) m.show(e.key);
      else if (e.key === "*") m.show(KINDS);
      else if (e.key === "?") setHelp(true);
      else if (e.key === "/") document.querySelector<HTMLInputElement>("#heard")?.focus();
      else return;
      e.preventDefault();
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, []);
  const b = m.belief;
  return (
    <>
      <Header here="krieg/" help={() => setHelp(true)} />
      <main id="main" class="lab">
        <h1 class="away">Kriegspiel lab</h1>
        <div class="lab-board">
          <LabBoard m={m} />
          <Heat m={m} />
          <Phantoms m={m} />
        </div>
        <Log m={m} />
        <section class="lab-belief" aria-label="Belief">
          <p class="headline" role="status">{headline(m)}</p>
          {m.problem && (
            <div class="problem" role="alert">
              <p>{words(m.problem)}</p>
              {m.problem.reason?.map((r, i) => <p key={i}>{r}</p>)}
              {b && <p class="quiet">Below: what was known before line {m.problem.line}.</p>}
            </div>
          )}
          {b?.to_move && <p class="quiet">{b.me === b.to_move ? "Your turn" : "The opponent's turn"} as {b.me}, {b.rules} rules.</p>}
          {b && <Assumption m={m} b={b} />}
          {b && <Spark steps={b.events ?? []} />}
          {b && <Positions m={m} b={b} />}
        </section>
        {b && <Tries m={m} b={b} />}
      </main>
      <Dialog open={help} title="Keys" close={() => setHelp(false)}>
        <dl class="keys">{KEYS.map(([k, what]) => <div key={k}><dt>{k}</dt><dd>{what}</dd></div>)}</dl>
      </Dialog>
    </>
  );
}

function headline(m: Lab): string {
  if (m.problem?.type === "contradictory-position") return "No position fits what was heard";
  if (m.problem) return "This cannot be read yet";
  if (m.busy || !m.belief) return "Counting…";
  const e = m.belief.estimate;
  if (e?.lost) return "No position was found; there may be some";
  if (e) return `Estimate · sample of ${count(Math.min(e.carried, m.belief.positions), "position")}, effective ${Math.floor(e.effective)}, repaired ${count(e.repairs ?? 0, "time")}`;
  return `${count(m.belief.positions, "position")} · ${(m.belief.bits ?? 0).toFixed(2)} bits not known`;
}

const ASSUMED: Record<NonNullable<BeliefDoc["weights"]>, [string, string]> = {
  positions: ["every position", "Percentages count every position the same."],
  histories: ["every history", "Percentages count every sequence of moves that fits the same: a position with more ways to it is likelier."],
  random: ["random opponent", "Percentages take the opponent to choose among his legal moves with equal chances."],
  given: ["as given", "Percentages use the weights that came with the position."],
};

// Assumption says what every percentage assumes, and lets it be changed where it can be.
function Assumption({ m, b }: { m: Lab; b: BeliefDoc }) {
  const now = b.weights ?? "positions";
  const choices: Weights[] = ["positions", "histories", "random"];
  return (
    <p class="quiet assumption">
      {b.events && <label>count <select value={now} onChange={(e) => m.weigh(e.currentTarget.value as Weights)}>{choices.map((w) => <option key={w} value={w}>{ASSUMED[w][0]}</option>)}</select></label>}
      {" "}{ASSUMED[now][1]} That is an assumption; which positions are possible is not.
    </p>
  );
}

// LabBoard shows the heat, or the positions that are pinned: one as it is, two by their difference.
function LabBoard({ m }: { m: Lab }) {
  const b = m.belief;
  if (!b?.own) return <Chessboard list={squares("8/8/8/8/8/8/8/8", {}, "", "black")} label="Empty chessboard" act={() => {}} />;
  const them = other(b.me);
  const list = m.pins.length ? pinned(b, m.pins) : squares(b.own, b.heat ?? {}, m.kinds, them);
  for (const [i, kind] of m.phantoms) list[i] = haunted(list[i]!, b, i, kind);
  const what = m.pins.length ? "pinned position" : m.kinds === KINDS ? "hidden men" : `hidden ${kindWord(m.kinds)}`;
  return <Chessboard list={list} label={`Chessboard, your men are ${b.me}, ${what}, ${count(b.positions, "position")} possible`} flip={b.me === "black"} act={(i) => m.place(i)} />;
}

function pinned(b: BeliefDoc, pins: string[]): Square[] {
  const first = parseFEN(pins[0]!);
  const second = pins[1] ? parseFEN(pins[1]) : first;
  const mine = parseFEN(b.own ?? "");
  return first.map((man, i) => {
    const name = squareName(i);
    if (mine[i]) return { text: glyph(mine[i]!), classes: "man own", label: `${name}, your ${manWord(mine[i]!)}` };
    const to = second[i]!;
    if (man === to) return man ? { text: glyph(man), classes: "man hidden-man", label: `${name}, ${manWord(man)}` } : { text: "", classes: "", label: `${name}, empty` };
    const say = (x: string) => (x ? manWord(x) : "nothing");
    return { text: `${man ? glyph(man) : "–"}|${to ? glyph(to) : "–"}`, classes: "ring differs", label: `${name}, differs: ${say(man)} in the first, ${say(to)} in the second` };
  });
}

// haunted draws a phantom over a square.
function haunted(s: Square, b: BeliefDoc, i: number, kind: string): Square {
  const p = b.heat?.[kind]?.[squareName(i)] ?? 0;
  return { text: glyph(spell(kind, other(b.me))), classes: s.classes.replace("own", "") + " phantom", label: `${s.label}, your phantom ${kindWord(kind)}: ${percentText(p)} percent` };
}

function Heat({ m }: { m: Lab }) {
  return (
    <div class="kinds">
      <div role="group" aria-label="Heat of" class="segments">
        <button type="button" aria-pressed={m.kinds === KINDS} onClick={() => m.show(KINDS)}>any</button>
        {Array.from(KINDS, (k) => <button key={k} type="button" aria-pressed={m.kinds === k} aria-label={kindWord(k)} onClick={() => m.show(k)}>{k}</button>)}
      </div>
      <span class="legend"><span><span class="ramp" /> rare to likely</span></span>
    </div>
  );
}

function Phantoms({ m }: { m: Lab }) {
  const b = m.belief;
  return (
    <details class="phantoms">
      <summary>Phantoms: men you guess, never told to the engine</summary>
      <div role="group" aria-label="Phantom" class="segments">
        {Array.from(KINDS, (k) => <button key={k} type="button" aria-pressed={m.phantom === k} aria-label={"phantom " + kindWord(k)} onClick={() => { m.phantom = m.phantom === k ? "" : k; m.changed(); }}>{k}</button>)}
        <button type="button" onClick={() => { m.phantoms.clear(); m.phantom = ""; m.changed(); }}>clear</button>
      </div>
      <p class="quiet">Choose a man, then squares.</p>
      <ul>{b && [...m.phantoms].map(([i, k]) => <li key={i}>your {kindWord(k)} on {squareName(i)}: {percentText(b.heat?.[k]?.[squareName(i)] ?? 0)}%</li>)}</ul>
    </details>
  );
}

// Spark is the number of positions after each line, on a logarithmic scale.
function Spark({ steps }: { steps: StepDoc[] }) {
  if (steps.length < 2) return null;
  const top = Math.max(1, ...steps.map((s) => Math.log2(s.positions || 1)));
  const wide = 240;
  const x = (i: number) => 4 + (i * (wide - 8)) / (steps.length - 1);
  const y = (s: StepDoc) => 36 - (32 * Math.log2(s.positions || 1)) / top;
  const most = Math.max(...steps.map((s) => s.positions));
  return (
    <figure class="spark">
      <svg viewBox={`0 0 ${wide} 40`} role="img" aria-label={`Positions after each line: ${steps.map((s) => s.positions).join(", ")}`}>
        <polyline points={steps.map((s, i) => `${x(i).toFixed(1)},${y(s).toFixed(1)}`).join(" ")} />
        {steps.map((s, i) => <circle key={i} cx={x(i)} cy={y(s)} r="2.4" />)}
      </svg>
      <figcaption class="quiet">positions after each line, at most {most.toLocaleString("en")} (logarithmic)</figcaption>
    </figure>
  );
}

function Positions({ m, b }: { m: Lab; b: BeliefDoc }) {
  const [more, setMore] = useState(12);
  const boards = (b.boards ?? []).map((fen, i) => ({ fen, i })).filter((x) => !m.heard || m.heard.includes(x.i));
  const them = other(b.me);
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([(b.boards ?? []).join("\n") + "\n"], { type: "text/plain" }));
    link.download = "positions.fen";
    link.click();
  };
  return (
    <div class="positions">
      {m.heard && <p class="notice">Filter: “{m.heardWords}” after {m.whyName}: {boards.length} left <button type="button" onClick={() => { m.heard = null; m.changed(); }}>all</button></p>}
      {m.pins.length > 0 && <p class="notice">{m.pins.length === 1 ? "One position pinned: pin a second one to see where they differ." : "Ringed squares differ: first | second."} <button type="button" onClick={() => { m.pins = []; m.changed(); }}>unpin</button></p>}
      <table>
        <caption class="away">Positions that fit</caption>
        <thead><tr><th scope="col">#</th><th scope="col">share</th><th scope="col" class="wide">{them}’s men</th><th scope="col"><span class="away">pin</span></th></tr></thead>
        <tbody>
          {boards.slice(0, more).map(({ fen, i }) => (
            <tr key={fen} class={m.pins.includes(fen) ? "here" : ""}>
              <th scope="row">{i + 1}</th><td>{percentText(b.shares?.[i] ?? 1 / b.positions)}%</td><td class="wide">{hiddenMen(fen, them)}</td>
              <td><button type="button" aria-pressed={m.pins.includes(fen)} aria-label={`pin position ${i + 1}`} onClick={() => m.pin(fen)}>pin</button></td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="below">
        {boards.length > more && <button type="button" onClick={() => setMore(more + 50)}>more of {count(m.heard ? boards.length : b.positions, "position")}</button>}
        <button type="button" onClick={save}>Export FENs</button>
        {b.positions > (b.boards?.length ?? 0) && <span class="quiet">{b.boards?.length ?? 0} of {b.positions.toLocaleString("en")} are listed</span>}
      </p>
    </div>
  );
}

function Tries({ m, b }: { m: Lab; b: BeliefDoc }) {
  const [more, setMore] = useState(10);
  const [moves, setMoves] = useState(b.goal || 2);
  useEffect(() => setMoves(b.goal || 2), [b.goal]);
  const keys = new Set(m.mate?.verdict === "mate" ? m.mate.cases.flatMap((c) => c.keys ?? []) : []);
  const tries = (b.tries ?? []).slice().sort((x, y) => Number(keys.has(y.try)) - Number(keys.has(x.try)));
  const badge = b.kind === "exact" && b.tries_of === b.positions ? "● exact" : "○ estimate";
  const by = ASSUMED[b.weights ?? "positions"][0];
  return (
    <section class="lab-tries" aria-label="Tries">
      <h2>Tries <span class="badge">{badge}</span> <span class="quiet">by {by}</span></h2>
      <p class="finished">
        <label>mate in <input type="number" min="1" max="9" value={moves} onChange={(e) => setMoves(Math.max(1, Math.min(9, Number(e.currentTarget.value) || 2)))} /></label>
        <button type="button" class="strong" disabled={m.proving || b.me !== b.to_move || m.problem !== null} onClick={() => void m.prove(moves)}>{m.proving ? "Searching…" : "Can I force it?"}</button>
      </p>
      <MateVerdict m={m} />
      {tries.length === 0 ? <p class="quiet">It is the opponent’s turn: say what you hear.</p> : (
        <table class="moves">
          <caption class="away">What could be tried</caption>
          <thead><tr><th scope="col">try</th><th scope="col">illegal</th><th scope="col">learns</th><th scope="col">mates on</th></tr></thead>
          <tbody>
            {tries.slice(0, more).map((t) => (
              <tr key={t.try} class={m.whyName === t.name && m.why ? "here" : ""}>
                <th scope="row"><button type="button" onClick={() => void m.ifITry(t.name, t.try)}>{t.name}</button>{keys.has(t.try) && <strong> MATE {m.mate!.moves} ●</strong>}</th>
                <td>{percentText(t.illegal)}%</td><td>{t.bits.toFixed(2)} b</td><td>{t.mates ? t.mates : "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {tries.length > more && <p class="below"><button type="button" onClick={() => setMore(more + 50)}>{tries.length - more} more</button></p>}
      <IfITry m={m} />
    </section>
  );
}

function MateVerdict({ m }: { m: Lab }) {
  const d = m.mate;
  if (!d) return <p role="status" />;
  const text = d.verdict === "mate" ? `MATE IN ${d.moves} ● proved` : d.verdict === "no mate" ? `NO MATE IN ${d.moves} ● ${d.proved_by === "refutation" ? "proved" : "searched exhaustively"}` : d.on_sample ? `Not proved ○: mate is forced on all ${d.boards.toLocaleString("en")} positions of the sample, but more fit` : `Not known: ${d.cut}`;
  return (
    <p role="status" class="headline">
      {text} {d.verdict !== "unknown" && d.kind === "exact" && <a href={href("krieg/proof/") + toFragment(m.text.includes("goal:") ? m.text : withPlies(m.text, d.plies))}>Open in the proof explorer</a>}
    </p>
  );
}

// withPlies keeps the length of the mate with a history, in a comment.
export function withPlies(text: string, plies: number): string { return `# plies ${plies}\n${text.replace(/^# plies \d+\n/, "")}`; }

function IfITry({ m }: { m: Lab }) {
  if (!m.why) return null;
  return (
    <div class="if" aria-live="polite">
      <h2>If I try {m.whyName}: <span class="badge">{m.why.kind === "exact" ? "● exact" : "○ estimate"}</span></h2>
      {m.why.cases.map((c, i) => (
        <div key={i}>
          {m.why!.cases.length > 1 && <p class="quiet">if “{c.announced}” was announced ({count(c.boards, "position")}):</p>}
          <table>
            <caption class="away">What could be heard</caption>
            <thead><tr><th scope="col">heard</th><th scope="col">chance</th><th scope="col">positions</th></tr></thead>
            <tbody>{c.heard.map((h) => (
              <tr key={h.heard}>
                <th scope="row">{h.which ? <button type="button" class="plain" title="show these positions" onClick={() => { m.heard = h.which!; m.heardWords = h.words; m.changed(); }}>{h.words}</button> : h.words}</th>
                <td>{percentText(h.share)}%</td><td>{h.boards}</td>
              </tr>
            ))}</tbody>
          </table>
          <p class="quiet">learns {c.bits.toFixed(2)} bits on average</p>
        </div>
      ))}
    </div>
  );
}

// Log is what was heard, line by line, with what each line did.
function Log({ m }: { m: Lab }) {
  const input = useRef<HTMLInputElement>(null);
  const [editing, setEditing] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const steps = new Map((m.belief?.events ?? []).map((s) => [s.line ?? 0, s]));
  const wrong = m.problem?.line ?? 0;
  const clash = new Set(m.problem?.conflict_lines);
  const submit = (e: Event) => {
    e.preventDefault();
    const line = input.current!.value.trim();
    if (!line) return;
    input.current!.value = "";
    m.add(line);
  };
  return (
    <section class="lab-log" aria-label="Referee log">
      <h2>Heard
        <select aria-label="example" value="" onChange={(e) => { void m.hear(EXAMPLES[Number(e.currentTarget.value)]![1]); }}>
          <option value="" disabled>examples…</option>
          {EXAMPLES.map(([name], i) => <option key={name} value={i}>{name}</option>)}
        </select>
        <button type="button" aria-pressed={editing} onClick={() => setEditing(!editing)}>edit as text</button>
      </h2>
      {editing ? (
        <form onSubmit={(e) => { e.preventDefault(); setEditing(false); void m.hear(area.current!.value); }}>
          <textarea ref={area} rows={Math.max(6, m.lines.length + 1)} aria-label="Everything that was heard" spellcheck={false} defaultValue={m.text} />
          <p><button class="strong">Use it</button></p>
        </form>
      ) : (
        <ol class="heard">
          {m.lines.filter((l, i) => l !== "" || i < m.lines.length - 1).map((line, i) => (
            <li key={i} class={wrong === i + 1 ? "clashes" : clash.has(i + 1) ? "suspect" : ""}>
              <code>{line}</code> <span class="effect">{wrong === i + 1 ? "✕ cannot be" : effect(steps.get(i + 1))}{clash.has(i + 1) && wrong !== i + 1 && ` · ↯ clashes with line ${wrong}`}</span>
              <button type="button" class="plain" aria-label={`remove line ${i + 1}`} onClick={() => m.drop(i)}>×</button>
            </li>
          ))}
        </ol>
      )}
      <form class="command" onSubmit={submit}>
        <label><span>heard</span><input id="heard" ref={input} autocomplete="off" spellcheck={false} placeholder="W e2e4 yes · B moved · B takes e4 check long" onKeyDown={(e) => e.key === "Escape" && input.current!.blur()} /></label>
      </form>
    </section>
  );
}

function effect(s: StepDoc | undefined): string {
  if (!s) return "";
  if (s.sampled) return `sample of ${count(s.positions, "position")}`;
  return s.ruled_out ? `${count(s.positions, "position")}, ruled out ${s.ruled_out.toLocaleString("en")}` : count(s.positions, "position");
}
