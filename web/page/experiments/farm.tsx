// SPDX-License-Identifier: BSD-3-Clause

// The face of a farm: who works, what runs, who has contributed, what happened; and how to join.

import { useState } from "preact/hooks";
import type { FarmDoc, FarmRun } from "../shared/documents.js";
import { fragment, isFields, own } from "../shared/outside.js";
import { href } from "../shared/root.js";
import { type Key, local, many, number, t } from "../words/words.js";
import { Chart, type Kind } from "./chart.js";
import { type Shape, address, fileOf, useLooks } from "./looks.js";
import { LLR, Progress, figures } from "./parts.js";

const isFarm: Shape = (doc) => isFields(doc.workers) && Array.isArray(doc.workers.named) && [doc.runs, doc.contributors, doc.events].every(Array.isArray);

const SHOWN = 20; // events, and runs that are over

// FarmFace is empty where no run was ever on a farm.
export function FarmFace() {
  const { doc } = useLooks<FarmDoc>(address("farm"), isFarm, () => 0, () => false);
  if (!doc || doc.runs.length === 0) return null;
  return (
    <div class="farm">
      <Now doc={doc} />
      <section aria-label={t("farm.runs")} class="farm-played">
        <h2>{t("farm.runs")}</h2>
        <ul class="farm-runs">{doc.runs.slice(0, SHOWN).map((r, i) => <Run key={r.name} r={r} latest={i === 0} />)}</ul>
      </section>
      <People doc={doc} />
      <Events doc={doc} />
    </div>
  );
}

function Now({ doc }: { doc: FarmDoc }) {
  const { named, anonymous, playing } = doc.workers;
  return (
    <section aria-label={t("farm.now")} class="farm-now">
      <h2>{t("farm.now")}</h2>
      {named.length + anonymous === 0 ? <p>{t("farm.nobody")}</p> : (
        <p>
          <strong>{many(named.length + anonymous, "farm.worker", "farm.workers")}</strong>{" "}
          <span class="quiet">{t("farm.chunks", { n: number(playing) })}</span>
        </p>
      )}
      {named.length + anonymous > 0 && (
        <ul class="farm-names">
          {named.map((w) => <li key={w.name}>{w.name}</li>)}
          {anonymous > 0 && <li class="quiet">{t("farm.anonymous", { n: number(anonymous) })}</li>}
        </ul>
      )}
    </section>
  );
}

const STATES: Record<string, Key> = { queued: "farm.queued", running: "runs.running", paused: "runs.paused", stopped: "runs.stopped", done: "runs.done" };

// Run shows a chart of the run's series while it is played, and of the latest run.
function Run({ r, latest }: { r: FarmRun; latest: boolean }) {
  const active = r.state === "running" || r.state === "queued";
  const series = r.figures.find((f) => f.name === "difference") ?? r.figures.find((f) => f.name === "rate");
  return (
    <li class="farm-run" data-state={r.state}>
      <p class="run-head">
        <a href={"#" + encodeURIComponent(r.name)}>{r.name}</a> <strong class="state">{own(STATES, r.state) ? t(STATES[r.state]!) : r.state}</strong> <Progress episodes={r.episodes} wanted={r.wanted} />
        {active && r.workers > 0 && <span class="quiet">{many(r.workers, "farm.worker", "farm.workers")}</span>}
        {active && r.rate > 0 && <span class="quiet">{t("runs.speed", { n: figures(r.rate) })}</span>}
        {r.checked > 0 && <span class="quiet">{t("farm.thresholds", { n: r.passed, m: r.checked })}</span>}
      </p>
      {r.sprt && <LLR r={r.sprt} />}
      {(active || latest) && r.episodes > 0 && series && (
        <figure>
          <Chart kind={series.name as Kind} title={series.title} url={`${fileOf(r.name, series.data)}?n=${r.episodes}`} pair={r.sprt} scores={series.unit === "score"} />
          <figcaption class="quiet" lang="en">{series.title}</figcaption>
        </figure>
      )}
    </li>
  );
}

