// SPDX-License-Identifier: BSD-3-Clause

// Runs of experiments: what they have shown so far, and how to make them again. The server
// computes every number; a run that goes on is asked for again and again.

import { useEffect, useState } from "preact/hooks";
import type { Estimate, PairSummary, PolicySummary, RunDoc, RunHead, RunsDoc, Summary, TestResult } from "../shared/documents.js";
import { Chart, type Kind } from "./chart.js";
import { Header } from "../shared/frame.js";
import { ROOT } from "../shared/root.js";

const API = new URL("v1/experiments", ROOT).href;
const AGAIN = 2000; // milliseconds between two looks at a run that goes on
const QUIET = 90_000; // a run that has not changed for so long has stopped: on a farm a chunk takes half a minute

const ABSENT = "There is no server behind this page that shows runs. Start one with veil serve --runs DIR.";

// get asks the server; what went wrong is a sentence.
async function get<T>(url: string): Promise<T> {
  const answer = await fetch(url).catch(() => null);
  if (answer?.status === 401) throw new Error("This server wants a token for its API, which a page cannot have. veil exp report shows the same.");
  if (!answer || !(answer.headers.get("Content-Type") ?? "").includes("json")) throw new Error(ABSENT);
  const doc = (await answer.json()) as T & { title?: string };
  if (!answer.ok) throw new Error(doc.title ?? ABSENT);
  return doc;
}

interface Looked<T> {
  doc: T | null;
  fault: string;
  rate: number | null; // of growth since the look before, per second
}

// useLooks looks at an address again while it may change.
function useLooks<T>(url: string, size: (doc: T) => number, over: (doc: T) => boolean): Looked<T> {
  const [looked, set] = useState<Looked<T>>({ doc: null, fault: "", rate: null });
  useEffect(() => {
    let timer = 0;
    let last: { at: number; size: number } | null = null;
    set({ doc: null, fault: "", rate: null });
    const look = async () => {
      try {
        const doc = await get<T>(url);
        const now = { at: performance.now(), size: size(doc) };
        const rate = last && now.size > last.size ? ((now.size - last.size) * 1000) / (now.at - last.at) : null;
        last = now;
        set({ doc, fault: "", rate });
        if (over(doc)) return;
      } catch (e) {
        set({ doc: null, fault: (e as Error).message, rate: null });
      }
      timer = window.setTimeout(() => void look(), AGAIN);
    };
    void look();
    return () => clearTimeout(timer);
  }, [url]);
  return looked;
}

function useHash(): string {
  const [hash, set] = useState(location.hash);
  useEffect(() => {
    const hear = () => set(location.hash);
    addEventListener("hashchange", hear);
    return () => removeEventListener("hashchange", hear);
  }, []);
  return decodeURIComponent(hash.slice(1));
}

export function Experiments() {
  const name = useHash();
  return (
    <>
      <Header here="experiments/" />
      <main id="main" class="experiments">{name ? <RunPage key={name} name={name} /> : <RunList />}</main>
    </>
  );
}

const grouped = (n: number) => n.toLocaleString("en-US");

function stateOf(episodes: number, complete: boolean, changed: string): string {
  if (complete) return "done";
  return Date.now() - Date.parse(changed) < QUIET ? "running" : episodes > 0 ? "stopped" : "not begun";
}

function RunList() {
  const { doc, fault } = useLooks<RunsDoc>(API, () => 0, () => false);
  return (
    <>
      <h1>Experiments</h1>
      {fault && <p class="notice" role="status">{fault}</p>}
      {doc && doc.runs.length === 0 && <p>No run is here yet. <code>veil exp run SPEC.yaml</code> makes one in <code>runs</code>, and it shows up here while it runs.</p>}
      {doc && doc.runs.length > 0 && (
        <table class="runs">
          <thead><tr><th scope="col">run</th><th scope="col">state</th><th scope="col">episodes</th><th scope="col">policies</th></tr></thead>
          <tbody>{doc.runs.map((r) => <RunRow key={r.name} r={r} />)}</tbody>
        </table>
      )}
    </>
  );
}

