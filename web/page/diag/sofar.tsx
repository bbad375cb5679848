// SPDX-License-Identifier: BSD-3-Clause

// What was done and paid, what is still possible, and the head of the printed sheet.

import type { Job } from "./job.js";
import { about } from "./table.js";
import { actionOf, priceOf } from "./view.js";
import { amount, deed, faultName, percent, phrase, result } from "./words.js";

const MOST = 8; // faults that are listed

export function SoFar({ job }: { job: Job }) {
  const { view, seen } = job;
  return (
    <aside class="card so-far" aria-label={phrase("seen")}>
      <p class="money"><span>{phrase("paid")}</span> <b>{amount(view?.paid ?? 0)}</b></p>
      {seen.length > 0 && <><h2>{phrase("seen")}</h2><ol>{seen.map((s, i) => <Event key={i} job={job} event={s} />)}</ol></>}
      {(seen.length > 0 || job.ended) && (
        <p class="row"><button type="button" class="btn restart" onClick={() => job.restart()}>{phrase("restart")}</button></p>
      )}
      {view && <Faults job={job} />}
      <p class="row"><button type="button" class="btn print" aria-keyshortcuts="p" onClick={() => void sheet(job)}>{phrase("print")}</button></p>
    </aside>
  );
}

function Event({ job, event }: { job: Job; event: string }) {
  const { action, result: word } = actionOf(event, job.contents!);
  return <li><span>{deed(action)}: <b>{result(action, word)}</b></span> {job.errs && <span class="quiet-say">{amount(priceOf(action, job.contents!))}</span>}</li>;
}

function Faults({ job }: { job: Job }) {
  const { faults } = job.view!;
  return (
    <>
      <h2>{phrase("left")}</h2>
      <ul class="faults">
        {faults.slice(0, MOST).map((f) => (
          <li key={f.fault}>
            <span>{faultName(f.fault)}</span> <b>{percent(f.chance)}</b>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width={100 * f.chance} height="4" /></svg>
          </li>
        ))}
      </ul>
      {faults.length > MOST && <p class="quiet-say">{phrase("more", { n: faults.length - MOST })}</p>}
    </>
  );
}

// sheet prints the job with the whole plan from here, every branch of it open.
async function sheet(job: Job): Promise<void> {
  if (!job.isOver) await job.solve();
  setTimeout(() => { // once the plan is drawn
    const closed = [...document.querySelectorAll<HTMLDetailsElement>("details.runbook, .runbook details")].filter((d) => !d.open);
    closed.forEach((d) => (d.open = true));
    addEventListener("afterprint", () => closed.forEach((d) => (d.open = false)), { once: true });
    print();
  });
}

// SheetHead stands on paper only: what the sheet is about, and lines to fill in.
export function SheetHead({ job }: { job: Job }) {
  if (!job.contents) return null;
  return (
    <header class="paper sheet-head">
      <p class="sheet-title">{phrase("sheet")}</p>
      <p lang="en">{about(job.table)}</p>
      <p class="blanks"><span>{phrase("machine")}</span><span>{phrase("technician")}</span><span>{phrase("date")}</span></p>
    </header>
  );
}
