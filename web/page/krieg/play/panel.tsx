// SPDX-License-Identifier: BSD-3-Clause

// What was heard, what can be done now, and what the coach says.

import { useEffect, useRef, useState } from "preact/hooks";
import { words } from "../../shared/engine.js";
import { Icon } from "../../shared/icon.js";
import { href } from "../../shared/root.js";
import { type Key, number, t } from "../../words/words.js";
import { other, percentText, toFragment } from "../chess.js";
import type { KriegThought } from "../../shared/schemas.js";
import { Man } from "../men.js";
import { type Said, hear, latest, readTry } from "./heard.js";
import type { Ending } from "./past.js";
import type { Saved, Table } from "./table.js";
import { type Phrase, say, sideWord } from "./words.js";

export function GamePanel({ m, review }: { m: Table; review: () => void }) {
  const g = m.game!;
  const said = hear(m.seat?.heard ?? [], g.me);
  return (
    <div class="panel" role="region" aria-label={say("play.title")}>
      <Status m={m} said={said} />
      {m.problem && <section class="clash" role="alert"><p>{words(m.problem)}</p><button type="button" class="btn" onClick={() => void m.settle()}>{say("play.again")}</button></section>}
      {m.ending ? <Over m={m} g={g} review={review} /> : <Act m={m} />}
      {g.coach && !m.ending && <Coach m={m} />}
      <Log said={said} />
    </div>
  );
}

// headline says in a few words how the game stands.
function headline(m: Table): string {
  if (m.ending) return ended(m.ending, m.game!);
  if (m.mine) return say("status.yours");
  return say(m.seat ? "status.theirs" : "status.starting");
}

export function ended(e: Ending, g: Saved): string {
  const who = e.winner === null ? "drawn" : e.winner === g.me ? "won" : "lost";
  return `${say(`over.${who}` as Phrase)} ${say(`by.${e.how}` as Phrase)}`;
}

// Status is read aloud when it changes.
function Status({ m, said }: { m: Table; said: Said[] }) {
  const now = latest(said);
  const hidden = m.seat?.hidden ?? 16;
  return (
    <section class="status">
      <div role="status" aria-live="polite" aria-atomic="true">
        {now.map((s, i) => <p key={said.length - now.length + i} class={"said-now" + (s.mine && s.kind === "refused" ? " no" : "")}>{s.text}</p>)}
        <p class="headline"><b>{headline(m)}</b></p>
        {m.offering && <p class="notice">{say("draw.thinking")}</p>}
        {m.mine && m.declined > 0 && m.declined === m.game!.tries.length && <p class="notice">{say("draw.declined")}</p>}
        {m.note && <p class="notice">{say("play.cannot", { move: m.note })}</p>}
      </div>
      <p class="note">{say(hidden === 1 ? "status.bare" : "status.hidden", { side: sideWord(other(m.game!.me)), n: hidden })}</p>
    </section>
  );
}

// Act is what the visitor can do besides moving men on the board.
function Act({ m }: { m: Table }) {
  const input = useRef<HTMLInputElement>(null);
  const [sure, setSure] = useState(false);
  const submit = (e: Event) => {
    e.preventDefault();
    const text = input.current!.value.trim();
    input.current!.value = "";
    if (/^any\??$/i.test(text)) m.ask();
    else if (text) m.attempt(readTry(text, m.seat?.tries ?? []), text);
  };
  return (
    <section class="act">
      {m.promoting.length > 0 && <Promote m={m} />}
      <form class="tryform" onSubmit={submit}>
        <label><span class="vh">{say("play.type")}</span><input id="try" class="field" ref={input} autocomplete="off" autocapitalize="none" spellcheck={false} placeholder={say("play.placeholder")} readOnly={!m.mine} onKeyDown={(e) => e.key === "Escape" && input.current!.blur()} /></label>
        <button class="btn" disabled={!m.mine}>{say("play.try")}</button>
      </form>
      <div class="ann">
        {m.seat?.may_ask && <button type="button" class="btn" onClick={() => m.ask()}>{t("say.any")}</button>}
        <button type="button" class="btn tog" aria-pressed={m.game!.coach} title={say("coach.what")} onClick={() => m.setCoach(!m.game!.coach)}><Icon name="hint" />{say("coach.title")}</button>
        <button type="button" class="btn ico" disabled={m.game!.tries.length === 0} title={say("play.takeBack")} aria-label={say("play.takeBack")} onClick={() => void m.takeBack()}><Icon name="undo" /></button>
        <span class="sp" />
        {!sure && <button type="button" class="btn" disabled={!m.mayOffer} onClick={() => void m.offerDraw()}>{say("play.draw")}</button>}
        {sure ? <Sure yes={() => m.resign()} no={() => setSure(false)} />
          : <button type="button" class="btn" onClick={() => setSure(true)}><Icon name="flag" />{say("play.resign")}</button>}
      </div>
    </section>
  );
}

// useFocus puts the keyboard on what has just appeared.
function useFocus() {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}

function Promote({ m }: { m: Table }) {
  const first = useFocus();
  return (
    <div class="ann small" role="group" aria-label={t("say.promote")}>
      <span>{t("say.promote")}</span>
      {m.promoting.map((x, i) => <button key={x} ref={i === 0 ? first : null} type="button" class="btn" aria-label={t(`man.${x[4]}` as Key)} onClick={() => m.attempt([x], x)}><Man kind={x[4]!} look="flat" /></button>)}
    </div>
  );
}

