// SPDX-License-Identifier: BSD-3-Clause

// Whether a board can be won without a guess, step by step, for whoever wants to know: players, and makers of other Minesweepers.

import { useEffect, useState } from "preact/hooks";
import { Header } from "../shared/frame.js";
import { Icon } from "../shared/icon.js";
import { fragment as address, onFragment } from "../shared/outside.js";
import { href } from "../shared/root.js";
import { useStore } from "../shared/store.js";
import { t } from "../words/words.js";
import { Board } from "./board/board.js";
import { Rulers } from "./board/rulers.js";
import { useGameDrops } from "./files/files.js";
import { fragment, isHidden, titleOf, cellOf } from "./game/position.js";
import { type Prover, told } from "./prover.js";

export function Prove({ m }: { m: Prover }) {
  useStore(m);
  useEffect(() => {
    m.follow(address());
    return onFragment(() => m.link !== address() && m.follow(address()));
  }, []);
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (!m.found || e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey || (e.target as HTMLElement).closest("input, textarea")) return;
      const to = { "[": m.done - 1, "]": m.done + 1, "{": 0, "}": m.last, ArrowLeft: m.done - 1, ArrowRight: m.done + 1 }[e.key];
      if (to === undefined) return;
      e.preventDefault();
      m.walk(to);
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, []);
  useGameDrops(m.engine, (text, encoding) => void m.prove(text, encoding), (why) => { m.fault = why; m.changed(); });
  const { position: p } = m;
  return (
    <>
      <Header here="prove/" />
      <main id="main" class="prove" style={{ "--w": p.width, "--h": p.height }}>
        <h1>{told("prove.title")}</h1>
        {m.found ? <Shown m={m} /> : <Ask m={m} />}
        <p class="note">{told("prove.cli")}</p>
      </main>
    </>
  );
}

function Ask({ m }: { m: Prover }) {
  const [[text, click], set] = useState(["", ""]);
  return (
    <form class="card ask" onSubmit={(e) => { e.preventDefault(); if (text.trim()) void m.prove(text, undefined, click.trim()); }}>
      <p class="say">{told("prove.what")}</p>
      <label>{told("prove.type")}<textarea rows={10} spellcheck={false} value={text} onInput={(e) => set([e.currentTarget.value, click])} /></label>
      <label>{told("prove.click")}<input value={click} autocomplete="off" spellcheck={false} onInput={(e) => set([text, e.currentTarget.value])} /><span class="note">{told("prove.clickNote")}</span></label>
      <div class="acts"><button class="btn pri" disabled={m.proving || text.trim() === ""}>{told("prove.go")}</button></div>
      <p class="notice" role="status" hidden={!m.proving && !m.fault}>{m.proving ? told("prove.looking") : m.fault}</p>
    </form>
  );
}

const VERDICT = { "no guess": "prove.yes", guess: "prove.no", unknown: "prove.unknown" } as const;

function Shown({ m }: { m: Prover }) {
  const [copied, setCopied] = useState("");
  const s = m.found!;
  const copy = () => void navigator.clipboard.writeText(new URL(m.link, location.href).href).then(() => setCopied(told("prove.copied")), () => setCopied(told("prove.refused")));
  const another = () => {
    m.found = null;
    m.changed();
  };
  return (
    <section class="card rb" aria-label={told("prove.title")}>
      <div>
        <div class="port"><Rulers m={m} /><Board m={m} /></div>
        <p class="note">{t("level.size", { w: m.position.width, h: m.position.height, n: m.position.mines ?? "?" })}</p>
      </div>
      <div class="rside">
        <h2 class={"proved " + s.verdict.replace(" ", "-")}>{s.verdict !== "unknown" && <Icon name={s.verdict === "guess" ? "cross" : "check"} />}{told(VERDICT[s.verdict])}</h2>
        <p class="say">{summary(m)}</p>
        <Steps m={m} />
        <p class="say reason" role="status">{reason(m)}</p>
        <p class="note">{s.verdict === "guess" ? told("prove.checkedNo", { k: s.layouts?.length ?? 0 }) + " " : ""}{told("prove.checked", { n: s.checked, of: s.steps.length })}</p>
        <div class="acts">
          <button type="button" class="btn pri" onClick={copy}><Icon name="share" />{told("prove.copy")}</button>
          <a class="btn" href={href("mines/") + fragment(m.position)}>{told("prove.play")}</a>
          <button type="button" class="btn" onClick={another}>{told("prove.another")}</button>
        </div>
        <p role="status">{copied}</p>
      </div>
    </section>
  );
}

function Steps({ m }: { m: Prover }) {
  const button = (name: "first" | "prev" | "next" | "last", to: number, off: boolean) =>
    <button type="button" class="ib" title={t(`step.${name}`)} aria-label={t(`step.${name}`)} disabled={off} onClick={() => m.walk(to)}><Icon name={name} /></button>;
  const [first, last] = [m.done === 0, m.done === m.last];
  return (
    <div class="steps">
      {button("first", 0, first)}{button("prev", m.done - 1, first)}
      <span class="pos">{told("prove.step", { n: m.done, of: m.last })}</span>
      {button("next", m.done + 1, last)}{button("last", m.last, last)}
    </div>
  );
}

function summary(m: Prover): string {
  const s = m.found!;
  const cell = s.click ? titleOf(m.position, cellOf(m.position, s.click)!) : "";
  if (s.verdict === "no guess") return told("prove.yesMore", { n: s.steps.length, cell: cell || "–" });
  if (s.verdict === "unknown") return s.cut ?? "";
  const hidden = s.position?.split("\n").slice(2).join("").split("").filter(isHidden).length ?? 0;
  return told("prove.noMore", { n: s.steps.length, hidden, k: s.layouts?.length ?? 0 });
}

// reason says why the next cell is safe, or how the proof ends.
function reason(m: Prover): string {
  const [s, now] = [m.found!, m.now];
  const title = (name: string) => titleOf(m.position, cellOf(m.position, name)!);
  if (!now) return m.layoutOf !== null ? told("prove.layout", { cell: titleOf(m.position, m.layoutOf) }) : told(s.verdict === "guess" ? "prove.stuck" : "prove.end");
  const list = [...now.numbers.map(title), ...now.count ? [told("prove.count")] : []];
  const numbers = list.length > 1 ? told("prove.and", { list: list.slice(0, -1).join(", "), last: list.at(-1)! }) : list[0] ?? "";
  const shows = now.shows === undefined ? "" : " " + told("prove.shows", { n: now.shows });
  return (m.done === 0 && s.click ? told("prove.start") + " " : "") + told("prove.safe", { cell: title(now.cell), numbers }) + shows;
}
