// SPDX-License-Identifier: BSD-3-Clause

// A table, and then step by step: what to do now, why, and what each result would mean.

import { useEffect, useRef, useState } from "preact/hooks";
import { useDrops } from "../shared/drops.js";
import { Dialog, Header } from "../shared/frame.js";
import { type Engine, words } from "../shared/engine.js";
import type { ProblemDoc } from "../shared/documents.js";
import { useStore } from "../shared/store.js";
import { CERTAIN, ERRING, type Example } from "./examples.js";
import { Job } from "./job.js";
import { Now } from "./now.js";
import { Plan } from "./plan.js";
import { SheetHead, SoFar } from "./sofar.js";
import { type Place, about, placeOf } from "./table.js";
import { type Phrase, phrase } from "./words.js";

// LARGEST is how much of a file is read: more than the engine takes, so that it refuses it.
const LARGEST = (8 << 20) + 1;

const KEYS: [string, Phrase][] = [["1 – 9", "key.answer"], ["u", "key.undo"], ["p", "key.print"], ["?", "key.help"]];

export function DiagPage({ engine }: { engine: Engine }) {
  const [job] = useState(() => new Job(engine));
  useStore(job);
  const [text, setText] = useState<string>(ERRING.fan);
  const [folded, fold] = useState(false);
  const [held, setHeld] = useState(false);
  const [help, setHelp] = useState(false);
  const begin = (t: string) => {
    setText(t);
    fold(true); // the test to perform is what one wants to see now
    job.begin(t);
  };
  useDrops(begin, (file) => void file.slice(0, LARGEST).text().then(begin), setHeld);
  useEffect(() => {
    if (!job.resume()) return;
    setText(job.table);
    fold(true);
  }, []);
  useKeys(job, () => setHelp(true));
  const wrong = job.fault && !job.contents ? job.fault : null;
  useEffect(() => { if (wrong) fold(false); }, [wrong]);
  return (
    <>
      <Header here="diag/" help={() => setHelp(true)} />
      <main id="main" class={"diag" + (held ? " held" : "")}>
        <h1>{phrase("title")}</h1>
        {!job.contents && <p class="lead">{phrase("lead")}</p>}
        <SheetHead job={job} />
        <form class="card table" onSubmit={(e) => { e.preventDefault(); begin(text); }}>
          <details open={!folded} onToggle={(e) => fold(!e.currentTarget.open)}>
            <summary>{phrase("table")}</summary>
            <Choices name="examplesErring" list={Object.keys(ERRING) as Example[]} begin={begin} />
            <Choices name="examplesCertain" list={Object.keys(CERTAIN) as Example[]} begin={begin} />
            <p id="csv-help" class="quiet-say">{phrase("tableHelp")}</p>
            <textarea id="csv" aria-label={phrase("table")} aria-describedby="csv-help" rows={10} spellcheck={false} wrap="off" autocapitalize="off" value={text} onInput={(e) => setText(e.currentTarget.value)} />
            <p class="row"><button class="btn pri">{phrase("solve")}</button> <FileButton open={begin} /></p>
          </details>
          {folded && job.contents && <p class="quiet-say machine" lang="en">{about(job.table)}</p>}
          {wrong && <Wrong fault={wrong} text={text} table={job.table} />}
        </form>
        {job.contents && (
          <div class="search">
            <Now job={job} />
            <SoFar job={job} />
            <Plan job={job} />
          </div>
        )}
        {!job.contents && job.busy && <p class="notice" role="status">{phrase("thinking")}</p>}
      </main>
      <Dialog open={help} title={phrase("keys")} close={() => setHelp(false)}>
        <dl class="keys">{KEYS.map(([key, what]) => <div key={key}><dt>{key}</dt><dd>{phrase(what)}</dd></div>)}</dl>
      </Dialog>
    </>
  );
}

function Choices({ name, list, begin }: { name: Phrase; list: Example[]; begin: (text: string) => void }) {
  const texts: Record<Example, string> = { ...ERRING, ...CERTAIN };
  return (
    <div class="row examples" role="group" aria-label={phrase(name)}>
      <span class="quiet-say" aria-hidden="true">{phrase(name)}</span>
      {list.map((x) => <button type="button" key={x} class="btn" onClick={() => begin(texts[x])}>{phrase(`example.${x}`)}</button>)}
    </div>
  );
}

// FileButton opens a file where nothing can be dropped, as on a phone.
function FileButton({ open }: { open: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined) => { if (file) void file.slice(0, LARGEST).text().then(open); };
  return (
    <>
      <button type="button" class="btn" onClick={() => input.current!.click()}>{phrase("file")}</button>
      <input ref={input} type="file" accept=".csv,text/csv,text/plain" hidden onChange={(e) => { take(e.currentTarget.files?.[0]); e.currentTarget.value = ""; }} />
    </>
  );
}

// Wrong says what is wrong with a table, and leads to the cell.
function Wrong({ fault, text, table }: { fault: ProblemDoc; text: string; table: string }) {
  const at = fault.line ? placeOf(table, fault.line, fault.column ?? 1) : null;
  return (
    <div class="wrong" role="alert">
      <p>{at ? <b>{where(fault, at)}</b> : null} <span lang="en">{at ? fault.detail : words(fault)}</span></p>
      {at && text === table && <button type="button" class="btn" onClick={() => mark(at)}>{phrase("toCell")}</button>}
    </div>
  );
}

function where(fault: ProblemDoc, at: Place): string {
  const place = phrase("cell", { line: fault.line!, cell: fault.column ?? 1 });
  const names = [at.row, at.column].filter((x) => x).join(" · ");
  return names ? `${place} (${names}):` : `${place}:`;
}

// mark selects a cell of the table.
function mark(at: Place): void {
  const area = document.querySelector<HTMLTextAreaElement>("#csv")!;
  area.focus();
  area.setSelectionRange(at.from, at.to);
  const line = area.value.slice(0, at.from).split("\n").length - 1;
  area.scrollTop = Math.max(0, line - 2) * parseFloat(getComputedStyle(area).lineHeight);
}

// useKeys lets the number of a result, u, p and ? do what their buttons do.
function useKeys(job: Job, help: () => void): void {
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey || (e.target as HTMLElement).closest("input, textarea, dialog")) return;
      if (e.key === "?") help();
      else if (e.key === "u" && (job.seen.length > 0 || job.ended)) job.undo();
      else if (e.key === "p") document.querySelector<HTMLButtonElement>(".print")?.click();
      else if (/^[1-9]$/.test(e.key)) document.querySelectorAll<HTMLButtonElement>(".answers .btn")[Number(e.key) - 1]?.click();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
