// SPDX-License-Identifier: BSD-3-Clause

// The proof explorer: a plan as a tree that can be walked, printed, checked and played.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Chessboard, squares } from "./chessboard.js";
import { type Key, many, t } from "../words/words.js";
import { KINDS, fromFragment, other, shares, toFragment } from "./chess.js";
import type { ProblemDoc } from "../shared/documents.js";
import { type Engine, words } from "../shared/engine.js";
import { Header } from "../shared/frame.js";
import { fragment } from "../shared/outside.js";
import { href } from "../shared/root.js";
import type { BeliefDoc, CaseDoc, CheckDoc, MateDoc, PrintedDoc, WhatIfDoc } from "./kdocs.js";
import { EXAMPLES, ask } from "./labmodel.js";
import { useStore } from "../shared/store.js";
import { ownMen } from "./moves.js";
import { Walk, WalkBoard } from "./walk.js";

// Place is a way down the plan: the node, how it was reached, and the plies left.
interface Place {
  path: string;
  node: number;
  heard: string;
  plies: number;
}

export function ProofPage({ engine }: { engine: Engine }) {
  const [text] = useState(() => fromFragment(fragment()) ?? EXAMPLES[2]![1]);
  const problem = /^# problem ([\w-]+)$/m.exec(text)?.[1];
  const [doc, setDoc] = useState<MateDoc | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    const plies = Number(/^# plies (\d+)/.exec(text)?.[1] ?? 0);
    ask<MateDoc>(engine, { ask: "krieg.mate", position: { text }, plies: plies || undefined, budget: { time_ms: 30_000, memory_mb: 512 } }).then(setDoc, (p: ProblemDoc | null) => setFault(p ? words(p) : t("said.noAnswer")));
  }, []);
  return (
    <>
      <Header here="krieg/play/" />
      <main id="main" class="proof">
        <h1>{doc ? title(doc) : fault ? t("proof.none") : t("mate.searching")}</h1>
        <p role="status" class="away">{doc ? title(doc) : ""}</p>
        <p>{problem && <><a href={href("problems/") + "#" + problem}>{t("proof.problem")}</a> · </>}<a href={href("krieg/") + toFragment(text)}>{t("proof.back")}</a></p>
        {doc?.verdict === "mate" && <AtOnce engine={engine} text={text} doc={doc} />}
        {fault && <p class="problem" lang="en">{fault}</p>}
        {doc && <Tools engine={engine} text={text} doc={doc} />}
        {doc?.cases.map((c, i) => <CaseView key={i} engine={engine} doc={doc} c={c} many={doc.cases.length > 1} />)}
      </main>
    </>
  );
}

// AtOnce says on how many boards the first try mates: a plan goes on only where it does not.
function AtOnce({ engine, text, doc }: { engine: Engine; text: string; doc: MateDoc }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const keys = new Set(doc.cases.flatMap((c) => c.plan?.nodes[0]?.try ?? []));
    ask<BeliefDoc>(engine, { ask: "krieg.belief", position: { text }, tries: true }).then((b) => {
      setSaid((b.tries ?? []).filter((x) => keys.has(x.try) && x.mates).map((x) => t("proof.atOnce", { move: x.name, n: x.mates!, boards: positions(b.tries_of ?? b.positions) })).join(" "));
    }, () => {});
  }, []);
  return <p class="at-once" role="status">{said}</p>;
}

function title(d: MateDoc): string {
  const values = { n: d.moves, why: d.cut ?? "", rest: t("proof.rest", { boards: positions(d.boards), rules: t(`rules.${d.rules}` as Key) }) };
  if (d.verdict === "mate") return t("proof.mate", values);
  if (d.verdict === "no mate") return t(d.proved_by === "refutation" ? "proof.noMate" : "proof.searched", values);
  return t("proof.unknown", values);
}

function positions(n: number): string { return many(n, "positions.one", "positions.many"); }