function RunRow({ r }: { r: RunHead }) {
  return (
    <tr>
      <th scope="row"><a href={"#" + encodeURIComponent(r.name)}>{r.name}</a></th>
      <td>{stateOf(r.episodes, r.complete, r.changed)}</td>
      <td><Progress episodes={r.episodes} wanted={r.wanted} /></td>
      <td class="words">{r.policies.join(", ")}</td>
    </tr>
  );
}

function Progress({ episodes, wanted }: { episodes: number; wanted: number }) {
  return (
    <span class="progress">
      <progress max={wanted} value={episodes} aria-label="episodes played" /> {grouped(episodes)} / {grouped(wanted)}
    </span>
  );
}

function RunPage({ name }: { name: string }) {
  const url = API + "/" + encodeURIComponent(name);
  const { doc, fault, rate } = useLooks<RunDoc>(url, (d) => d.summary.episodes, (d) => d.summary.complete);
  if (!doc) return <><Back /><h1>{name}</h1>{fault ? <p class="notice" role="status">{fault}</p> : <p>Reading…</p>}</>;
  const s = doc.summary;
  const file = (f: string) => `${url}/files/${f}`;
  return (
    <>
      <Back />
      <h1>{doc.name}</h1>
      <p class="run-head" aria-live="polite">
        <strong class="state">{doc.paused && !s.complete ? "paused" : stateOf(s.episodes, s.complete, doc.changed)}</strong> <Progress episodes={s.episodes} wanted={s.wanted} /> <Speed doc={doc} rate={rate} />
      </p>
      {doc.can_pause && <Pause url={url} paused={doc.paused === true} />}
      {s.complete && s.episodes < s.wanted && <p class="quiet">The test ended the run; the intervals do not account for that.</p>}
      {s.thresholds && <Thresholds list={s.thresholds} />}
      {s.sprt && <LLR t={s.sprt} />}
      <Policies s={s} />
      {s.pairs && <Pairs s={s} list={s.pairs} />}
      <section aria-label="Charts" class="charts">
        {doc.figures.map((f) => (
          <figure key={f.name}>
            <Chart kind={f.name as Kind} title={f.title} url={`${file(f.data)}?n=${s.episodes}`} />
            <figcaption>{f.title} · <a href={file(f.data)} aria-label={`data of ${f.title}`}>data</a> · <a href={file(f.image)} download={`${doc.name}-${f.image}`} aria-label={`SVG of ${f.title}`}>SVG</a></figcaption>
          </figure>
        ))}
      </section>
      <Reproduce doc={doc} />
      <p class="raw">Raw: {doc.files.map((f, i) => <>{i > 0 && " · "}<a key={f} href={file(f)}>{f}</a></>)}</p>
    </>
  );
}

// Pause asks whoever plays the run to wait; chunks that were begun are still finished.
function Pause({ url, paused }: { url: string; paused: boolean }) {
  const [said, say] = useState("");
  const ask = async () => {
    const answer = await fetch(url + "/pause", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ paused: !paused }) }).catch(() => null);
    say(!answer?.ok ? "The server did not do it." : paused ? "It goes on within a second." : "What was begun is still finished.");
  };
  return <p><button type="button" onClick={() => void ask()}>{paused ? "Go on" : "Pause"}</button> <span role="status" class="quiet">{said}</span></p>;
}

function Back() { return <p class="back"><a href="#">All runs</a></p>; }

// Speed is that of now while it grows, else that of one thread on the whole.
function Speed({ doc, rate }: { doc: RunDoc; rate: number | null }) {
  if (rate !== null) return <span>{figures(rate)} episodes/s</span>;
  if (doc.timed === 0 || doc.busy_ms === 0) return null;
  return <span class="quiet">{figures((doc.timed * 1000) / doc.busy_ms)} episodes/s per thread</span>;
}

function figures(x: number): string { return x >= 100 ? grouped(Math.round(x)) : x.toPrecision(2); }

function Thresholds({ list }: { list: NonNullable<Summary["thresholds"]> }) {
  return (
    <ul class="thresholds" aria-label="Thresholds">
      {list.map((t) => (
        <li key={t.text} class={t.passed ? "passed" : "failed"}>
          <span aria-hidden="true">{t.passed ? "✓" : "✗"}</span> <code>{t.text}</code> <span class="quiet">{t.passed ? "holds" : "fails"}: {four(t.value)}</span>
        </li>
      ))}
    </ul>
  );
}

