// SPDX-License-Identifier: BSD-3-Clause

// The set-up board: my men where they stand, and for each hidden man the squares on which it
// may be. What comes out is the text of a position.

import { useState } from "preact/hooks";
import { Icon } from "../shared/icon.js";
import { type Key, t } from "../words/words.js";
import { KINDS, other, spell, squareName } from "./chess.js";
import { Chessboard, type Square } from "./chessboard.js";
import type { Side } from "./kdocs.js";
import type { Lab } from "./labmodel.js";
import { Man } from "./men.js";

// Hidden is a man of the opponent: what it may be, and where.
export interface Hidden { kinds: string; at: number[]; maybe: boolean }

export interface Board { me: Side; turn: Side; rules: string; own: string[]; hidden: Hidden[] }

// written is the position as the engine reads it.
export function written(b: Board): string {
  const rows = Array.from({ length: 8 }, (_, r) => b.own.slice(r * 8, r * 8 + 8).map((m) => (m ? spell(m, b.me) : "1")).join("").replace(/1+/g, (ones) => String(ones.length)));
  const man = (h: Hidden) => `${h.maybe ? "?" : ""}${[...h.kinds].join("|")}@${h.at.length === 0 ? "*" : h.at.length === 1 ? squareName(h.at[0]!) : `{${h.at.map(squareName).join(",")}}`}`;
  return `ruleset: ${b.rules}\nto move: ${b.turn}\nme:   ${rows.join("/")}\nopp:  ${b.hidden.map(man).join("  ")}\n`;
}

// missing says what a position still needs.
export function missing(b: Board): Key | null {
  if (b.own.filter((m) => m === "k").length !== 1) return "setup.ownKing";
  if (b.hidden.filter((h) => h.kinds === "k" && !h.maybe).length !== 1) return "setup.theirKing";
  return null;
}

const EMPTY: Board = { me: "white", turn: "white", rules: "berkeley", own: new Array<string>(64).fill(""), hidden: [{ kinds: "k", at: [], maybe: false }] };

export function SetUp({ m, close }: { m: Lab; close: () => void }) {
  const [b, setB] = useState<Board>({ ...EMPTY, rules: m.belief?.rules ?? "berkeley" });
  const [tool, setTool] = useState<string>("k"); // a letter: a man of mine; a number: a hidden man
  const wrong = missing(b);
  const place = (i: number) => {
    const n = Number(tool);
    if (tool !== "" && !Number.isNaN(n)) {
      const h = b.hidden[n]!;
      const at = h.at.includes(i) ? h.at.filter((x) => x !== i) : [...h.at, i];
      return setB({ ...b, hidden: b.hidden.map((x, k) => (k === n ? { ...h, at } : x)) });
    }
    const own = b.own.slice();
    own[i] = own[i] === tool ? "" : tool;
    setB({ ...b, own });
  };
  const change = (n: number, more: Partial<Hidden>) => setB({ ...b, hidden: b.hidden.map((h, k) => (k === n ? { ...h, ...more } : h)) });
  return (
    <>
      <div class="stage">
        <div class="tools">
          <div class="men" role="radiogroup" aria-label={t("setup.mine")}>
            {Array.from(KINDS, (k) => <button key={k} type="button" role="radio" aria-checked={tool === k} aria-label={t(`man.${k}` as Key)} onClick={() => setTool(k)}><Man kind={k} look="flat" /></button>)}
          </div>
          <span class="sp" />
          <button type="button" class="btn" onClick={() => setB({ ...b, me: other(b.me), turn: other(b.me) })}>{t(b.me === "white" ? "setup.white" : "setup.black")}</button>
          <button type="button" class="btn" onClick={() => setB({ ...EMPTY, rules: b.rules, me: b.me, turn: b.me })}>{t("lab.clear")}</button>
        </div>
        <div class="field"><Chessboard list={faces(b, tool)} label={t("setup.board")} flip={b.me === "black"} act={place} /></div>
      </div>
      <div class="panel setup" role="region" aria-label={t("setup.hidden")}>
        <section>
          <p class="cap">{t("setup.title")}</p>
          <p class="note">{t("setup.how")}</p>
        </section>
        <section>
          <p class="cap">{t("setup.hidden")}</p>
          {b.hidden.map((h, n) => (
            <p key={n} class={"hid" + (tool === String(n) ? " on" : "")}>
              <button type="button" class="btn" aria-pressed={tool === String(n)} onClick={() => setTool(String(n))}>{[...h.kinds].map((k) => <Man key={k} kind={k} look="flat" />)}<span>{h.at.length === 0 ? t("setup.anywhere") : h.at.map(squareName).join(" ")}</span></button>
              {h.kinds !== "k" && <button type="button" class="btn" aria-pressed={h.maybe} onClick={() => change(n, { maybe: !h.maybe })}>{t("setup.maybe")}</button>}
              {h.kinds !== "k" && <button type="button" class="ib" aria-label={t("setup.remove")} onClick={() => { setTool("k"); setB({ ...b, hidden: b.hidden.filter((_, k) => k !== n) }); }}><Icon name="cross" /></button>}
            </p>
          ))}
          <div class="men" role="group" aria-label={t("setup.add")}>
            {Array.from("qrbnp", (k) => <button key={k} type="button" aria-label={t("setup.addOne", { man: t(`man.${k}` as Key) })} onClick={() => { setTool(String(b.hidden.length)); setB({ ...b, hidden: [...b.hidden, { kinds: k, at: [], maybe: false }] }); }}><Man kind={k} look="flat" /></button>)}
          </div>
        </section>
        <section>
          {wrong && <p class="note" role="status">{t(wrong)}</p>}
          <p class="ann"><button type="button" class="btn pri" disabled={wrong !== null} onClick={() => { close(); void m.hear(written(b)); }}>{t("setup.use")}</button><button type="button" class="btn" onClick={close}>{t("setup.cancel")}</button></p>
        </section>
      </div>
    </>
  );
}

// faces shows my men, and for every hidden man a disc where it may be; those of the chosen
// one are full.
function faces(b: Board, tool: string): Square[] {
  const look = b.me === "white" ? "own" : "their";
  return b.own.map((man, i) => {
    const name = squareName(i);
    if (man) return { face: <Man kind={man} look={look} />, classes: "man-here", label: `${name}, ${t(`man.${man}` as Key)}` };
    const here = b.hidden.map((h, n) => [h, n] as const).filter(([h]) => h.at.includes(i));
    if (here.length === 0) return { face: null, classes: "", label: name };
    const mine = here.some(([, n]) => tool === String(n));
    return { face: <><i class="disc" style={{ "--p": mine ? ".92" : ".6" }} /><Man kind={here[0]![0].kinds[0]!} look="ghost" /></>, classes: "ht", label: `${name}, ${here.map(([h]) => t(`man.${h.kinds[0]}` as Key)).join(", ")}` };
  });
}
