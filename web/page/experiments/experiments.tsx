// SPDX-License-Identifier: BSD-3-Clause

// Runs of experiments: what they have shown so far, and how to make them again. The server
// computes every number; a run that goes on is asked for again and again.

import { useEffect, useState } from "preact/hooks";
import type { Estimate, PairSummary, PolicySummary, RunDoc, RunHead, RunsDoc, Summary, Tuned } from "../shared/documents.js";
import { Chart, type Kind } from "./chart.js";
import { Header } from "../shared/frame.js";
import { isFields, named, onFragment } from "../shared/outside.js";
import { FarmFace, Join } from "./farm.js";
import { LLR, Progress, figures, four, signed } from "./parts.js";
import { type Shape, address, fileOf, snapshot, useLooks } from "./looks.js";
import { type Key, local, number, t } from "../words/words.js";

const QUIET = 90_000; // a run that has not changed for so long has stopped: on a farm a chunk takes half a minute

const isList: Shape = (doc) => Array.isArray(doc.runs);

// isRun reports whether an answer has what every run has.
const isRun: Shape = (doc) => isFields(doc.summary) && Array.isArray(doc.summary.policies) && isFinite(Number(doc.summary.episodes)) && Array.isArray(doc.figures) && Array.isArray(doc.files);

function useHash(): string {
  const [name, set] = useState(named);
  useEffect(() => onFragment(() => set(named())), []);
  return name;
}

export function Experiments() {
  const name = useHash();
  return (
    <>
      <Header here="experiments/" />
      <main id="main" class="experiments">{name.startsWith("join=") ? <Join /> : name ? <RunPage key={name} name={name} /> : <RunList />}</main>
    </>
  );
}

function stateOf(episodes: number, complete: boolean, changed: string): string {
  if (complete) return t("runs.done");
  const now = snapshot() ? Date.parse(snapshot()) : Date.now();
  return t(now - Date.parse(changed) < QUIET ? "runs.running" : episodes > 0 ? "runs.stopped" : "runs.notBegun");
}

