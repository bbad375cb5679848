// SPDX-License-Identifier: BSD-3-Clause

// The board of the day: one without a guess, one on which everybody must guess, and the same rule on any board.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ProblemDoc } from "../../shared/documents.js";
import { words } from "../../shared/engine.js";
import { Header } from "../../shared/frame.js";
import { fragment, onFragment, show as showFragment } from "../../shared/outside.js";
import { ROOT } from "../../shared/root.js";
import { useStore } from "../../shared/store.js";
import { gameCode } from "../files/gamelink.js";
import { randomSeed } from "../files/reading.js";
import { LEVELS, type Level } from "../game/level.js";
import { record } from "../keep/played.js";
import { type Results, cardOf, checked, isCard, readCard, resultOf, writeCard } from "./card.js";
import { begun, keepBegun, keepResult, results } from "./kept.js";
import { type Choice, type Daily, type Kind, type Shown, dayOf, entryOf, readDaily } from "./list.js";
import { type DailyModel, dealOf } from "./model.js";
import { ghost } from "./sitting.js";
import { Side, Topics } from "./side.js";
import { dayText } from "./words.js";
import { Rulers } from "../board/rulers.js";
import { Board } from "../board/board.js";

async function fetched(): Promise<Daily> {
  const r = await fetch(new URL("daily.json", ROOT)).catch(() => null);
  const list = r?.ok ? readDaily(await r.text()) : null;
  if (!list) throw new Error(dayText("day.noList"));
  return list;
}

// learn keeps a game for what can be learnt of it. One in which a mine was forgiven is no game of Minesweeper.
function learn(id: string, day: string, m: DailyModel): void {
  if (m.moment.boom === null && m.turns.some((x) => x.hit)) return;
  let at = 0;
  record({ id, day, code: gameCode(m.game!, m.moment), ms: [0, ...m.turns.map((x) => (at += x.ms))] });
}

export function DailyPage({ m }: { m: DailyModel }) {
  useStore(m);
  const list = useRef<Promise<Daily> | null>(null);
  const [choice, choose] = useState<Choice>("no_guess");
  const [level, setLevel] = useState<Level>(LEVELS[0]!);
  const [done, setDone] = useState<Results>(results);
  const [shown, setShown] = useState<Shown | null>(null);
  const [state, setState] = useState("");
  const turn = useRef(0);
  const today = dayOf(Date.now());
  // begin runs what takes a while, and drops its result if something else was begun.
  const begin = (what: (fresh: () => boolean) => Promise<void>) => {
    const mine = ++turn.current;
    setState("");
    list.current ??= fetched();
    what(() => mine === turn.current).catch((e: unknown) => {
      list.current = null;
      if (mine === turn.current) setState(e instanceof Error ? e.message : e ? words(e as ProblemDoc) : dayText("day.noAnswer"));
    });
  };
  const entry = async (kind: Kind, day: string) => {
    const e = entryOf(await list.current!, kind, day);
    if (!e) throw new Error(dayText("day.noDay", { day }));
    return e;
  };
  const sit = (kind: Kind, day = today) => begin(async (fresh) => {
    const e = await entry(kind, day);
    const { game, start } = await m.deal(dealOf(e));
    if (!fresh()) return;
    const name = `${day} ${kind}`;
    const kept = begun(name);
    m.sit(game, start, kept?.turns, kept?.ms);
    setShown({ entry: e, card: "", ghost: false });
    m.told = () => {
      keepBegun({ name, ms: Math.round(m.table.clock.elapsed), turns: m.turns });
      if (m.status === "open") return;
      setDone(keepResult(name, writeCard(cardOf(day, kind, m.turns, m.status === "won"))));
      learn(name, day, m);
    };
  });
  const any = (l: Level) => begin(async (fresh) => {
    const click = Math.floor((l.height - 1) / 2) * l.width + Math.floor((l.width - 1) / 2);
    const { game, start } = await m.deal({ ...l, first: "zero", seed: randomSeed(), click });
    if (!fresh()) return;
    m.told = () => {};
    m.sit(game, start);
    setShown({ entry: null, card: "", ghost: false });
  });
  const open = (hash: string) => begin(async (fresh) => {
    const card = readCard(hash);
    if (!card || card.day > today) return setShown({ entry: null, card: dayText(card ? "card.future" : "card.damaged"), ghost: false });
    choose(card.kind);
    const e = await entry(card.kind, card.day);
    const { game, start } = await m.deal(dealOf(e));
    if (fresh()) setState(dayText("card.checking"));
    const found = await checked(card, game, m.judge, start);
    if (!fresh()) return;
    setState("");
    if (typeof found === "object") m.display(game, found.moments, found.turns);
    else m.display(game, [start], []);
    setShown({ entry: e, card: typeof found === "object" ? "checked" : dayText(`card.${found}`), ghost: false });
  });
  const haunt = () => begin(async (fresh) => {
    const e = shown!.entry!;
    setState(dayText("ghost.playing"));
    const { game, start } = await m.deal(dealOf(e));
    const own = await ghost(game, m.judge, start, e.guesses);
    if (!fresh()) return;
    setState("");
    m.display(game, own.moments, own.turns);
    setShown({ ...shown!, ghost: true });
  });
  const pick = (to: Choice) => {
    if (isCard(fragment())) showFragment("");
    choose(to);
    if (to === "any") any(level);
    else sit(to);
  };
  useLayoutEffect(() => {
    const look = () => (isCard(fragment()) ? open(fragment()) : sit(choice === "any" ? "no_guess" : choice));
    look();
    return onFragment(() => isCard(fragment()) && look());
  }, []);
  useEffect(() => {
    const hidden = () => {
      const { clock } = m.table;
      if (document.hidden) clock.stop();
      else if (m.turns.length > 0 && m.status === "open" && !m.viewing) clock.start();
    };
    document.addEventListener("visibilitychange", hidden);
    return () => document.removeEventListener("visibilitychange", hidden);
  }, []);
  const kind = shown?.entry?.kind;
  return (
    <>
      <Header here="mines/daily/" />
      <main id="main" class="train daily">
        <Topics choice={choice} pick={pick} today={today} of={(k) => resultOf(done, today, k)} />
        <section class="card rb" aria-label={dayText("day.board")} style={{ "--w": m.position.width, "--h": m.position.height }}>
          <div><div class="port"><Rulers m={m} /><Board m={m} /></div></div>
          <Side m={m} shown={shown} state={state} level={level} choice={choice} setLevel={(l) => { setLevel(l); any(l); }} haunt={haunt} back={() => (kind ? sit(kind, shown!.entry!.day) : any(level))} again={() => any(level)} own={kind ? resultOf(done, shown!.entry!.day, kind) : null} />
        </section>
        <p class="note">{dayText("day.note")}</p>
      </main>
    </>
  );
}

