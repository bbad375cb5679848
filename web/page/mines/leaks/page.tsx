// SPDX-License-Identifier: BSD-3-Clause

// Where a player loses points: all games of this device, what was skill and what was luck, and what to practise, on positions of the player's own.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Header } from "../../shared/frame.js";
import { Icon } from "../../shared/icon.js";
import { href } from "../../shared/root.js";
import { useStore } from "../../shared/store.js";
import { local } from "../../words/words.js";
import { WhyPanel } from "../analyse/why.js";
import { Board } from "../board/board.js";
import { Rulers } from "../board/rulers.js";
import { parseCode, titleOf } from "../game/position.js";
import { type Played, onPlayed, playedGames } from "../keep/played.js";
import type { Quiz } from "../train/quiz.js";
import { type Account, type Facts, type Found, ONE, accountOf, leaksOf, slowOf } from "./account.js";
import { keepFacts, keptFacts } from "./diary.js";
import { factsOf } from "./reading.js";
import { leakText, meanText, patternName, tenths } from "./words.js";

const ENOUGH = 40; // games from which a leak can be told from chance
const SHOWN = 5; // leaks, and slow patterns

// Lesson is a list of positions, and the one that is posed.
interface Lesson { name: string; found: Found[]; at: number }

export function Leaks({ m }: { m: Quiz }) {
  useStore(m);
  const [games, setGames] = useState<Played[]>(playedGames);
  const [facts, setFacts] = useState<Facts[]>(keptFacts);
  const [lesson, setLesson] = useState<Lesson | null>(null);
  const left = useReading(m, games, facts, setFacts);
  useEffect(() => onPlayed(setGames), []);
  const pose = (l: Lesson) => {
    setLesson(l);
    m.pose(parseCode(l.found[l.at]!.code)!, l.found[l.at]!.played);
  };
  const known = facts.filter((f) => games.some((g) => g.id === f.id));
  const teach = (name: string, found: Found[]) => pose({ name, found: [...found].sort((a, b) => b.points - a.points), at: 0 });
  useLayoutEffect(() => { if (lesson) document.getElementById("lesson")?.scrollIntoView({ block: "nearest" }); }, [lesson?.name]);
  return (
    <>
      <Header here="mines/leaks/" />
      <main id="main" class="leaks">
        <header><h1>{leakText("leaks.title")}</h1><p class="note">{leakText("leaks.note")}</p><p class="note" role="status">{progress(games.length, left)}</p><div class="acts"><a class="btn" href={href("mines/")}>{leakText("leaks.play")}</a><a class="btn" href={href("mines/daily/")}>{leakText("leaks.daily")}</a></div></header>
        {known.length > 0 && <Sum a={accountOf(known)} />}
        {known.length > 0 && <Named facts={known} teach={teach} />}
        {lesson && <Task m={m} lesson={lesson} go={() => pose({ ...lesson, at: (lesson.at + 1) % lesson.found.length })} close={() => setLesson(null)} />}
      </main>
    </>
  );
}

function progress(games: number, left: number): string {
  if (games === 0) return leakText("leaks.none");
  return left > 0 ? leakText("leaks.reading", { n: left, of: games }) : leakText(games === 1 ? "leaks.readOne" : "leaks.read", { n: games });
}

// useReading reads the games that were not read yet, one after the other, and returns how many are left.
function useReading(m: Quiz, games: Played[], facts: Facts[], set: (f: Facts[]) => void): number {
  const [bad, setBad] = useState<ReadonlySet<string>>(new Set());
  const waiting = games.filter((g) => !bad.has(g.id) && !facts.some((f) => f.id === g.id));
  const next = waiting[0];
  useEffect(() => {
    if (!next) return;
    let alive = true;
    factsOf(m.engine, next).catch(() => null).then((f) => {
      if (!alive) return;
      if (!f) return setBad(new Set([...bad, next.id]));
      const all = [...keptFacts().filter((x) => x.id !== f.id && games.some((g) => g.id === x.id)), f];
      keepFacts(all);
      set(all);
    }, () => {});
    return () => { alive = false; };
  }, [next?.id]);
  return waiting.length;
}