function RunList() {
  const { doc, fault } = useLooks<RunsDoc>(address("experiments"), isList, () => 0, () => false);
  return (
    <>
      <h1>{t("nav.experiments")}</h1>
      {snapshot() && <p class="quiet">{t("farm.snapshot", { at: new Date(snapshot()).toLocaleString() })}</p>}
      {fault && <p class="notice" role="status">{fault}</p>}
      {doc && doc.runs.length === 0 && <p>{t("runs.none").split(/(\{\w+\})/).map((x) => (x === "{run}" ? <code>veil exp run SPEC.yaml</code> : x === "{dir}" ? <code>runs</code> : x))}</p>}
      {doc && doc.runs.length > 0 && <FarmFace />}
      {doc && doc.runs.length > 0 && <h2>{t("runs.all")}</h2>}
      {doc && doc.runs.length > 0 && (
        <table class="runs">
          <thead><tr>{(["runs.run", "runs.state", "runs.episodes", "runs.policies"] as Key[]).map((k) => <th key={k} scope="col">{t(k)}</th>)}</tr></thead>
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

function RunPage({ name }: { name: string }) {
  const url = address("experiments/" + encodeURIComponent(name));
  const { doc, fault, rate } = useLooks<RunDoc>(url, isRun, (d) => d.summary.episodes, (d) => d.summary.complete);
  if (!doc) return <><Back /><h1>{name}</h1>{fault ? <p class="notice" role="status">{fault}</p> : <p>{t("runs.reading")}</p>}</>;
  const s = doc.summary;
  const file = (f: string) => fileOf(name, f);
  return (
    <>
      <Back />
      <h1>{doc.name}</h1>
      {fault && <p class="notice" role="status">{fault}</p>}
      <p class="run-head" aria-live="polite">
        <strong class="state">{doc.paused && !s.complete ? t("runs.paused") : stateOf(s.episodes, s.complete, doc.changed)}</strong> <Progress episodes={s.episodes} wanted={s.wanted} /> <Speed doc={doc} rate={rate} />
      </p>
      {doc.can_pause && <Pause url={url} paused={doc.paused === true} />}
      {s.complete && s.episodes < s.wanted && <p class="quiet">{t("runs.test")}</p>}
      {s.thresholds && <Thresholds list={s.thresholds} />}
      {s.sprt && <LLR r={s.sprt} />}
      {s.tuned && <TunedTable r={s.tuned} />}
      <Policies s={s} />
      {s.pairs && <Pairs s={s} list={s.pairs} />}
      <section aria-label={t("runs.charts")} class="charts">
        {doc.figures.map((f) => (
          <figure key={f.name}>
            <Chart kind={f.name as Kind} title={f.title} url={`${file(f.data)}?n=${s.episodes}`} scores={f.unit === "score"} />
            <figcaption><span lang="en">{f.title}</span> · <a href={file(f.data)} aria-label={t("runs.dataOf", { title: f.title })}>{t("runs.data")}</a> · <a href={file(f.image)} download={`${doc.name}-${f.image}`} aria-label={t("runs.svgOf", { title: f.title })}>SVG</a></figcaption>
          </figure>
        ))}
      </section>
      <Reproduce doc={doc} />
      <p class="raw">{t("runs.raw")} {doc.files.map((f, i) => <>{i > 0 && " · "}<a key={f} href={file(f)}>{f}</a></>)}</p>
    </>
  );
}

// Pause asks whoever plays the run to wait; chunks that were begun are still finished.
function Pause({ url, paused }: { url: string; paused: boolean }) {
  const [said, say] = useState("");
  const ask = async () => {
    const answer = await fetch(url + "/pause", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ paused: !paused }) }).catch(() => null);
    say(t(!answer?.ok ? "runs.refused" : paused ? "runs.goesOn" : "runs.finishes"));
  };
  return <p><button type="button" onClick={() => void ask()}>{t(paused ? "runs.goOn" : "runs.pause")}</button> <span role="status" class="quiet">{said}</span></p>;
}

function Back() { return <p class="back"><a href="#">{t("runs.all")}</a></p>; }

// Speed is that of now while it grows, else that of one thread on the whole.
function Speed({ doc, rate }: { doc: RunDoc; rate: number | null }) {
  if (rate !== null) return <span>{t("runs.speed", { n: figures(rate) })}</span>;
  if (doc.timed === 0 || doc.busy_ms === 0) return null;
  return <span class="quiet">{t("runs.perThread", { n: figures((doc.timed * 1000) / doc.busy_ms) })}</span>;
}

function Thresholds({ list }: { list: NonNullable<Summary["thresholds"]> }) {
  return (
    <ul class="thresholds" aria-label={t("runs.thresholds")}>
      {list.map((x) => (
        <li key={x.text} class={x.passed ? "passed" : "failed"}>
          <span aria-hidden="true">{x.passed ? "✓" : "✗"}</span> <code>{x.text}</code> <span class="quiet">{t(x.passed ? "runs.holds" : "runs.fails", { v: four(x.value) })}</span>
        </li>
      ))}
    </ul>
  );
}

function Interval({ e, show }: { e: Estimate; show: (x: number | null) => string }) {
  return <>{show(e.value)} <span class="quiet">[{show(e.low)}, {show(e.high)}]</span></>;
}

// TunedTable is where the parameters of a run that tunes are.
function TunedTable({ r }: { r: Tuned }) {
  const over = r.iterations === r.wanted;
  const state: Key = !over ? "runs.climbing" : r.flat ? "runs.flat" : r.settled ? "runs.settled" : "runs.unsettled";
  const short = (x: number | null) => (x === null ? "–" : local(Number(x.toPrecision(4)).toString().replace("-", "−")));
  return (
    <>
      <p>{t("runs.iterations", { n: number(r.iterations), of: number(r.wanted), chains: number(r.chains) })} <strong>{t(state)}</strong></p>
      <table class="tuned">
        <caption>{t("runs.tuned")}</caption>
        <thead><tr>{(["runs.parameter", "runs.start", over ? "runs.estimate" : "runs.now"] as Key[]).map((k) => <th key={k} scope="col">{t(k)}</th>)}</tr></thead>
        <tbody>
          {r.parameters.map((p) => (
            <tr key={p.name}><th scope="row">{p.name}</th><td>{short(p.start)}</td><td><Interval e={p.estimate} show={short} /></td></tr>
          ))}
        </tbody>
      </table>
      {r.effect.n > 0 && <p>{t("runs.effect")} <Interval e={r.effect} show={signed} /></p>}
    </>
  );
}

function Policies({ s }: { s: Summary }) {
  const judged = s.policies.some((p) => p.won + p.lost > 0);
  const guesses = s.policies.some((p) => p.guesses.value);
  return (
    <table class="policies">
      <caption>{t("runs.intervals")}</caption>
      <thead><tr><th scope="col">{t("runs.policy")}</th>{judged && <th scope="col">{t("runs.winRate")}</th>}{judged && <th scope="col">{t("runs.won")}</th>}<th scope="col">{t("runs.score")}</th><th scope="col">{t("runs.moves")}</th>{guesses && <th scope="col">{t("runs.guesses")}</th>}</tr></thead>
      <tbody>
        {s.policies.map((p: PolicySummary) => (
          <tr key={p.id}>
            <th scope="row">{p.id}</th>
            {judged && <td><Interval e={p.win_rate} show={four} /></td>}
            {judged && <td>{number(p.won)}/{number(p.win_rate.n)}</td>}
            <td><Interval e={p.score} show={four} /></td>
            <td>{local(p.moves.value?.toFixed(1) ?? "–")}</td>
            {guesses && <td>{local(p.guesses.value?.toFixed(2) ?? "–")}</td>}
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
      <caption>{t("runs.paired")}</caption>
      <thead><tr><th scope="col">{t("runs.pair")}</th><th scope="col">{t("runs.difference")}</th>{judged && <th scope="col">{t("runs.alone")}</th>}{judged && <th scope="col">p</th>}</tr></thead>
      <tbody>
        {list.map((p) => (
          <tr key={p.first + p.second}>
            <th scope="row">{p.first} − {p.second}</th>
            <td><Interval e={judged ? p.win_diff : p.score_diff} show={signed} /></td>
            {judged && <td>{number(p.wins.first)} : {number(p.wins.second)}</td>}
            {judged && <td>{p.p === null ? "–" : local(p.p < 0.0001 ? "< 0.0001" : p.p.toFixed(4))}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Reproduce({ doc }: { doc: RunDoc }) {
  const [said, say] = useState("");
  const copy = (copied: Key, text: string) => navigator.clipboard.writeText(text).then(() => say(t(copied)), () => say(t("share.refused")));
  return (
    <section class="reproduce" aria-label={t("runs.reproduce")}>
      <p>
        <code>{doc.reproduce}</code> <button type="button" onClick={() => void copy("runs.commandDone", doc.reproduce)}>{t("runs.copy")}</button>{" "}
        <button type="button" onClick={() => void copy("runs.reportDone", doc.report)}>{t("runs.copyReport")}</button> <span role="status">{said}</span>
      </p>
      <details><summary>{t("runs.report")}</summary><pre tabIndex={0} lang="en">{doc.report}</pre></details>
    </section>
  );
}
