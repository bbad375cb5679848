// SPDX-License-Identifier: BSD-3-Clause

import { useState } from "preact/hooks";
import { href } from "../../shared/root.js";
import { type Key, LANGUAGES, language, languageName, speak, t } from "../../words/words.js";
import { THEMES, chooseContrast, chooseTheme, contrast, theme } from "../../shared/theme.js";
import { save as download } from "../share/picture.js";
import type { Keeper } from "../keep/keeper.js";
import { chooseSound, sound } from "./sound.js";

// ABOUT is the footer of pages that have room for one.
const ABOUT: [string, Key][] = [["docs/", "foot.docs"], ["diag/", "foot.diag"], ["api/", "foot.api"], ["docs/explanation/fair-play.html", "foot.fair"]];

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

function Switch({ name, on, set }: { name: string; on: boolean; set: (on: boolean) => void }) {
  return <button type="button" class="set" role="switch" aria-checked={on} onClick={() => set(!on)}><span>{name}</span><span class={"sw" + (on ? " on" : "")} /></button>;
}
