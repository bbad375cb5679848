// SPDX-License-Identifier: BSD-3-Clause

// Playing a forced mate. The page is the referee and the opponent, and a nasty one: of all
// that could be heard it says what leaves you the longest way to go.

import { useRef, useState } from "preact/hooks";
import { type Key, t } from "../words/words.js";
import { Chessboard, squares } from "./chessboard.js";
import { KINDS, moved, other, parseFEN, shares, squareName } from "./chess.js";
import type { ProblemDoc } from "../shared/documents.js";
import { type Engine, words } from "../shared/engine.js";
import type { BranchDoc, Side, WhatIfDoc } from "./kdocs.js";
import { Man } from "./men.js";
import { ownMen, reach } from "./moves.js";
import { boards } from "./say.js";
import { ask } from "./labmodel.js";
import { Store, useStore } from "../shared/store.js";

// Spot is where you are: what is possible, and in how many plies you must mate.
export interface Spot {
  states: string[];
  plies: number;
}

// worst is the branch you like least: one that refutes you, else the longest, else the one
// that leaves most positions.
export function worst(branches: BranchDoc[]): BranchDoc {
  const bad = (b: BranchDoc) => (b.verdict === "no mate" ? 1e6 : b.verdict === "unknown" ? 1e5 : 0) + b.plies * 1000 + Math.min(999, b.boards);
  return branches.slice().sort((x, y) => bad(y) - bad(x))[0]!;
}

export type State = "playing" | "thinking" | "won" | "failed";

export class Walk extends Store {
  spot: Spot;
  said: string[] = [];
  state: State = "playing";
  note = "";
  mated = ""; // the last move, once it mates
  private past: { spot: Spot; said: string[]; note: string }[] = [];

  constructor(readonly engine: Engine, readonly rules: string, readonly me: Side, readonly start: Spot) {
    super();
    this.spot = start;
  }

  judge(move: string): Promise<WhatIfDoc> {
    return ask<WhatIfDoc>(this.engine, { ask: "krieg.whatif", rules: this.rules, me: this.me, states: this.spot.states, plies: this.spot.plies, try: move, budget: { time_ms: 20_000 } });
  }

  async play(move: string): Promise<void> {
    if (this.state !== "playing") return;
    this.state = "thinking";
    this.changed();
    try {
      const w = await this.judge(move);
      this.past.push({ spot: this.spot, said: this.said, note: this.note });
      this.follow(w);
    } catch (e) {
      this.note = e ? words(e as ProblemDoc) : t("said.noAnswer");
      this.state = "playing";
    }
    this.changed();
  }

  protected follow(w: WhatIfDoc): void {
    this.note = "";
    if (w.branches.length === 0) {
      this.said = [...this.said, t("walk.you", { move: w.name })];
      this.mated = w.try;
      this.state = "won";
      return;
    }
    const b = worst(w.branches);
    this.said = [...this.said, t("walk.heard", { move: w.name, heard: b.heard })];
    this.state = "playing";
    if (w.verdict !== "mate") this.note = (w.why ?? t("walk.notForced")) + (b.states && b.plies > 0 ? " " + t("walk.may") : "");
    if (!b.states || (!b.refused && this.spot.plies < 3)) this.state = "failed";
    else this.spot = { states: b.states, plies: b.refused ? this.spot.plies : this.spot.plies - 2 };
  }

  back(): void {
    const last = this.past.pop();
    if (last) Object.assign(this, last, { state: "playing", mated: "" });
    this.changed();
  }

  get moved(): boolean { return this.past.length > 0; }
}

// WalkBoard takes tries: two squares, or typed.
export function WalkBoard({ w }: { w: Walk }) {
  useStore(w);
  const [from, setFrom] = useState<number | null>(null);
  const [kinds, setKinds] = useState(KINDS);
  const input = useRef<HTMLInputElement>(null);
  const states = w.mated ? w.spot.states.map((fen) => moved(fen, w.mated)) : w.spot.states;
  const own = ownMen(states[0]!, w.me);
  const men = parseFEN(own);
  const goals = from === null ? new Set<number>() : reach(states, from);
  const go = (start: number, i: number) => {
    setFrom(null);
    const promotes = men[start]!.toLowerCase() === "p" && (i < 8 || i >= 56);
    if (!men[i]) void w.play(squareName(start) + squareName(i) + (promotes ? "q" : ""));
  };
  const act = (i: number) => {
    if (men[i]) return setFrom(from === i ? null : i);
    if (from !== null) go(from, i);
  };
  const submit = (e: Event) => {
    e.preventDefault();
    const move = input.current!.value.trim();
    input.current!.value = "";
    if (move) void w.play(move);
  };
  return (
    <div class="walk">
      <Heat kinds={kinds} choose={setKinds} />
      <Chessboard
        list={squares(own, shares(states, other(w.me)), kinds, other(w.me))} label={t("walk.board", { boards: boards(w.spot.states.length), n: (w.spot.plies + 1) / 2 })}
        flip={w.me === "black"} act={act} chosen={from} dots={goals} drop={go}
      />
      <p class="note">{boards(states.length)}{w.mated ? t("walk.mated") : " · " + t("walk.how", { n: (w.spot.plies + 1) / 2 })}</p>
      <form class="typed" onSubmit={submit}><label><span class="vh">{t("walk.try")}</span><input class="field" ref={input} id="try" autocomplete="off" spellcheck={false} placeholder="Nf6, exd5, O-O" /></label></form>
    </div>
  );
}

// Heat chooses whose places are shown.
export function Heat({ kinds, choose }: { kinds: string; choose: (kinds: string) => void }) {
  return (
    <div class="men" role="radiogroup" aria-label={t("lab.heat")}>
      <button type="button" role="radio" aria-checked={kinds === KINDS} onClick={() => choose(KINDS)}>{t("lab.all")}</button>
      {Array.from(KINDS, (k) => <button key={k} type="button" role="radio" aria-checked={kinds === k} aria-label={t(`men.${k}` as Key)} onClick={() => choose(k)}><Man kind={k} look="flat" /></button>)}
    </div>
  );
}
