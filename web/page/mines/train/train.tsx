// SPDX-License-Identifier: BSD-3-Clause

// Training: a course from two numbers to guesses in which risk misleads. What was wrong comes back at once, what was right
// later and later.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Header } from "../../shared/frame.js";
import { Icon } from "../../shared/icon.js";
import { href } from "../../shared/root.js";
import { own, store, stored } from "../../shared/outside.js";
import { useStore } from "../../shared/store.js";
import { local, many, t } from "../../words/words.js";
import { Board } from "../board/board.js";
import { find } from "./finding.js";
import { LESSONS, type Lesson, TOPICS, type Topic, deckOf, isGuess, lessonOf, posed } from "./lessons.js";
import { titleOf } from "../game/position.js";
import type { Quiz } from "./quiz.js";
import { type Cards, answered, due, learned, next, read, today, write } from "./schedule.js";
import { Rulers } from "../board/rulers.js";
import { WhyPanel } from "../analyse/why.js";

type Course = Topic | "today" | "fresh";

const DECKS: Record<Topic | "today", string[]> = { today: LESSONS.map((l) => l.code), ...Object.fromEntries(TOPICS.map((x) => [x, deckOf(x)])) as Record<Topic, string[]> };

function courseKept(): Course {
  const kept = stored("train.course");
  return kept === "fresh" || own(DECKS, kept) ? kept : "today";
}

// Shown is what is on the board: a lesson, a fresh position, or nothing because nothing is due.
type Shown = { lesson: Lesson } | "fresh" | "looking" | "done";

export function Train({ m }: { m: Quiz }) {
  useStore(m);
  const [course, setCourse] = useState<Course>(courseKept);
  const [cards, setCards] = useState<Cards>(() => read(stored("train.cards")));
  const [shown, setShown] = useState<Shown>("looking");
  const [last, setLast] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const [counts, setCounts] = useState(true); // the answer is kept: not in practice beyond the day
  const show = (code: string) => {
    const lesson = lessonOf(code)!;
    setLast(code);
    setShown({ lesson });
    m.pose(posed(lesson, Math.floor(Math.random() * 8)));
  };
  useLayoutEffect(() => { // before anything is painted: a board that comes later pushes what is below it
    let alive = true;
    if (course === "fresh") {
      setShown("looking");
      void find(m, () => alive).then((p) => {
        if (!p || !alive) return;
        m.pose(p);
        setShown("fresh");
      });
      return () => { alive = false; };
    }
    setCounts(true);
    const code = next(DECKS[course], cards, today(), last);
    if (code) show(code);
    else setShown("done");
    return () => { alive = false; };
  }, [course, round]);
  // The first answer to a lesson counts, and so does giving up.
  const [judged, setJudged] = useState<object | null>(null);
  useEffect(() => {
    if (typeof shown !== "object" || !counts || judged === shown || (m.grade !== "right" && m.grade !== "wrong" && m.grade !== "shown")) return;
    setJudged(shown);
    const next = { ...cards, [shown.lesson.code]: answered(cards[shown.lesson.code], m.grade === "right", today()) };
    setCards(next);
    store("train.cards", write(next));
  }, [m.grade]);
  const choose = (to: Course) => {
    store("train.course", to);
    setLast(null);
    setCourse(to);
    setRound(round + 1);
  };
  const practise = () => {
    setCounts(false);
    const deck = DECKS[course === "fresh" ? "better" : course];
    show(deck[Math.floor(Math.random() * deck.length)]!);
  };
  return (
    <>
      <Header here="mines/train/" />
      <main id="main" class="train">
        <Topics course={course} cards={cards} choose={choose} />
        <section class="card rb" aria-label={t("train.position")} style={{ "--w": m.position.width, "--h": m.position.height }}>
          {shown === "looking" ? <div class="looking" role="status"><p class="say">{t("train.looking")}</p><div class="work"><i /></div></div>
            : shown === "done" ? <Done practise={practise} />
              : <Task m={m} topic={shown === "fresh" ? "better" : shown.lesson.topic} measure={shown === "fresh" ? null : shown.lesson.measure} go={() => (counts ? setRound(round + 1) : practise())} />}
        </section>
        <p class="note">{t("train.note")}</p>
      </main>
    </>
  );
}

