// SPDX-License-Identifier: BSD-3-Clause

// What is beside the board of the day: the kinds, the game so far, its result, and a card of it.

import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../shared/icon.js";
import { href } from "../../shared/root.js";
import { local } from "../../words/words.js";
import { shown as clockText } from "../game/clock.js";
import { LEVELS, type Level, levelName } from "../game/level.js";
import { isNumber, titleOf } from "../game/position.js";
import { type Card, cardOf, thousandths, writeCard } from "./card.js";
import { type Choice, KINDS, type Kind, type Shown } from "./list.js";
import type { DailyModel } from "./model.js";
import { guessesOf, scoreOf, timeOf } from "./sitting.js";
import { dayText } from "./words.js";

export function Topics({ choice, pick, today, of }: { choice: Choice; pick: (c: Choice) => void; today: string; of: (k: Kind) => Card | null }) {
  return (
    <nav class="topics" aria-label={dayText("day.kinds")}>
      <h1>{dayText("day.title")}</h1>
      {KINDS.map((k) => {
        const card = of(k);
        return (
          <button key={k} type="button" class="card topic" aria-pressed={choice === k} onClick={() => pick(k)}>
            <b>{dayText(`kind.${k}`)}</b>{card && <small>{brief(card)}</small>}<span class="note">{dayText(`about.${k}`)}</span>
          </button>
        );
      })}
      <button type="button" class="card topic" aria-pressed={choice === "any"} onClick={() => pick("any")}><b>{dayText("kind.any")}</b><span class="note">{dayText("about.any")}</span></button>
      <a class="card topic" href={href("mines/leaks/")}><b>{dayText("day.leaks")}</b></a>
      <p class="note">{dayText("day.date", { day: today })}</p>
    </nav>
  );
}

function time(ms: number): string { return clockText(ms); }

// points writes thousandths as a score: 0.31.
function points(score: number): string { return local((score / 1000).toFixed(2)); }

function brief(c: Card): string { return c.won ? `${c.kind === "fair" ? points(c.score) + " · " : ""}${time(c.steps.reduce((sum, s) => sum + s.ms, 0))}` : dayText("result.lostShort"); }

interface Props {
  m: DailyModel;
  shown: Shown | null;
  state: string;
  level: Level;
  choice: Choice;
  setLevel: (l: Level) => void;
  haunt: () => void; // shows veil's own game
  back: () => void; // to one's own
  again: () => void; // another board, where there is one
  own: Card | null;
}

export function Side({ m, shown, state, level, choice, setLevel, haunt, back, again, own }: Props) {
  const over = m.status !== "open";
  const noGuess = shown?.entry?.kind === "no_guess";
  const refused = shown !== null && shown.card !== "" && shown.card !== "checked";
  return (
    <div class="rside">
      {shown?.entry && <p class="note">{dayText("day.entry", { day: shown.entry.day, kind: dayText(`kind.${shown.entry.kind}`) })}</p>}
      {choice === "any" && (
        <div class="seg" role="radiogroup" aria-label={dayText("any.levels")}>
          {LEVELS.map((l) => <button key={l.name} type="button" role="radio" aria-checked={l === level} onClick={() => setLevel(l)}>{levelName(l)}</button>)}
        </div>
      )}
      {refused ? <><h2>{dayText("card.refused")}</h2><p role="status" class="notice">{shown.card}</p></> : <>
        <h2>{headline(m, shown)}</h2>
        {!m.viewing && !over && <Now m={m} />}
        {over && m.viewing === false && <Result m={m} />}
        <p role="status" class="say">{state || m.notice || (m.viewing ? "" : lastWords(m, noGuess))}</p>
        {m.viewing && <Steps m={m} />}
      </>}
      <div class="acts">
        {!m.viewing && !over && matchMedia("(pointer: coarse)").matches && <Tool m={m} />}
        {!m.viewing && over && shown?.entry && <button type="button" class="btn" onClick={haunt}><Icon name="lens" />{dayText("ghost.show")}</button>}
        {(m.viewing || refused) && shown?.entry && <button type="button" class="btn pri" onClick={back}>{dayText(own ? "ghost.back" : "card.play")}</button>}
        {choice === "any" && over && <button type="button" class="btn pri" onClick={again}><Icon name="restart" />{dayText("any.next")}</button>}
      </div>
      {!m.viewing && over && shown?.entry && <CardLink m={m} kind={shown.entry.kind} day={shown.entry.day} />}
    </div>
  );
}

function headline(m: DailyModel, shown: Shown | null): string {
  if (shown?.ghost) return dayText("ghost.title", { score: points(thousandths(scoreOf(m.turns))), guesses: guessesOf(m.turns), n: m.turns.length });
  if (shown?.card === "checked") return dayText(m.history.at(-1)!.boom === null ? "card.checked" : "card.checkedLost", { score: points(thousandths(scoreOf(m.turns))), time: time(timeOf(m.turns)) });
  if (m.status === "open") return dayText(shown?.entry?.kind === "no_guess" ? "now.noGuess" : "now.title");
  return m.status === "won" ? dayText("result.score", { score: points(thousandths(m.score)) }) : dayText("result.lost");
}

