// SPDX-License-Identifier: BSD-3-Clause

// The Kriegspiel lab: the board and what was heard on the left, what follows on the right.

import { useEffect, useState } from "preact/hooks";
import { Header, KeyList } from "../shared/frame.js";
import { Icon } from "../shared/icon.js";
import { href } from "../shared/root.js";
import { useStore } from "../shared/store.js";
import { type Key, t } from "../words/words.js";
import { KINDS, kindWord, manWord, other, parseFEN, percentText, sideOf, spell, squareName } from "./chess.js";
import { Chessboard, type Square, squares } from "./chessboard.js";
import { RULESETS } from "./rulesets.js";
import type { BeliefDoc } from "./kdocs.js";
import { EXAMPLES, type Lab } from "./labmodel.js";
import { LabPanel } from "./labpanel.js";
import { Man } from "./men.js";
import { Menu } from "./menu.js";
import { Say, boards } from "./say.js";
import { SetUp } from "./setup.js";

export function LabPage({ m }: { m: Lab }) {
  useStore(m);
  const [help, setHelp] = useState(false);
  const [setup, setSetup] = useState(false);
  useKeys(m, () => setHelp(true));
  return (
    <>
      <Header here="krieg/play/" help={() => setHelp(true)} />
      <main id="main" class="lab">
        <h1 class="vh">{t("lab.title")}</h1>
        {setup ? <SetUp m={m} close={() => setSetup(false)} /> : (
          <>
            <div class="stage">
              <Tools m={m} setUp={() => setSetup(true)} />
              <div class="field"><LabBoard m={m} /></div>
            </div>
            <Say m={m} />
            <LabPanel m={m} />
          </>
        )}
        <p class="fair"><a href={href("krieg/play/")}>{t("lab.veil")}</a> · {t("lab.fair")} <a href={href("docs/explanation/fair-play.html")}>{t("lab.fairMore")}</a></p>
      </main>
      <KeyList open={help} keys={KEYS} close={() => setHelp(false)} />
    </>
  );
}

const KEYS: [string, Key][] = [
  ["k q r b n p", "keys.men"], ["*", "keys.all"], ["← → ↑ ↓", "keys.board"], ["Enter", "keys.enter"], ["u", "keys.undo"], ["/", "keys.type"], ["?", "keys.help"],
];

function useKeys(m: Lab, help: () => void): void {
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if ((e.target as HTMLElement).closest("input, textarea, select") || e.ctrlKey || e.altKey || e.metaKey) return;
      if (KINDS.includes(e.key)) m.show(m.kinds === e.key ? KINDS : e.key);
      else if (e.key === "*") m.show(KINDS);
      else if (e.key === "u") m.undo();
      else if (e.key === "?") help();
      else if (e.key === "/") {
        document.querySelector<HTMLDetailsElement>(".typed")!.open = true;
        document.querySelector<HTMLInputElement>("#heard")?.focus();
      } else return;
      e.preventDefault();
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, []);
}

function Tools({ m, setUp }: { m: Lab; setUp: () => void }) {
  const rules = m.belief?.rules ?? /ruleset:?\s+(\S+)/.exec(m.text)?.[1] ?? "berkeley";
  const [ghosts, setGhosts] = useState(false);
  return (
    <>
      <div class="tools">
        <Menu label={t("lab.rules")} classes="level" list={Object.keys(RULESETS).map((r) => ({ key: r, name: t(`rules.${r}` as Key), more: t(`rules.${r}.more` as Key), chosen: r === rules, act: () => m.change(r) }))}>
          <span>{t(`rules.${rules}` as Key) || rules}</span><small>{t("lab.rulesWord")}</small><Icon name="down" />
        </Menu>
        <Menu label={t("lab.new")} classes="ico" list={[
          { key: "white", name: t("lab.asWhite"), act: () => m.begin(rules, "white") }, { key: "black", name: t("lab.asBlack"), act: () => m.begin(rules, "black") },
          { key: "setup", name: t("lab.setup"), act: setUp }, { key: "veil", name: t("lab.veil"), act: () => { location.href = href("krieg/play/"); } },
          ...EXAMPLES.slice(1).map(([name, text]) => ({ key: name, name, more: t("lab.example"), act: () => void m.hear(text) })),
        ]}><Icon name="restart" /><span class="lbl">{t("lab.new")}</span></Menu>
        <span class="sp" />
        <div class="men" role="radiogroup" aria-label={t("lab.heat")}>
          <button type="button" role="radio" aria-checked={m.kinds === KINDS} title="*" onClick={() => m.show(KINDS)}>{t("lab.all")}</button>
          {Array.from(KINDS, (k) => <button key={k} type="button" role="radio" aria-checked={m.kinds === k} aria-label={t(`men.${k}` as Key)} title={`${t(`men.${k}` as Key)} (${k})`} onClick={() => m.show(k)}><Man kind={k} look="flat" /></button>)}
        </div>
        <span class="sp" />
        <button type="button" class="btn ico" title={t("lab.undo")} aria-label={t("lab.undo")} onClick={() => m.undo()}><Icon name="undo" /></button>
        <button type="button" class="btn ico" aria-pressed={ghosts} title={t("lab.phantoms")} aria-label={t("lab.phantoms")} onClick={() => { setGhosts(!ghosts); m.phantom = ""; m.changed(); }}><Icon name="eye" /></button>
      </div>
      {ghosts && (
        <div class="ghost-tools" role="group" aria-label={t("lab.phantoms")}>
          <div class="men">{Array.from(KINDS, (k) => <button key={k} type="button" role="switch" aria-checked={m.phantom === k} aria-label={t("lab.phantom", { man: t(`man.${k}` as Key) })} onClick={() => { m.phantom = m.phantom === k ? "" : k; m.changed(); }}><Man kind={k} look="flat" /></button>)}</div>
          <button type="button" class="link" onClick={() => { m.phantoms.clear(); m.phantom = ""; m.changed(); }}>{t("lab.clear")}</button>
          <span class="note">{t("lab.phantomNote")}</span>
        </div>
      )}
    </>
  );
}

