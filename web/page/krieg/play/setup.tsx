// SPDX-License-Identifier: BSD-3-Clause

// What a new game is to be like. What was chosen last is offered first.

import { useState } from "preact/hooks";
import { Icon } from "../../shared/icon.js";
import { fields, own, store, stored } from "../../shared/outside.js";
import { href } from "../../shared/root.js";
import { type Key, t } from "../../words/words.js";
import { RULESETS } from "../rulesets.js";
import type { Side } from "../kdocs.js";
import { LEVELS, type Table } from "./table.js";
import { type Phrase, say } from "./words.js";

type Wish = Side | "drawn";

interface Liked { rules: string; side: Wish; level: number; coach: boolean }

function liked(): Liked {
  const first: Liked = { rules: "berkeley", side: "white", level: 3, coach: false };
  const l = { ...first, ...fields(stored("krieglikes")) };
  return own(RULESETS, l.rules) && LEVELS.includes(l.level) && ["white", "black", "drawn"].includes(l.side) ? { ...l, coach: l.coach === true } : first;
}

function random(below: number): number { return crypto.getRandomValues(new Uint32Array(1))[0]! % below; }

export function SetUpGame({ m, begun }: { m: Table; begun: () => void }) {
  const [l, setL] = useState(liked);
  const [seed, setSeed] = useState("");
  const change = (more: Partial<Liked>) => setL({ ...l, ...more });
  const begin = (e: Event) => {
    e.preventDefault();
    store("krieglikes", JSON.stringify(l));
    const side: Side = l.side === "drawn" ? (random(2) ? "white" : "black") : l.side;
    begun();
    m.begin({ rules: l.rules, me: side, level: l.level, seed: seed === "" ? random(1_000_000) : Number(seed), coach: l.coach });
  };
  return (
    <form class="panel setgame" aria-label={say("setup.title")} onSubmit={begin}>
      {m.game && !m.ending && <section><p class="note">{say("setup.running")}</p><button type="button" class="btn wide" onClick={() => m.choose(false)}><Icon name="next" />{say("setup.continue")}</button></section>}
      <section>
        <h2>{say("setup.title")}</h2>
        <p class="note">{say("setup.intro")} <a href={href("docs/explanation/kriegspiel-rules.html")}>{say("setup.rules")}</a></p>
      </section>
      <section>
        <Choice name="side" label={say("setup.side")} list={(["white", "black", "drawn"] as Wish[]).map((s) => [s, say(`side.${s}` as Phrase)])} now={l.side} set={(side) => change({ side })} />
        <Choice name="level" label={say("setup.level")} list={LEVELS.map((n) => [n, String(n)])} now={l.level} set={(level) => change({ level })} />
        <p class="note">{say(`level.${l.level}` as Phrase)}</p>
      </section>
      <section>
        <fieldset class="rules"><legend class="cap">{t("lab.rules")}</legend>
          {Object.keys(RULESETS).map((r) => <label key={r}><input type="radio" name="rules" value={r} checked={l.rules === r} onChange={() => change({ rules: r })} /><span>{t(`rules.${r}` as Key)}</span><small>{t(`rules.${r}.more` as Key)}</small></label>)}
        </fieldset>
      </section>
      <section>
        <button type="button" class="set" role="switch" aria-checked={l.coach} onClick={() => change({ coach: !l.coach })}><span>{say("coach.title")}<small>{say("coach.what")}</small></span><span class={"sw" + (l.coach ? " on" : "")} /></button>
        <details class="ends"><summary>{say("setup.more")}</summary>
          <label class="seed"><span>{say("setup.seed")}</span><input class="field" inputMode="numeric" pattern="[0-9]{1,12}" value={seed} placeholder={say("setup.seedAny")} onInput={(e) => setSeed(e.currentTarget.value.trim())} /></label>
        </details>
        <button class="btn pri wide">{say("setup.begin")}</button>
      </section>
    </form>
  );
}

// Choice is a row of radio buttons.
function Choice<T extends string | number>({ name, label, list, now, set }: { name: string; label: string; list: [T, string][]; now: T; set: (v: T) => void }) {
  return (
    <fieldset class="pick"><legend class="cap">{label}</legend>
      <div class="seg">{list.map(([v, text]) => <label key={v}><input class="vh" type="radio" name={name} value={v} checked={v === now} onChange={() => set(v)} /><span>{text}</span></label>)}</div>
    </fieldset>
  );
}
