// SPDX-License-Identifier: BSD-3-Clause

// A table, and then test by test: what to do now, why, and what each answer would mean.

import { useEffect, useState } from "preact/hooks";
import board from "../../../diag/isolation/examples/board.csv";
import car from "../../../diag/isolation/examples/car.csv";
import network from "../../../diag/isolation/examples/network.csv";
import { useDrops } from "../shared/drops.js";
import { Header } from "../shared/frame.js";
import { type Engine, words } from "../shared/engine.js";
import type { ProblemDoc } from "../shared/documents.js";
import type { DiagNext, DiagPlan } from "../shared/schemas.js";
import { Runbook } from "./runbook.js";
import { amount, percent, phrase, spend } from "./words.js";

const EXAMPLES = { car, network, board };
type Example = keyof typeof EXAMPLES;

// WORK is counted in sets of faults, so that every device shows the same.
const WORK = { nodes: 20_000, memory_mb: 256 };

// LARGEST is how much of a file is read: more than the engine takes, so that it says so.
const LARGEST = (8 << 20) + 1;

export function DiagPage({ engine }: { engine: Engine }) {
  const [text, setText] = useState<string>(car);
  const [table, setTable] = useState("");
  const [folded, fold] = useState(false);
  const [held, setHeld] = useState(false);
  const begin = (t: string) => {
    setText(t);
    setTable(t);
    fold(true); // the test to perform is what one wants to see now
  };
  useDrops(begin, (file) => void file.slice(0, LARGEST).text().then(begin), setHeld);
  return (
    <>
      <Header here="diag/" />
      <main id="main" class={"diag" + (held ? " held" : "")}>
        <h1>{phrase("title")}</h1>
        <p class="lead">{phrase("lead")}</p>
        <form class="card table" onSubmit={(e) => { e.preventDefault(); begin(text); }}>
          <div class="row" role="group" aria-label={phrase("examples")}>
            {(Object.keys(EXAMPLES) as Example[]).map((x) => (
              <button type="button" key={x} class="btn" onClick={() => begin(EXAMPLES[x])}>{phrase(`example.${x}`)}</button>
            ))}
          </div>
          <details open={!folded} onToggle={(e) => fold(!e.currentTarget.open)}>
            <summary>{phrase("table")}</summary>
            <p id="csv-help" class="quiet-say">{phrase("tableHelp")}</p>
            <textarea id="csv" aria-label={phrase("table")} aria-describedby="csv-help" rows={10} spellcheck={false} wrap="off" value={text} onInput={(e) => setText(e.currentTarget.value)} />
            <button class="btn pri">{phrase("solve")}</button>
          </details>
        </form>
        {table && <Search key={table} engine={engine} table={table} wrong={() => fold(false)} />}
      </main>
    </>
  );
}

// Search is one search for a fault: what was read, and what to do now.
function Search({ engine, table, wrong }: { engine: Engine; table: string; wrong: () => void }) {
  const [seen, setSeen] = useState<string[]>([]);
  const [next, setNext] = useState<DiagNext | null>(null);
  const [plan, setPlan] = useState<DiagPlan | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    let gone = false;
    const failed = (p: ProblemDoc | null) => {
      if (gone) return;
      setFault(p ? words(p) : "");
      wrong();
    };
    setFault("");
    engine.last<DiagNext>({ ask: "diag.next", table, seen, budget: WORK }).then((d) => { if (!gone) setNext(d); }, failed);
    return () => { gone = true; };
  }, [seen]);
  useEffect(() => {
    engine.last<DiagPlan>({ ask: "diag.solve", table, budget: WORK }).then(setPlan, () => {});
  }, []);
  if (fault) return <p class="notice card" role="alert">{fault}</p>;
  if (!next) return <p class="notice" role="status">{phrase("thinking")}</p>;
  return (
    <div class="search">
      <Now d={next} read={(r) => setSeen([...seen, `${next.test}=${r}`])} />
      <aside class="card so-far" aria-label={phrase("seen")}>
        <p class="money"><span>{phrase("paid")}</span> <b>{amount(next.paid ?? 0)}</b></p>
        {seen.length > 0 && (
          <>
            <h2>{phrase("seen")}</h2>
            <ol>{seen.map((s) => <li key={s}>{s.replace("=", ": ")}</li>)}</ol>
            <p class="row">
              <button type="button" class="btn" onClick={() => setSeen(seen.slice(0, -1))}>{phrase("undo")}</button>
              <button type="button" class="btn" onClick={() => setSeen([])}>{phrase("restart")}</button>
            </p>
          </>
        )}
        <h2>{phrase("left")}</h2>
        <ul class="faults">{next.left.slice(0, 8).map((f) => <li key={f.fault}><span>{f.fault}</span> <b>{percent(f.chance)}</b></li>)}</ul>
        {next.left.length > 8 && <p class="quiet-say">{phrase("more", { n: next.left.length - 8 })}</p>}
      </aside>
      {plan && <Runbook plan={plan} />}
    </div>
  );
}

// Now is the test to perform, or what was found.
function Now({ d, read }: { d: DiagNext; read: (reading: string) => void }) {
  if (d.found) {
    return (
      <section class="card now" role="status">
        <p class="cap">{phrase(d.left.length === 1 ? "found" : "foundMany")}</p>
        <p class="what">{d.left.map((f) => f.fault).join(", ")}</p>
      </section>
    );
  }
  const second = d.tests?.find((t) => t.test !== d.test);
  return (
    <section class="card now" aria-live="polite">
      <p class="cap">{phrase("next")}</p>
      <p class="what">{d.test}</p>
      <p>{phrase("price", { price: amount(d.price ?? 0) })} {phrase(d.cost.kind === "exact" ? "why" : "whyBounds", { cost: spend(d.cost) })} {second && phrase("second", { test: second.test, cost: spend(second.cost) })}</p>
      <h2>{phrase("ask")}</h2>
      <ul class="answers">
        {d.answers!.map((a) => (
          <li key={a.reading}>
            <button type="button" class="btn" onClick={() => read(a.reading)}>{a.reading}</button>
            <span class="quiet-say">{phrase("means", { chance: percent(a.chance), left: short(a.left) })}{a.then && <> · {phrase("then", { test: a.then })}</>}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function short(list: string[]): string {
  return list.length <= 3 ? list.join(", ") : list.slice(0, 2).join(", ") + ", " + phrase("more", { n: list.length - 2 });
}