// LabBoard shows the heat, or the positions that are pinned: one as it is, two by their difference.
function LabBoard({ m }: { m: Lab }) {
  const b = m.belief;
  const them = other(m.me);
  const own = m.draft.move ? shifted(m.men, m.draft.move) : m.own;
  const list = b && m.pins.length ? pinned(b, m.pins) : squares(own, b?.heat ?? {}, m.kinds, them, b?.kind === "exact");
  for (const [i, kind] of m.phantoms) list[i] = haunted(list[i]!, b, i, kind);
  const king = m.checked && m.men.indexOf(spell("k", m.me));
  if (typeof king === "number" && king >= 0) list[king] = { ...list[king]!, classes: list[king]!.classes + " checked", label: `${list[king]!.label}, ${t("square.checked")}` };
  if (m.draft.takes && !m.mine) mark(list, m.draft.takes, " taken");
  if (m.draft.move) for (const at of [m.draft.move.slice(0, 2), m.draft.move.slice(2, 4)]) mark(list, at, " tried");
  const what = m.pins.length ? t("lab.whatPins") : m.kinds === KINDS ? t("lab.whatAll") : t("lab.whatMan", { man: kindWord(m.kinds) });
  return (
    <Chessboard
      list={list} label={t(m.me === "white" ? "lab.board" : "lab.boardBlack", { what, boards: boards(b?.positions ?? 0) })} flip={m.me === "black"} dots={m.goals} chosen={m.from ?? m.looked}
      act={(i) => m.touch(i)} {...(m.mine ? { drop: (from: number, to: number) => m.attempt(from, to) } : {})}
    />
  );
}

function mark(list: Square[], at: string, how: string): void {
  const i = list.findIndex((_, k) => squareName(k) === at);
  list[i] = { ...list[i]!, classes: list[i]!.classes + how };
}

// shifted shows a try as if it had been made.
function shifted(men: string[], move: string): string {
  const next = men.slice();
  const [from, to] = [men.findIndex((_, i) => squareName(i) === move.slice(0, 2)), men.findIndex((_, i) => squareName(i) === move.slice(2, 4))];
  next[to] = move[4] ? spell(move[4], sideOf(men[from]!)) : men[from]!;
  next[from] = "";
  return Array.from({ length: 8 }, (_, r) => next.slice(r * 8, r * 8 + 8).map((x) => x || "1").join("")).join("/");
}

function pinned(b: BeliefDoc, pins: string[]): Square[] {
  const first = parseFEN(pins[0]!);
  const second = pins[1] ? parseFEN(pins[1]) : first;
  const mine = parseFEN(b.own ?? "");
  const face = (man: string) => <Man kind={man} look={sideOf(man) === "white" ? "own" : "their"} />;
  return first.map((man, i) => {
    const name = squareName(i);
    if (mine[i]) return { face: face(mine[i]!), classes: "man-here", label: t("square.own", { at: name, man: manWord(mine[i]!) }), own: true };
    const to = second[i]!;
    if (man === to) return man ? { face: face(man), classes: "sure", label: t("square.pinned", { at: name, man: manWord(man) }) } : { face: null, classes: "", label: t("square.empty", { at: name }) };
    const say = (x: string) => (x ? manWord(x) : t("square.nothing"));
    return { face: <span class="pair">{man ? face(man) : <i>–</i>}{to ? face(to) : <i>–</i>}</span>, classes: "differs", label: t("square.differs", { at: name, a: say(man), b: say(to) }) };
  });
}

// haunted draws a phantom over a square.
function haunted(s: Square, b: BeliefDoc | null, i: number, kind: string): Square {
  const p = b?.heat?.[kind]?.[squareName(i)] ?? 0;
  return { ...s, face: <><Man kind={kind} look="ghost" /><b aria-hidden="true">{percentText(p)}</b></>, classes: "phantom ht", label: t("square.phantom", { label: s.label, man: kindWord(kind), p: percentText(p) }) };
}