function hours(ms: number): string {
  const h = ms / 3_600_000;
  return h >= 100 ? number(Math.round(h)) : local(h === 0 ? "0" : h < 0.001 ? "< 0.001" : String(Number(h.toPrecision(2))));
}

// People are the contributors, of all time or of a month.
function People({ doc }: { doc: FarmDoc }) {
  const [month, choose] = useState<string | null>(null);
  const months = [...new Set(doc.contributors.flatMap((c) => c.months.map((m) => m.month ?? "")))].filter(Boolean).sort().reverse().slice(0, 12);
  const rows = doc.contributors.map((c) => {
    const list = c.months.filter((m) => month === null || m.month === month);
    return { ...c, episodes: list.reduce((n, m) => n + m.episodes, 0), ms: list.reduce((n, m) => n + m.cpu_ms, 0) };
  }).filter((c) => c.episodes > 0).sort((a, b) => Number(!a.name) - Number(!b.name) || b.episodes - a.episodes);
  return (
    <section aria-label={t("farm.people")} class="farm-work">
      <h2>{t("farm.people")}</h2>
      {months.length > 0 && (
        <p class="farm-months" role="group" aria-label={t("farm.month")}>
          {[null, ...months].map((m) => <button key={m ?? ""} type="button" aria-pressed={m === month} onClick={() => choose(m)}>{m ?? t("farm.allTime")}</button>)}
        </p>
      )}
      {rows.length === 0 ? <p class="quiet">{t("farm.noWork")}</p> : (
        <table class="farm-people">
          <thead><tr><th scope="col">{t("farm.name")}</th><th scope="col">{t("runs.episodes")}</th><th scope="col">{t("farm.hours")}</th></tr></thead>
          <tbody>{rows.map((c) => <tr key={c.name ?? ""}><th scope="row">{c.name ?? t("farm.others", { n: number(c.people) })}</th><td>{number(c.episodes)}</td><td>{hours(c.ms)}</td></tr>)}</tbody>
        </table>
      )}
    </section>
  );
}

const KINDS: Record<string, Key> = { began: "farm.began", joined: "farm.joined", left: "farm.left", refused: "farm.refused", excluded: "farm.excluded", verdict: "farm.verdict", stopped: "farm.stopped" };

function Events({ doc }: { doc: FarmDoc }) {
  return (
    <section aria-label={t("farm.events")} class="farm-log">
      <h2>{t("farm.events")}</h2>
      <ol class="farm-events">
        {doc.events.filter((e) => own(KINDS, e.kind)).slice(0, SHOWN).map((e, i) => (
          <li key={i}><time dateTime={e.at}>{new Date(e.at).toLocaleString()}</time> {t(KINDS[e.kind]!, { who: e.who ?? t("farm.someone"), run: e.run, detail: e.detail ?? "" })}</li>
        ))}
      </ol>
    </section>
  );
}

const INVITED = /^#join=1\.[A-Za-z0-9_-]{100,40000}$/;

// Join shows the command that joins by this address. The part after # never leaves the browser.
export function Join() {
  const [said, say] = useState("");
  if (!INVITED.test(fragment())) return <><h1>{t("farm.join")}</h1><p class="notice" role="status">{t("farm.joinBad")}</p></>;
  const command = `veil farm work "${location.origin + location.pathname + fragment()}"`;
  const copy = () => navigator.clipboard.writeText(command).then(() => say(t("runs.commandDone")), () => say(t("share.refused")));
  return (
    <section class="farm-join">
      <h1>{t("farm.join")}</h1>
      <p>{t("farm.joinHow").split("{install}").map((x, i) => <>{i > 0 && <a href={href("docs/guides/install.html")}>{t("farm.install")}</a>}{x}</>)}</p>
      <pre tabIndex={0} lang="en"><code>{command}</code></pre>
      <p><button type="button" onClick={() => void copy()}>{t("runs.copy")}</button> <span role="status">{said}</span></p>
      <p class="quiet">{t("farm.joinSecret")} {t("farm.joinName").split("{flag}").map((x, i) => <>{i > 0 && <code>--public-name &quot;…&quot;</code>}{x}</>)}</p>
    </section>
  );
}
