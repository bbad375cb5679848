// SPDX-License-Identifier: BSD-3-Clause

// The panel of Play: this game, the record, and help if it is asked for.

import { useEffect, useMemo, useState } from "preact/hooks";
import { href } from "../../shared/root.js";
import { Icon } from "../../shared/icon.js";
import { store } from "../../shared/outside.js";
import { type Key, local, many, number, t } from "../../words/words.js";
import { efficiencyOf, rateOf, countOf } from "../game/count.js";
import { exact, shown } from "../game/clock.js";
import { save as download } from "../share/picture.js";
import type { Digest } from "../engine/digest.js";
import type { Keeper } from "../keep/keeper.js";
import { gameFragment } from "../files/gamelink.js";
import { pathOf, rawvfOf } from "../files/rawvfout.js";
import { Left } from "./left.js";
import { levelName, sizeOf } from "../game/level.js";
import { whole } from "../board/look.js";
import type { Model } from "../model/model.js";
import { type Position, hand, isNumber, neighbours, titleOf } from "../game/position.js";
import { Spoken } from "../analyse/panel.js";
import { RUNGS } from "../engine/questions.js";
import type { Summary } from "../stats/stats.js";
import { English, Sentences } from "../analyse/why.js";

export function PlayPanel({ m, k }: { m: Model; k: Keeper }) {
  return (
    <>
      {m.status === "open" ? <Progress m={m} k={k} /> : <Ended m={m} k={k} />}
      <Left m={m} k={k} />
      <Record m={m} k={k} />
      {m.status === "open" ? <Stuck m={m} /> : <Figures m={m} />}
    </>
  );
}

function Progress({ m, k }: { m: Model; k: Keeper }) {
  const p = m.position;
  const safe = p.cells.length - (p.mines ?? 0);
  const open = p.cells.filter(isNumber).length;
  const part = safe > 0 ? (100 * open) / safe : 0;
  return (
    <section class="head" aria-label={t("play.this")}>
      <div class="cap">{t(k.resumed ? "play.back" : "play.this")}</div>
      <div class="num plain"><span>{part > 0 && part < 1 ? 1 : Math.floor(part)}<em>%</em></span><small>{t("play.open")}</small></div>
      <div class="prog"><i style={{ "--p": part }} /></div>
      <p class="say">{t("play.cells", { n: open, of: safe })}{k.resumed && " " + t("play.goOn")}{m.table.helped && m.game && " " + t("play.helped")}</p>
      {m.busy && m.table.noGuess && <p class="say" role="status">{t("play.looking")}</p>}
      {m.notice && <p class="notice" role="status">{m.notice}</p>}
    </section>
  );
}

// Ended judges the decision, not the result.
function Ended({ m, k }: { m: Model; k: Keeper }) {
  const won = m.status === "won";
  const s = k.stats.of(sizeOf(m.position), m.table.noGuess);
  const record = won && !m.table.helped && s.best !== null && Math.round(m.table.clock.elapsed) <= s.best;
  const judged = useJudgement(m);
  const moves = m.moment.moves.filter((x) => x.kind !== "flag").length;
  const review = () => {
    k.keep();
    store("game", m.gameText());
    store("game.id", k.gameId);
    location.href = href("mines/review/");
  };
  return (
    <section class={"head finished " + m.status} aria-label={t("play.result")}>
      <div class="cap">{won ? <><Icon name="trophy" />{t(record && s.won > 1 ? "play.wonBest" : "play.won")}</> : <><Icon name="mine" />{t("play.lost")}</>}</div>
      <div class="num plain"><span>{shown(m.table.clock.elapsed)}<em>{local(exact(m.table.clock.elapsed)).slice(-4)}</em></span><small>{many(moves, "moves.one", "moves.many")}</small></div>
      <p class="say">{won ? wonWords(m) : <>{judged} {t("play.undo")}</>}</p>
      <div class="acts">
        <button type="button" class="btn pri" onClick={() => k.start()}><Icon name="restart" />{t("play.new")}</button>
        <button type="button" class="btn" onClick={review}><Icon name="lens" />{t("play.review")}</button>
      </div>
      {m.notice && <p class="notice" role="status">{m.notice}</p>}
      <Spoken text={won ? t("play.wonSaid", { t: shown(m.table.clock.elapsed) }) : t("play.lostSaid")} />
    </section>
  );
}

