// SPDX-License-Identifier: BSD-3-Clause

// What to do now, why, and what each result would mean.

import { useEffect, useRef } from "preact/hooks";
import { words } from "../shared/engine.js";
import { t } from "../words/words.js";
import { type Job, SURE } from "./job.js";
import { type Action, type Answer, type Cost, type View, eventOf, isEnd, others, resultsOf, same } from "./view.js";
import { amount, deed, ending, faultName, likely, percent, phrase, result, spend, sureness } from "./words.js";

export function Now({ job }: { job: Job }) {
  return (
    <section class="card now" aria-busy={job.busy}>
      {job.errs && !job.isOver && <Terms job={job} />}
      {(job.seen.length > 0 || job.ended) && !job.fault && <button type="button" class="btn undo" aria-keyshortcuts="u" onClick={() => job.undo()}>{phrase("undo")}</button>}
      {job.fault ? <Contradiction job={job} /> : job.isOver ? <Over job={job} /> : <Step job={job} />}
    </section>
  );
}

// useFocus brings the focus to the title of a step that the visitor's last one led to.
function useFocus(job: Job) {
  const ref = useRef<HTMLHeadingElement>(null);
  const seen = useRef(job.steps - (job.steps > 0 ? 1 : 0)); // a job that is resumed after a reload takes no focus
  useEffect(() => {
    if (!ref.current || seen.current === job.steps) return;
    seen.current = job.steps;
    ref.current.focus();
  });
  return ref;
}

// Terms lets the prices decide when to stop, or a confidence.
function Terms({ job }: { job: Job }) {
  return (
    <div class="terms">
      <span id="terms" class="quiet-say">{phrase("until")}</span>
      <div class="seg" role="radiogroup" aria-labelledby="terms" onKeyDown={(e) => turn(e, job)}>
        {SURE.map((s) => (
          <button type="button" key={s} role="radio" aria-checked={job.sure === s} tabIndex={job.sure === s ? 0 : -1} onClick={() => job.want(s)}>{s ? phrase("sureOf", { p: sureness(s) }) : phrase("byPrice")}</button>
        ))}
      </div>
    </div>
  );
}

// turn lets the arrows choose, as among radio buttons everywhere.
function turn(e: KeyboardEvent, job: Job): void {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
  if (!by) return;
  e.preventDefault();
  const at = (SURE.findIndex((s) => s === job.sure) + by + SURE.length) % SURE.length;
  job.want(SURE[at]!);
  (e.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role=radio]")[at]?.focus();
}

function Step({ job }: { job: Job }) {
  const title = useFocus(job);
  const { view, now } = job;
  if (!view || !now) return <><h2 ref={title} class="what" tabIndex={-1} role="status">{phrase(job.busy ? "thinking" : "stopped")}</h2><Search job={job} /></>;
  return (
    <>
      <p class="cap">{phrase(job.chosen ? "chosen" : "next")}</p>
      <h2 ref={title} class="what" tabIndex={-1}>{deed(now)}</h2>
      {job.chosen ? <p class="reason">{phrase("instead", { what: deed(view.action) })} <button type="button" class="lnk" onClick={() => job.choose(null)}>{phrase("back")}</button></p> : <Reason view={view} />}
      <Search job={job} />
      {isEnd(now) ? <p class="row"><button type="button" class="btn pri end" onClick={() => job.end()}>{deed(now)}</button></p> : <Results job={job} view={view} now={now} />}
      <Others job={job} view={view} now={now} />
    </>
  );
}

// Badge shows how a cost is known.
export function Badge({ cost }: { cost: Cost }) {
  return (
    <span class={"badge " + (cost.exact ? "exact" : "bounds")}>
      <svg viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="4.5" class={cost.exact ? "f" : ""} />{!cost.exact && <path class="f" d="M6 1.5a4.5 4.5 0 0 0 0 9z" />}</svg>
      {t(cost.exact ? "badge.exact" : "badge.bounds")}
    </span>
  );
}

function Reason({ view }: { view: View }) {
  const second = view.choices.find((c) => !same(c.action, view.action) && !isEnd(c.action));
  return (
    <>
      <p class="expected">{phrase("expected")} <b>{spend(view.cost)}</b> <Badge cost={view.cost} />{!view.cost.exact && <span class="quiet-say">{phrase("apart", { gap: percent(view.cost.gap) })}</span>}</p>
      <p class="reason">
        {!isEnd(view.action) && phrase("price", { price: amount(view.price) })} {why(view)} {second && phrase("second", { what: deed(second.action), cost: spend(second.cost) })} {view.sure > 0 && confidence(view)}
      </p>
    </>
  );
}