const four = (x: number | null) => (x === null ? "–" : x.toFixed(4));
const signed = (x: number | null) => (x === null ? "–" : (x < 0 ? "−" : "+") + Math.abs(x).toFixed(4));

// LLR is the sequential test between its two bounds.
function LLR({ t }: { t: TestResult }) {
  const at = t.llr === null ? 0.5 : Math.min(1, Math.max(0, (t.llr - t.lower) / (t.upper - t.lower)));
  const text = `LLR ${t.llr?.toFixed(2) ?? "–"} of ${t.lower.toFixed(2)} to ${t.upper.toFixed(2)}: ${t.verdict}`;
  return (
    <p class="llr">
      <svg viewBox="0 0 200 16" width="200" height="16" role="img" aria-label={text}>
        <path d="M1 2v12M199 2v12M1 8h198" class="llr-line" />
        <path d="M100 5v6" class="llr-line" />
        <circle cx={4 + 192 * at} cy="8" r="5" class="llr-dot" />
      </svg>{" "}
      {text} <span class="quiet">({t.first} against {t.second}: H0 {signed(t.h0)}, H1 {signed(t.h1)})</span>
    </p>
  );
}

function Interval({ e, show }: { e: Estimate; show: (x: number | null) => string }) {
  return <>{show(e.value)} <span class="quiet">[{show(e.low)}, {show(e.high)}]</span></>;
}

function Policies({ s }: { s: Summary }) {
  const judged = s.policies.some((p) => p.won + p.lost > 0);
  const guesses = s.policies.some((p) => p.guesses.value);
  return (
    <table class="policies">
      <caption>Policies, with 95% intervals</caption>
      <thead><tr><th scope="col">policy</th>{judged && <th scope="col">win rate</th>}{judged && <th scope="col">won</th>}<th scope="col">score</th><th scope="col">moves</th>{guesses && <th scope="col">guesses</th>}</tr></thead>
      <tbody>
        {s.policies.map((p: PolicySummary) => (
          <tr key={p.id}>
            <th scope="row">{p.id}</th>
            {judged && <td><Interval e={p.win_rate} show={four} /></td>}
            {judged && <td>{grouped(p.won)}/{grouped(p.win_rate.n)}</td>}
            <td><Interval e={p.score} show={four} /></td>
            <td>{p.moves.value?.toFixed(1) ?? "–"}</td>
            {guesses && <td>{p.guesses.value?.toFixed(2) ?? "–"}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Pairs({ s, list }: { s: Summary; list: PairSummary[] }) {
  const judged = s.policies.some((p) => p.won + p.lost > 0);
  return (
    <table class="pairs">
      <caption>Paired differences on the same episodes</caption>
      <thead><tr><th scope="col">first − second</th><th scope="col">difference</th>{judged && <th scope="col">won alone</th>}{judged && <th scope="col">p</th>}</tr></thead>
      <tbody>
        {list.map((p) => (
          <tr key={p.first + p.second}>
            <th scope="row">{p.first} − {p.second}</th>
            <td><Interval e={judged ? p.win_diff : p.score_diff} show={signed} /></td>
            {judged && <td>{grouped(p.wins.first)} : {grouped(p.wins.second)}</td>}
            {judged && <td>{p.p === null ? "–" : p.p < 0.0001 ? "< 0.0001" : p.p.toFixed(4)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Reproduce({ doc }: { doc: RunDoc }) {
  const [said, say] = useState("");
  const copy = (what: string, text: string) => navigator.clipboard.writeText(text).then(() => say(`${what} copied`), () => say("The browser did not allow it: select the text and copy it."));
  return (
    <section class="reproduce" aria-label="Reproduce">
      <p>
        <code>{doc.reproduce}</code> <button type="button" onClick={() => void copy("Command", doc.reproduce)}>Copy</button>{" "}
        <button type="button" onClick={() => void copy("Report", doc.report)}>Copy report</button> <span role="status">{said}</span>
      </p>
      <details><summary>Report</summary><pre tabIndex={0}>{doc.report}</pre></details>
    </section>
  );
}