function proofOf(text: string, d: MateDoc): object {
  return { schema: "krieg.proof/1", question: text, plies: d.plies, verdict: d.verdict, cases: d.cases.map(({ announced, boards, plan, refutation }) => ({ announced, boards, plan, refutation })) };
}

function Tools({ engine, text, doc }: { engine: Engine; text: string; doc: MateDoc }) {
  const [shown, setShown] = useState("");
  const [checked, setChecked] = useState("");
  if (doc.verdict === "unknown") return null;
  const proof = proofOf(text, doc);
  const print = (as: string) => void ask<PrintedDoc>(engine, { ask: "krieg.print", proof, as }).then((d) => setShown(d.text), (p: ProblemDoc) => setShown(words(p)));
  const verify = () => void ask<CheckDoc>(engine, { ask: "krieg.check", proof }).then(
    (d) => setChecked(d.holds ? t("proof.holds", { nodes: many(d.nodes, "nodes.one", "nodes.many"), steps: many(d.steps, "steps.one", "steps.many"), boards: positions(d.boards) }) : t("proof.fails", { why: d.why ?? "" })), (p: ProblemDoc) => setChecked(words(p)));
  return (
    <>
      <p class="finished" role="group" aria-label={t("proof.document")}>
        {doc.verdict === "mate" && <><button type="button" onClick={() => print("text")}>{t("proof.text")}</button><button type="button" onClick={() => print("pgn")}>PGN</button></>}
        <button type="button" onClick={() => setShown(JSON.stringify(proof))}>JSON</button>
        <button type="button" class="strong" onClick={verify}>{t("proof.verify")}</button>
        <span role="status">{checked}</span>
      </p>
      {shown && <p class="printed-proof"><label>{t("proof.the")} <textarea readOnly rows={10} class="printed" value={shown} /></label> <button type="button" onClick={() => setShown("")}>{t("proof.close")}</button></p>}
    </>
  );
}

function CaseView({ engine, doc, c, many }: { engine: Engine; doc: MateDoc; c: CaseDoc; many: boolean }) {
  const [place, setPlace] = useState<Place>(rootOf(c));
  const [walk, setWalk] = useState<Walk | null>(null);
  const head = many && <h2>{t("proof.announced", { what: c.announced ?? "", boards: positions(c.boards) })}</h2>;
  if (!c.plan) return <section>{head}<Refuted c={c} /></section>;
  const plan = c.plan;
  const states = (plan.nodes[place.node]!.belief ?? []).map((i) => plan.states![i]!);
  const begin = () => setWalk(new Walk(engine, doc.rules, doc.me, { states, plies: place.plies }));
  return (
    <section class="case" aria-label={t("proof.plan")}>
      {head}
      <div class="case-board">
        {walk ? <WalkBoard w={walk} /> : states.length > 0 && (
          <Chessboard list={squares(ownMen(states[0]!, doc.me), shares(states, other(doc.me)), KINDS, other(doc.me))} label={t("proof.board", { move: c.told![place.node]!.try, boards: positions(states.length) })} flip={doc.me === "black"} act={() => {}} />
        )}
      </div>
      <div class="case-side">
        {walk ? <Referee w={walk} hint={c.told?.[place.node]?.try ?? ""} done={() => setWalk(null)} /> : (
          <>
            <p class="finished"><button type="button" class="strong" onClick={begin}>{t("proof.play")}</button> <span class="quiet">{t("proof.playMore")}</span></p>
            <PlanTree c={c} place={place} go={setPlace} />
            <WhatIf key={place.path} engine={engine} doc={doc} states={states} plies={place.plies} />
          </>
        )}
      </div>
    </section>
  );
}

function Refuted({ c }: { c: CaseDoc }) {
  const core = c.refutation ? c.refutation.nodes[0]!.belief.map((i) => c.refutation!.states[i]!) : [];
  return (
    <>
      {c.covered !== undefined && <p>{t(c.winnable === c.boards ? "refuted.every" : "refuted.some", { n: c.covered, boards: positions(c.boards), m: c.winnable ?? 0 })}</p>}
      {core.length > 0 && <><p>{t(core.length === 1 ? "refuted.one" : "refuted.these", { n: core.length })}</p><ul class="fens">{core.slice(0, 12).map((f) => <li key={f}><code>{f}</code></li>)}</ul></>}
    </>
  );
}

