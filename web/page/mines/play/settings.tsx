// SPDX-License-Identifier: BSD-3-Clause

import { useState } from "preact/hooks";
import { href } from "../../shared/root.js";
import { type Key, LANGUAGES, language, languageName, local, speak, t } from "../../words/words.js";
import { THEMES, chooseContrast, chooseTheme, contrast, theme } from "../../shared/theme.js";
import { save as download } from "../share/picture.js";
import type { Keeper } from "../keep/keeper.js";
import { CELLS, CHORDS, PRESSES, TAPS, habits, keepHabits } from "../model/habits.js";
import { chooseSound, sound } from "./sound.js";

// ABOUT is the footer of pages that have room for one.
const ABOUT: [string, Key][] = [["docs/", "foot.docs"], ["problems/", "nav.problems"], ["experiments/", "nav.experiments"], ["prove/", "home.prove"], ["diag/", "foot.diag"], ["api/", "foot.api"], ["docs/explanation/fair-play.html", "foot.fair"]];

// Settings are kept on this device, as is everything else.
export function Settings({ k }: { k: Keeper }) {
  const [, again] = useState(0);
  const redraw = () => again((n) => n + 1);
  const [sure, setSure] = useState(false);
  return (
    <div class="settings">
      <div class="set"><span>{t("settings.theme")}</span>
        <div class="seg" role="radiogroup" aria-label={t("settings.theme")}>
          {THEMES.map((x) => <button key={x} type="button" role="radio" aria-checked={theme() === x} onClick={() => { chooseTheme(x); redraw(); }}>{t(`theme.${x}`)}</button>)}
        </div>
      </div>
      <div class="set"><span>{t("settings.language")}</span>
        <div class="seg" role="radiogroup" aria-label={t("settings.language")}>
          {LANGUAGES.map((l) => <button key={l} type="button" role="radio" lang={l} aria-checked={language() === l} onClick={() => speak(l)}>{languageName(l)}</button>)}
        </div>
      </div>
      <Habits redraw={redraw} />
      <Switch name={t("settings.contrast")} on={contrast()} set={(on) => { chooseContrast(on); redraw(); }} />
      <Switch name={t("settings.sound")} on={sound()} set={(on) => { chooseSound(on); redraw(); }} />
      <div class="set"><span>{t("settings.games", { n: k.stats.entries.length })}</span>
        <span class="acts">
          <button type="button" class="btn" onClick={() => download("veil-games.csv", new Blob([k.stats.csv()], { type: "text/csv" }))}>{t("record.export")}</button>
          <button type="button" class="btn" onClick={() => { if (sure) k.clear(); setSure(!sure); }}>{t(sure ? "settings.sure" : "settings.forget")}</button>
        </span>
      </div>
      <p class="note">{t("settings.note")}</p>
      <nav class="about" aria-label={t("foot.about")}>{ABOUT.map(([path, name]) => <a key={path} href={href(path)}>{t(name)}</a>)}</nav>
    </div>
  );
}

// Habits are for those who play much.
function Habits({ redraw }: { redraw: () => void }) {
  const h = habits();
  const set = (more: Parameters<typeof keepHabits>[0]) => { keepHabits(more); redraw(); };
  return (
    <>
      <Choice name={t("habits.cell")} list={CELLS} now={h.cell} text={(x) => (x === 0 ? t("habits.fit") : String(x))} choose={(cell) => set({ cell })} />
      <Choice name={t("habits.chord")} list={CHORDS} now={h.chord} text={(x) => t(`chord.${x}`)} choose={(chord) => set({ chord })} />
      <Choice name={t("habits.tap")} list={TAPS} now={h.tap} text={(x) => t(`game.${x}`)} choose={(tap) => set({ tap })} />
      <Choice name={t("habits.press")} list={PRESSES} now={h.press} text={(x) => local((x / 1000).toFixed(2))} choose={(press) => set({ press })} />
      <Switch name={t("habits.marks")} on={h.marks} set={(marks) => set({ marks })} />
    </>
  );
}

function Choice<T extends string | number>({ name, list, now, text, choose }: { name: string; list: readonly T[]; now: T; text: (x: T) => string; choose: (x: T) => void }) {
  return (
    <div class="set"><span>{name}</span>
      <div class="seg" role="radiogroup" aria-label={name}>
        {list.map((x) => <button key={x} type="button" role="radio" aria-checked={x === now} onClick={() => choose(x)}>{text(x)}</button>)}
      </div>
    </div>
  );
}

function Switch({ name, on, set }: { name: string; on: boolean; set: (on: boolean) => void }) {
  return <button type="button" class="set" role="switch" aria-checked={on} onClick={() => set(!on)}><span>{name}</span><span class={"sw" + (on ? " on" : "")} /></button>;
}