// Topics is the course, with how far one has come.
function Topics({ course, cards, choose }: { course: Course; cards: Cards; choose: (c: Course) => void }) {
  const day = today();
  const waiting = due(DECKS.today, cards, day).length;
  return (
    <nav class="topics" aria-label={t("train.course")}>
      <h1>{t("nav.train")}</h1>
      <button type="button" class="card topic" aria-pressed={course === "today"} onClick={() => choose("today")}>
        <b>{t("topic.today")}</b><span class="note">{waiting > 0 ? many(waiting, "train.dueOne", "train.due") : t("train.new")}</span>
      </button>
      {TOPICS.map((x) => {
        const [n, of] = [learned(DECKS[x], cards), DECKS[x].length];
        return (
          <button key={x} type="button" class="card topic" aria-pressed={course === x} onClick={() => choose(x)}>
            <b>{t(`topic.${x}`)}</b><small title={t("train.learned", { n, of })} aria-label={t("train.learned", { n, of })} role="img">{n}/{of}</small>
            <span class="note">{t(`about.${x}`)}</span><span class="prog"><i style={{ "--p": (100 * n) / of }} /></span>
          </button>
        );
      })}
      <button type="button" class="card topic" aria-pressed={course === "fresh"} onClick={() => choose("fresh")}><b>{t("topic.fresh")}</b><span class="note">{t("about.fresh")}</span></button>
      <a class="card topic" href={href("mines/leaks/")}><b>{t("record.leaks")}</b></a>
      <a class="card topic" href={href("mines/daily/")}><b>{t("train.daily")}</b></a>
    </nav>
  );
}

function Done({ practise }: { practise: () => void }) {
  return (
    <div class="looking" role="status">
      <p class="say"><b>{t("train.done")}</b> {t("train.tomorrow")}</p>
      <div class="acts"><button type="button" class="btn" onClick={practise}>{t("train.practise")}</button></div>
    </div>
  );
}

function Task({ m, topic, measure, go }: { m: Quiz; topic: Topic; measure: number | null; go: () => void }) {
  const guess = isGuess(topic);
  return (
    <>
      <div>
        <div class="port"><Rulers m={m} /><Board m={m} /></div>
        <p class="note">{t("level.size", { w: m.position.width, h: m.position.height, n: m.position.mines ?? "?" })}{measure !== null && ` · ${difficulty(topic, measure)}`}</p>
      </div>
      <div class="rside">
        <h2>{t(guess ? "train.guess" : "train.safe")}</h2>
        <p role="status" class={"say " + m.grade}>{m.grade === "right" && <Icon name="check" />}{m.grade === "wrong" && <Icon name="cross" />} {m.grade === "thinking" ? t("retry.thinking") : m.said || t(matchMedia("(pointer: coarse)").matches ? "train.tap" : "train.how")}</p>
        <div class="acts">
          {m.asking && <button type="button" class="btn" onClick={() => void m.show()}>{t("retry.show")}</button>}
          <button type="button" class={"btn" + (m.asking ? "" : " pri")} onClick={go}>{t(m.asking ? "retry.skip" : "train.next")}</button>
        </div>
        {guess && !m.asking && m.answer && <Both m={m} />}
        <WhyPanel m={m} />
      </div>
    </>
  );
}

// difficulty is what the engine measured.
function difficulty(topic: Topic, n: number): string {
  if (isGuess(topic)) return t("hard.guess", { n: local(n.toFixed(2)) });
  if (topic === "count") return n === 0 ? t("hard.mines") : many(n, "hard.countOne", "hard.count");
  return many(n, "hard.proofOne", "hard.proof");
}

function Both({ m }: { m: Quiz }) {
  const a = m.answer!;
  const best = a.moves.find((x) => x.cell === a.best[0]);
  const lowest = a.moves.filter((x) => !a.best.includes(x.cell)).sort((x, y) => (x.risk ?? 1) - (y.risk ?? 1) || x.worth.at - y.worth.at)[0];
  if (!lowest || !best) return null;
  return (
    <dl class="kv both">
      <div><dt>{t("train.safest", { cell: titleOf(m.position, lowest.cell) })}</dt><dd>{t("train.worth", { p: local(lowest.riskText), w: local(lowest.win.text) })}</dd></div>
      <div><dt>{t("train.best", { cell: titleOf(m.position, best.cell) })}</dt><dd>{t("train.worth", { p: local(best.riskText), w: local(best.win.text) })}</dd></div>
    </dl>
  );
}