function Sure({ yes, no }: { yes: () => void; no: () => void }) {
  const first = useFocus();
  return <><button type="button" class="btn" ref={first} onClick={yes}><Icon name="flag" />{say("play.sure")}</button><button type="button" class="btn" onClick={no}>{say("play.no")}</button></>;
}

function Over({ m, g, review }: { m: Table; g: Saved; review: () => void }) {
  const log = `ruleset ${g.rules}\nme ${g.me}\n${(m.seat?.heard ?? []).join("\n")}\n`;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => { if (document.activeElement === document.body) button.current?.focus(); }, []); // what had it is gone
  const again = () => m.begin({ rules: g.rules, level: g.level, coach: g.coach, me: other(g.me), seed: g.seed + 1 });
  return (
    <section class="act">
      {(g.helped || g.taken > 0) && <p class="note">{[g.helped && say("over.helped"), g.taken > 0 && say(g.taken === 1 ? "over.tookBack" : "over.tookBackN", { n: g.taken })].filter(Boolean).join(" ")}</p>}
      <button type="button" class="btn pri wide" ref={button} onClick={review}><Icon name="eye" />{say("over.review")}</button>
      <div class="ann"><button type="button" class="btn" onClick={again}><Icon name="restart" />{say("over.rematch")}</button><a class="btn" href={href("krieg/") + toFragment(log)}>{say("over.lab")}</a></div>
    </section>
  );
}

const FEW = 6;

// Coach says what each try would teach, and marks the one that it would make.
function Coach({ m }: { m: Table }) {
  const [all, setAll] = useState(false);
  const a = m.advice;
  const b = a?.belief;
  const list = ranked(a);
  const most = Math.max(0.01, ...list.map((x) => x.bits));
  return (
    <section class={"tries coach" + (m.advising ? " stale" : "")} aria-label={say("coach.title")} aria-busy={m.advising}>
      <p class="cap">{say("coach.title")} {b && <span class={"badge " + (b.kind === "exact" ? "exact" : "estimate")}><svg viewBox="0 0 12 12" aria-hidden="true"><circle class={b.kind === "exact" ? "f" : ""} cx="6" cy="6" r="4.5" /></svg>{t(b.kind === "exact" ? "badge.exact" : "badge.estimate")}</span>}</p>
      {!a && <p class="note">{say(m.mine ? "coach.thinking" : "coach.waits")}</p>}
      {b && <p class="note">{b.estimate?.lost ? say("coach.lost") : say(b.kind === "exact" ? "coach.exact" : "coach.sample", { n: number(b.positions) })}</p>}
      {list.length > 0 && (
        <>
          <p class="hd"><span>{t("tries.try")}</span><span>{t("tries.refused")}</span><span>{t("tries.teaches")}</span></p>
          <div class={all ? "scroll" : ""} role="list" tabIndex={all ? 0 : -1}>
            {list.slice(0, all ? list.length : FEW).map((x) => (
              <div role="listitem" key={x.try}>
                <button type="button" class={"tr" + (x.try === a!.best ? " best" : "")} disabled={!m.mine} title={say("coach.make", { move: x.name })} onClick={() => m.attempt([x.try], x.name)}>
                  <span class="cell">{x.name}</span><span class="ref2">{x.illegal === 0 ? t("tries.never") : percentText(x.illegal) + "%"}</span><span class="bit"><i style={{ "--p": (100 * x.bits) / most }} /></span><b>{x.bits.toFixed(2)}</b>
                </button>
              </div>
            ))}
          </div>
          {list.length > FEW && <button type="button" class="link" aria-expanded={all} onClick={() => setAll(!all)}>{all ? t("tries.fewer") : t("tries.more", { n: list.length - FEW })}</button>}
          <p class="note">{say("coach.best", { move: list.find((x) => x.try === a!.best)?.name ?? t("say.any") })}</p>
        </>
      )}
    </section>
  );
}

// ranked are the tries that teach most, behind the one that the coach would make.
function ranked(a: KriegThought | null) {
  return (a?.belief?.tries ?? []).filter((x) => x.try !== "any?").sort((x, y) => Number(y.try === a!.best) - Number(x.try === a!.best) || y.bits - x.bits);
}

// Log is everything that was heard, as chips; what was heard last is in view.
function Log({ said }: { said: Said[] }) {
  const end = useRef<HTMLOListElement>(null);
  useEffect(() => { end.current?.scrollTo({ top: end.current.scrollHeight }); }, [said.length]);
  if (said.length === 0) return null;
  return (
    <section class="gamelog">
      <p class="cap" id="log">{say("play.log")}</p>
      <ol class="lg" ref={end} tabIndex={0} aria-labelledby="log">
        {said.map((s, i) => <li key={i} class={"chip " + (s.mine ? (s.kind === "refused" ? "no" : "W") : "B") + (i === said.length - 1 ? " cur" : "")} title={s.text}>{s.mine && s.kind === "refused" && <Icon name="cross" />}{s.mine ? s.name : short(s)}{s.mine && <span class="vh"> {s.text}</span>}</li>)}
      </ol>
    </section>
  );
}

// short is a sentence without its end.
function short(s: Said): string { return s.text.replace(/\.$/, ""); }