type Row = Place & {
  level: number;
  leaf: boolean;
  name?: number; // of a subtree that the plan reaches more than once
  as?: Place; // where it is shown
};

function below(c: CaseDoc, p: Place): Place[] {
  return (c.plan!.nodes[p.node]!.replies ?? []).map((b, i) => ({ path: `${p.path}.${i}`, node: b.next, heard: c.told![p.node]!.heard![i]!, plies: b.refused ? p.plies : p.plies - 2 }));
}

// Folds are the subtrees that a plan reaches more than once: it is a graph without cycles,
// and each of them is shown where it comes first.
class Folds {
  private readonly first = new Map<string, Place>();
  private readonly names = new Map<string, number>();

  constructor(private readonly c: CaseDoc, root: Place) { this.visit(root); }

  private key(p: Place): string { return `${p.node}/${p.plies}`; }

  private visit(p: Place): void {
    const replies = below(this.c, p);
    if (replies.length === 0) return; // a single line is no subtree
    const key = this.key(p);
    if (this.first.has(key)) {
      if (!this.names.has(key)) this.names.set(key, this.names.size + 1);
      return;
    }
    this.first.set(key, p);
    replies.forEach((r) => this.visit(r));
  }

  of(p: Place): Pick<Row, "name" | "as"> {
    const first = this.first.get(this.key(p));
    const name = this.names.get(this.key(p));
    return name === undefined ? {} : first!.path === p.path ? { name } : { name, as: first };
  }
}

// rowsOf lists what is visible of the tree, top to bottom.
function rowsOf(c: CaseDoc, folds: Folds, open: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const visit = (p: Place, level: number) => {
    const replies = below(c, p);
    const fold = folds.of(p);
    rows.push({ ...p, ...fold, level, leaf: replies.length === 0 || fold.as !== undefined });
    if (open.has(p.path) && !fold.as) replies.forEach((r) => visit(r, level + 1));
  };
  visit(rootOf(c), 1);
  return rows;
}

function rootOf(c: CaseDoc): Place { return { path: "0", node: 0, heard: "", plies: c.plies }; }