// Figures are what players who race count. They come last, where Stuck was, so that the record stays in its place.
function Figures({ m }: { m: Model }) {
  const { tape, clock } = m.table;
  const c = useMemo(() => m.game && countOf(m.position, m.game.layout, m.position.cells), [m.game, m.position]);
  const [path, setPath] = useState(false);
  if (!c || !m.game) return null;
  const [rate, efficiency] = [rateOf(c.solved, clock.elapsed), efficiencyOf(c.solved, tape.count)];
  const rows: [Key, string][] = [
    ["figures.value", c.solved === c.value ? number(c.value) : t("figures.part", { n: c.solved, of: c.value })], ["figures.rate", rate === null ? "–" : fixed(rate)],
    ["figures.efficiency", efficiency === null || !tape.whole ? "–" : `${Math.round(100 * efficiency)}%`],
    ["figures.clicks", tape.count ? t("figures.useful", { n: tape.count, useful: tape.clicks.useful, wasted: tape.count - tape.clicks.useful }) : "–"],
    ["figures.openings", number(c.openings)], ["figures.islands", number(c.islands)],
  ];
  const out = () => download("game.rawvf", new Blob([rawvfOf(m.game!, m.moment, tape, Math.round(clock.elapsed))], { type: "text/plain" }));
  return (
    <section class="figures" aria-label={t("figures.name")}>
      <dl class="kv">{rows.map(([name, value]) => <div key={name}><dt>{t(name)}</dt><dd>{value}</dd></div>)}</dl>
      <div class="acts">
        <button type="button" class="btn" onClick={out}>RAWVF</button>
        {tape.events.length > 1 && <button type="button" class="btn" aria-pressed={path} onClick={() => setPath(!path)}>{t("figures.path")}</button>}
        <a class="btn" href={href("prove/") + gameFragment(m.game, m.moment)}>{t("figures.prove")}</a>
      </div>
      {path && <Path m={m} />}
    </section>
  );
}

// Path is the way of the mouse, drawn over the board.
function Path({ m }: { m: Model }) {
  const board = document.getElementById("board");
  useEffect(() => {
    const { width, height } = m.position;
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const line = document.createElementNS(svg.namespaceURI, "polyline");
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("class", "mouse");
    svg.setAttribute("aria-hidden", "true");
    line.setAttribute("points", pathOf(m.table.tape));
    svg.append(line);
    board?.parentElement?.append(svg);
    if (board) Object.assign(svg.style, { left: `${board.offsetLeft}px`, top: `${board.offsetTop}px`, width: `${board.clientWidth}px`, height: `${board.clientHeight}px` });
    return () => svg.remove();
  }, [board]);
  return null;
}

// useJudgement says what the move that hit a mine risked, and whether it had to. The board marks the cells that it names.
function useJudgement(m: Model): string {
  const boom = m.moment.boom;
  useEffect(() => {
    const before = m.history[m.at - 1]?.position;
    if (boom === null || !before) return;
    let alive = true;
    const say = (text: string) => {
      if (!alive) return;
      m.judged = text;
      m.changed();
    };
    const flagged = wrongFlag(m);
    if (flagged) say(flagged);
    else m.engine.last<Digest>({ ask: "mines.analysis", position: { text: hand(before) }, moves: "none" }).then((a) => say(judgement(before, boom, a)), () => {});
    return () => { alive = false; };
  }, [m.moment]);
  return m.judged || (boom === null ? "" : t("judge.mine", { cell: titleOf(m.position, boom) }));
}

// wrongFlag is said of a mine that a wrong flag let be opened: the number was satisfied by it, and nothing was guessed.
function wrongFlag(m: Model): string {
  const [last, before] = [m.moment.moves.at(-1), m.history[m.at - 1]!.position];
  if (last?.kind !== "chord" || !m.game) return "";
  const wrong = neighbours(before, last.cell).find((n) => before.cells[n] === "F" && !m.game!.layout[n]);
  return wrong === undefined ? "" : t("judge.flag", { flag: titleOf(before, wrong), cell: titleOf(before, last.cell), mine: titleOf(before, m.moment.boom!) });
}

// judgement compares the risk that was taken with the least there was.
export function judgement(p: Position, boom: number, a: Pick<Digest, "moves" | "safe">): string {
  const taken = a.moves.find((x) => x.cell === boom);
  const [name, risk] = [titleOf(p, boom), taken?.certain === "mine" ? 1 : taken?.risk ?? null];
  if (risk === null) return t("judge.mine", { cell: name });
  if (a.safe.length > 0) return t("judge.safe", { cell: name, p: whole(risk), safe: titleOf(p, a.safe[0]!) });
  const least = Math.min(...a.moves.map((x) => x.risk ?? 1));
  if (risk <= least) return t("judge.luck", { cell: name, p: whole(risk) });
  return t("judge.more", { cell: name, p: whole(risk), other: titleOf(p, a.moves.find((x) => x.risk === least)!.cell), q: whole(least) });
}