// why compares the plan with ending now.
function why(view: View): string {
  if (!view.end) return phrase(view.cost.close ? "why" : "whyBounds");
  if (isEnd(view.action)) return phrase("whyEnd");
  return `${ending(view.end.action, view.end.cost)} ${phrase("saves", { saves: amount(view.saves) })}`;
}

function confidence(view: View): string {
  const sure = phrase("sure", { p: sureness(view.sure) });
  return view.scale === 1 ? sure : `${sure} ${phrase("scaled", { scale: amount(view.scale) })}`;
}

// Search is the state of the search, which can be stopped and continued.
function Search({ job }: { job: Job }) {
  if (job.busy) {
    return (
      <p class="row working"><span class="line" aria-hidden="true" /><span role="status">{phrase("improving")}</span><button type="button" class="btn" onClick={() => job.stop()}>{phrase("stop")}</button></p>
    );
  }
  if (job.view && !job.view.limited) return null;
  return <p class="row"><button type="button" class="btn" onClick={() => job.deeper()}>{phrase("deeper")}</button></p>;
}

function Results({ job, view, now }: { job: Job; view: View; now: Action }) {
  return (
    <>
      <h3 id="ask">{phrase(now.do === "replace" ? "askRepair" : "ask")}</h3>
      <ul class="answers" aria-labelledby="ask" key={deed(now)}>
        {resultsOf(view, now, job.contents!).map((a, i) => (
          <li key={a.result}>
            <button type="button" class="btn" aria-keyshortcuts={i < 9 ? String(i + 1) : undefined} onClick={() => job.hear(eventOf(now, a.result))}>{result(now, a.result)}</button>
            <span class="paper box">{result(now, a.result)}</span>
            <span class="quiet-say">{meaning(a)} {a.then && <span class="follows">{phrase("then", { what: deed(a.then) })}</span>}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

// meaning lists the faults that a result would leave likely.
function meaning(a: Answer): string {
  const left = a.left ? a.left.slice(0, 3).map(faultName).join(", ") + (a.left.length > 3 ? ", " + phrase("more", { n: a.left.length - 3 }) : "") : likely(a.faults);
  return [a.chance !== undefined && percent(a.chance), left, a.result === "works" && phrase("done")].filter((x) => x).join(" · ");
}

// Others lists the other actions: whoever has already measured something enters it here.
function Others({ job, view, now }: { job: Job; view: View; now: Action }) {
  const list = others(view, job.contents!, job.seen, now);
  if (list.length === 0) return null;
  return (
    <details class="others">
      <summary>{phrase("others")}</summary>
      <ul>
        {list.map((c) => <li key={deed(c.action)}><button type="button" class="btn" onClick={() => job.choose(c.action)}>{deed(c.action)}</button>{c.cost && <span class="quiet-say">{spend(c.cost)} <Badge cost={c.cost} /></span>}</li>)}
      </ul>
    </details>
  );
}

function Over({ job }: { job: Job }) {
  const title = useFocus(job);
  const { view } = job;
  const last = job.seen.at(-1) ?? "";
  const done = job.ended ? view?.action : undefined;
  const found = view?.action.do === "found";
  return (
    <>
      <p class="cap">{phrase(found ? (view.faults.length === 1 ? "found" : "foundMany") : "jobDone")}</p>
      <h2 ref={title} class="what" tabIndex={-1}>{found ? deed(view.action) : done ? deed(done) : job.ended ? phrase("thinking") : phrase("mended", { what: faultName(last.replace(/^replace /, "").replace(/=works$/, "")) })}</h2>
      {view && <p>{phrase("paidAll", { paid: amount(view.paid) })}{job.ended && ` ${phrase("likeliest", { faults: likely(view.faults) })}`}</p>}
    </>
  );
}

// Contradiction says that no fault explains what was entered.
function Contradiction({ job }: { job: Job }) {
  const title = useFocus(job);
  return (
    <div role="alert">
      <p class="cap">{phrase("contradiction")}</p>
      <h2 ref={title} class="what" tabIndex={-1}>{phrase("checkReadings")}</h2>
      <p lang="en">{words(job.fault!)}</p>
      <p class="row"><button type="button" class="btn pri" onClick={() => job.undo()}>{phrase("undo")}</button></p>
    </div>
  );
}