function PlanTree({ c, place, go }: { c: CaseDoc; place: Place; go: (p: Place) => void }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(["0"]));
  const [wanted, setWanted] = useState("");
  const tree = useRef<HTMLUListElement>(null);
  const folds = useMemo(() => new Folds(c, rootOf(c)), [c]);
  const rows = rowsOf(c, folds, open);
  useEffect(() => {
    if (tree.current?.contains(document.activeElement)) tree.current.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
  }, [place.path]);
  const toggle = (path: string, on: boolean) => {
    const next = new Set(open);
    if (on) next.add(path);
    else next.delete(path);
    setOpen(next);
  };
  // follow goes to where a subtree is shown, and opens what is above it.
  const follow = (p: Place) => {
    const steps = p.path.split(".");
    setOpen(new Set([...open, ...steps.map((_, i) => steps.slice(0, i + 1).join("."))]));
    go(p);
  };
  const key = (e: KeyboardEvent) => {
    const at = rows.findIndex((r) => r.path === place.path);
    const row = rows[at]!;
    const to = (i: number) => rows[i] && go(rows[i]!);
    switch (e.key) {
      case "ArrowDown": to(at + 1); break;
      case "ArrowUp": to(at - 1); break;
      case "Home": to(0); break;
      case "End": to(rows.length - 1); break;
      case "ArrowRight": if (row.as) follow(row.as); else if (!row.leaf && !open.has(row.path)) toggle(row.path, true); else if (!row.leaf) to(at + 1); break;
      case "ArrowLeft": if (!row.leaf && open.has(row.path)) toggle(row.path, false); else to(rows.findIndex((r) => r.path === row.path.replace(/\.\d+$/, ""))); break;
      default: return;
    }
    e.preventDefault();
  };
  const matches = (r: Place) => wanted !== "" && r.heard.includes(wanted.toLowerCase());
  return (
    <>
      <ul role="tree" class="plan" aria-label={t("proof.tree")} ref={tree} onKeyDown={key}>
        {rows.map((r) => {
          const told = c.told![r.node]!;
          const first = (c.plies - r.plies) / 2 + 1;
          return (
            <li
              key={r.path} role="treeitem" aria-level={r.level} aria-selected={r.path === place.path} aria-expanded={r.leaf ? undefined : open.has(r.path)} tabIndex={r.path === place.path ? 0 : -1}
              class={`level${Math.min(6, r.level)}${matches(r) ? " found" : ""}`} onClick={() => { go(r); if (!r.leaf && r.path === place.path) toggle(r.path, !open.has(r.path)); }}
            >
              <span class="twist" aria-hidden="true">{r.as ? "↷" : r.leaf ? "·" : open.has(r.path) ? "▾" : "▸"}</span>
              {r.heard && <span class="announced" lang="en">“{r.heard}”</span>} {r.heard && "→ "}<strong>{first}.{told.try}</strong>
              <span class="quiet"> {positions(c.plan!.nodes[r.node]!.count)}{told.remark && <span lang="en">; {told.remark}</span>}</span>
              {r.name !== undefined && !r.as && <span class="fold"> {t("proof.fold", { n: r.name })}</span>}
              {r.as && <button type="button" class="plain fold" tabIndex={-1} onClick={(e) => { e.stopPropagation(); follow(r.as!); }}>{t("proof.as", { n: r.name! })}</button>}
            </li>
          );
        })}
      </ul>
      <p><label>{t("proof.find")} <input value={wanted} onInput={(e) => setWanted(e.currentTarget.value)} placeholder="takes b8" /></label></p>
    </>
  );
}

function WhatIf({ engine, doc, states, plies }: { engine: Engine; doc: MateDoc; states: string[]; plies: number }) {
  const [answer, setAnswer] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const submit = (e: Event) => {
    e.preventDefault();
    const move = input.current!.value.trim();
    if (!move) return;
    setAnswer("…");
    ask<WhatIfDoc>(engine, { ask: "krieg.whatif", rules: doc.rules, me: doc.me, states, plies, try: move, budget: { time_ms: 20_000 } }).then(
      (w) => setAnswer(w.verdict === "mate" ? t("proof.also", { move: w.name, n: (plies + 1) / 2 }) : w.why ?? t("proof.notKnown")), (p: ProblemDoc | null) => setAnswer(p ? words(p) : t("said.noAnswer")));
  };
  return (
    <form class="what-if" onSubmit={submit}>
      <label><span>{t("proof.whatIf")}</span> <input ref={input} size={8} autocomplete="off" spellcheck={false} placeholder="Nb6" /></label> <button>{t("proof.ask")}</button>
      <p role="status">{answer}</p>
    </form>
  );
}

export function Referee({ w, hint, done }: { w: Walk; hint: string; done: () => void }) {
  useStore(w);
  const [told, setTold] = useState(false);
  return (
    <div class="referee">
      <div role="log" aria-label={t("referee.log")}><ol class="said">{w.said.map((line, i) => <li key={i}>{line}</li>)}</ol></div>
      <p role="status" class="headline">{t(w.state === "won" ? "referee.won" : w.state === "failed" ? "referee.failed" : w.state === "thinking" ? "referee.thinks" : w.said.length ? "referee.turn" : "referee.first")}</p>
      {w.note && <p class="problem">{w.note}</p>}
      <p class="finished">
        {w.moved && <button type="button" onClick={() => w.back()}>{t("referee.back")}</button>}
        {hint && !w.moved && <button type="button" onClick={() => setTold(true)}>{told ? t("referee.plays", { move: hint }) : t("referee.what")}</button>}
        <button type="button" onClick={done}>{t("referee.done")}</button>
      </p>
    </div>
  );
}