// Sum is skill beside luck.
function Sum({ a }: { a: Account }) {
  return (
    <section class="card sums" aria-label={leakText("sum.name")}>
      <div class="num plain"><span>{a.cost ? tenths(Math.max(0, a.cost.at)) : "–"}</span><small>{leakText("sum.given")}</small></div>
      <p class="say">{a.cost ? leakText("sum.interval", { mean: meanText(a.cost, 0) }) : leakText("sum.few")}</p>
      <dl class="kv">
        <div><dt>{leakText("sum.won")}</dt><dd>{leakText("sum.of", { n: a.won, of: a.games })}</dd></div>
        <div><dt>{leakText("sum.veil")}</dt><dd>{local(a.veil.toFixed(1))}</dd></div>
        {a.luck && <div><dt>{leakText("sum.luck")}</dt><dd>{meanText(a.luck)}</dd></div>}
        <div><dt>{leakText("sum.slips")}</dt><dd>{tenths(a.slips)}</dd></div>
        <div><dt>{leakText("sum.patterns")}</dt><dd>{tenths(a.patterns)}</dd></div>
        <div><dt>{leakText("sum.guesses")}</dt><dd>{tenths(a.guesses)}</dd></div>
      </dl>
    </section>
  );
}

function Named({ facts, teach }: { facts: Facts[]; teach: (name: string, found: Found[]) => void }) {
  const leaks = leaksOf(facts).slice(0, SHOWN);
  const slow = slowOf(facts).filter((s) => s.pattern !== ONE).slice(0, SHOWN);
  const all = facts.flatMap((f) => f.missed);
  const [slips, rest, guesses] = [all.filter((x) => x.pattern === ONE), all.filter((x) => x.pattern !== ONE), facts.flatMap((f) => f.guesses)];
  const row = (name: string, note: string, found: Found[]) => (
    <li key={name} class="card"><b>{name}</b><span class="note">{note}</span><button type="button" class="btn" onClick={() => teach(name, found)}><Icon name="target" />{leakText("lesson.start", { n: found.length })}</button></li>
  );
  return (
    <>
      <section aria-label={leakText("leak.title")}>
        <h2>{leakText("leak.title")}</h2>
        {leaks.length === 0 && <p class="say">{leakText(facts.length < ENOUGH ? "leak.early" : "leak.none", { n: ENOUGH })}</p>}
        {leaks.some((l) => /^(?:nested|shared):/.test(l.pattern)) && <p class="note">{leakText("leak.pair")}</p>}
        <ul class="foundlist">{leaks.map((l) => row(patternName(l.pattern), leakText("leak.facts", { n: l.games, of: l.met, points: tenths(l.points) }), l.found))}</ul>
      </section>
      {slow.length > 0 && (
        <section aria-label={leakText("slow.title")}>
          <h2>{leakText("slow.title")}</h2>
          <ul class="foundlist">{slow.map((s) => row(patternName(s.pattern), leakText("slow.facts", { n: s.games, s: Math.round(s.seconds) }), s.found))}</ul>
        </section>
      )}
      {all.length + guesses.length > 0 && (
        <section aria-label={leakText("all.title")}>
          <h2>{leakText("all.title")}</h2>
          <ul class="foundlist">
            {rest.length > 0 && row(leakText("all.patterns"), leakText("all.patternsNote"), rest)}
            {slips.length > 0 && row(leakText("all.slips"), leakText("all.slipsNote"), slips)}
            {guesses.length > 0 && row(leakText("all.guesses"), leakText("all.guessesNote"), guesses)}
          </ul>
        </section>
      )}
    </>
  );
}

// Task is a lesson of the player's own positions.
function Task({ m, lesson, go, close }: { m: Quiz; lesson: Lesson; go: () => void; close: () => void }) {
  const now = lesson.found[lesson.at]!;
  return (
    <section class="card rb" id="lesson" aria-label={leakText("lesson.name")} style={{ "--w": m.position.width, "--h": m.position.height }}>
      <div>
        <div class="port"><Rulers m={m} /><Board m={m} /></div>
        <p class="note">{leakText("lesson.at", { n: lesson.at + 1, of: lesson.found.length })}</p>
      </div>
      <div class="rside">
        <h2>{lesson.name}</h2>
        <p role="status" class={"say " + m.grade}>{m.grade === "right" && <Icon name="check" />}{m.grade === "wrong" && <Icon name="cross" />} {m.grade === "thinking" ? leakText("lesson.thinking") : m.said || leakText(now.pattern === "guess" ? "lesson.guess" : "lesson.safe", { cell: titleOf(m.position, now.played) })}</p>
        <div class="acts">
          {m.asking && <button type="button" class="btn" onClick={() => void m.show()}>{leakText("lesson.show")}</button>}
          <button type="button" class={"btn" + (m.asking ? "" : " pri")} onClick={go}>{leakText("lesson.next")}</button>
          <button type="button" class="btn" onClick={close}>{leakText("lesson.close")}</button>
        </div>
        <WhyPanel m={m} />
      </div>
    </section>
  );
}