function wonWords(m: Model): string {
  const used = m.questions.used;
  if (used > 0) return many(used, "play.hint", "play.hints");
  return t(m.table.helped ? "play.withHelp" : m.table.noGuess ? "play.noGuess" : "play.noHelp");
}

// fixed has two decimals.
function fixed(x: number): string { return local(x.toFixed(2)); }

const ICON = { won: "check", helped: "hint", lost: "mine" } as const;

const ENOUGH = 10; // games from which a comparison with the engine says something

function Record({ m, k }: { m: Model; k: Keeper }) {
  const s = k.stats.of(sizeOf(m.position), m.table.noGuess);
  const name = t(m.table.noGuess ? "record.yourNoGuess" : "record.your", { level: levelName(k.level) });
  if (s.played === 0) return <section aria-label={t("record.name")}><div class="cap">{name}</div><p class="note">{t("record.none")}</p></section>;
  const out = () => download("veil-games.csv", new Blob([k.stats.csv()], { type: "text/csv" }));
  return (
    <section aria-label={t("record.name")}>
      <div class="cap">{name}<span class="sp" /><button type="button" class="lnk2" onClick={out}>{t("record.export")}</button></div>
      <div class="form" role="img" aria-label={t("record.last", { list: s.last.map((r) => t(`record.${r[0] as "w" | "h" | "l"}`)).join(", ") })}>{s.last.map((r, i) => <i key={i} class={r === "won" ? "W" : "L"}><Icon name={ICON[r]} /></i>)}</div>
      <dl class="kv">
        <div><dt>{t("play.won")}</dt><dd>{t("record.won", { n: s.won, of: s.played })}</dd></div>
        {s.helped > 0 && <div><dt>{t("record.helped")}</dt><dd>{s.helped}</dd></div>}
        {s.best !== null && <div><dt>{t("record.best")}</dt><dd>{local(exact(s.best))}</dd></div>}
        {s.rate !== null && <div><dt>{t("record.rate")}</dt><dd>{fixed(s.rate)}</dd></div>}
        {s.longest > 1 && <div><dt>{t("record.streak")}</dt><dd>{streak(s)}</dd></div>}
        {s.given !== null && <div><dt>{t("record.given")}</dt><dd>{t("record.points", { n: s.given.toFixed(0) })}</dd></div>}
      </dl>
      <a class="lnk2" href={href("mines/leaks/")}>{t("record.leaks")}</a>
      {s.compared >= ENOUGH && !m.table.noGuess && <p class="note">{beside(s)}</p>}
    </section>
  );
}

// streak is how many games were won in a row: now, and at best if that is another number.
export function streak(s: Pick<Summary, "streak" | "longest">): string {
  const now = many(s.streak, "record.win", "record.wins");
  return s.streak === s.longest ? now : t("record.streakBest", { now, n: s.longest });
}

// beside compares with the engine. It is an estimate, and says so.
function beside(s: Summary): string {
  return t("record.beside", { n: s.wonOfCompared, of: s.compared, veil: Math.round(s.veil) });
}

const ASK = ["rung.0", "rung.1", "rung.2", "rung.3", "rung.4"] as const;

function Stuck({ m }: { m: Model }) {
  const next = m.rung + 1;
  return (
    <section class="end hints" aria-label={t("stuck.name")}>
      <div class="cap">{t("stuck.title")}</div>
      {m.rung < 0 ? <p class="say">{t("stuck.say")}</p> : (
        <>
          <div class="rungs" role="img" aria-label={t("stuck.rung", { n: m.rung + 1, of: RUNGS })}>{ASK.map((_, i) => <i key={i} class={i <= m.rung ? "on" : ""} />)}</div>
          <div aria-live="polite"><Sentences m={m} list={m.hint} own={m.rung === 0} />{m.rung > 0 && <English />}</div>
        </>
      )}
      <button type="button" class="btn wide" disabled={next >= RUNGS || m.fresh} onClick={() => void m.climb()}>{m.rung >= 0 && <Icon name="hint" />}{t(ASK[Math.min(next, RUNGS - 1)]!)}</button>
    </section>
  );
}