// Now is the game so far, with its clock.
function Now({ m }: { m: DailyModel }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const p = m.position;
  const marked = p.cells.filter((x) => x === "F" || x === "*").length;
  return (
    <dl class="kv">
      <div><dt>{dayText("now.time")}</dt><dd>{time(m.table.clock.elapsed)}</dd></div>
      <div><dt>{dayText("now.mines")}</dt><dd>{(p.mines ?? 0) - marked}</dd></div>
      <div><dt>{dayText("now.open")}</dt><dd>{p.cells.filter(isNumber).length}/{p.cells.length - (p.mines ?? 0)}</dd></div>
      <div><dt>{dayText("now.score")}</dt><dd>{points(thousandths(m.score))}</dd></div>
    </dl>
  );
}

function Result({ m }: { m: DailyModel }) {
  const needless = m.turns.filter((x) => x.needless).length;
  return (
    <dl class="kv">
      <div><dt>{dayText("now.time")}</dt><dd>{time(timeOf(m.turns))}</dd></div>
      <div><dt>{dayText("result.clicks")}</dt><dd>{m.turns.length}</dd></div>
      <div><dt>{dayText("result.guesses")}</dt><dd>{guessesOf(m.turns)}</dd></div>
      <div><dt>{dayText("result.forgiven")}</dt><dd>{m.turns.filter((x) => x.hit && !x.needless).length}</dd></div>
      {needless > 0 && <div><dt>{dayText("result.needless")}</dt><dd>{needless}</dd></div>}
    </dl>
  );
}

// lastWords says what the last click risked.
function lastWords(m: DailyModel, noGuess: boolean): string {
  const last = m.turns.at(-1);
  if (!last) return dayText(`now.${matchMedia("(pointer: coarse)").matches ? "tap" : "how"}${noGuess ? "NoGuess" : ""}`);
  if (last.risk === 0) return "";
  return dayText(`said.${last.hit ? (last.needless ? "lost" : "forgiven") : last.needless ? "needless" : "guess"}`, { cell: titleOf(m.position, last.cell), p: Math.round(100 * last.risk) });
}

function Tool({ m }: { m: DailyModel }) {
  const use = (digging: boolean) => {
    m.digging = digging;
    m.changed();
  };
  return (
    <div class="seg" role="radiogroup" aria-label={dayText("tool.name")}>
      <button type="button" role="radio" aria-checked={m.digging} onClick={() => use(true)}>{dayText("tool.dig")}</button>
      <button type="button" role="radio" aria-checked={!m.digging} onClick={() => use(false)}>{dayText("tool.flag")}</button>
    </div>
  );
}

function Steps({ m }: { m: DailyModel }) {
  const { at, last } = m.table.time;
  const turn = m.turns[at - 1];
  const step = (icon: "first" | "prev" | "next" | "last", by: number) =>
    <button type="button" class="ib" title={dayText(`step.${icon}`)} aria-label={dayText(`step.${icon}`)} disabled={at + by < 0 || at + by > last || by === 0} onClick={() => m.step(by)}><Icon name={icon} /></button>;
  return (
    <>
      <div class="steps">{step("first", -at)}{step("prev", -1)}<span class="pos">{dayText("step.at", { n: at, of: last })}</span>{step("next", 1)}{step("last", last - at)}</div>
      <p class="note">{turn ? dayText(turn.risk === 0 ? "step.safe" : turn.hit ? "step.hit" : "step.risk", { cell: titleOf(m.position, turn.cell), p: Math.round(100 * turn.risk) }) : dayText("step.start")}</p>
    </>
  );
}

// CardLink hands on the result.
function CardLink({ m, kind, day }: { m: DailyModel; kind: Kind; day: string }) {
  const [done, setDone] = useState("");
  const card = cardOf(day, kind, m.turns, m.status === "won");
  const link = new URL(href("mines/daily/") + "#card=" + writeCard(card), location.href).href;
  const said = dayText(card.won ? (kind === "fair" ? "card.textFair" : "card.text") : "card.textLost", { day, score: points(card.score), time: time(timeOf(m.turns)), n: m.turns.length });
  const copy = () => void navigator.clipboard.writeText(`${said}\n${link}`).then(() => setDone(dayText("card.copied")), () => setDone(dayText("card.notCopied")));
  return (
    <div class="share">
      <label>{dayText("card.link")}<input readOnly value={link} onFocus={(e) => e.currentTarget.select()} /></label>
      <div class="acts"><button type="button" class="btn" onClick={copy}><Icon name="share" />{dayText("card.copy")}</button></div>
      <p class="note" role="status">{done || dayText("card.about")}</p>
    </div>
  );
}
