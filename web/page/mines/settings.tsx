// SPDX-License-Identifier: BSD-3-Clause

import { useState } from "preact/hooks";
import { type Theme, THEMES, chooseContrast, chooseTheme, contrast, theme } from "../shared/theme.js";
import { save as download } from "./picture.js";
import type { Keeper } from "./keeper.js";
import { chooseSound, sound } from "./sound.js";

const NAMES: Record<Theme, string> = { auto: "As the system", light: "Light", dark: "Dark" };

// Settings are kept on this device, as is everything else.
export function Settings({ k }: { k: Keeper }) {
  const [, again] = useState(0);
  const redraw = () => again((n) => n + 1);
  const [sure, setSure] = useState(false);
  return (
    <div class="settings">
      <div class="set"><span>Theme</span>
        <div class="seg" role="radiogroup" aria-label="Theme">
          {THEMES.map((t) => <button key={t} type="button" role="radio" aria-checked={theme() === t} onClick={() => { chooseTheme(t); redraw(); }}>{NAMES[t]}</button>)}
        </div>
      </div>
      <Switch name="High contrast" on={contrast()} set={(on) => { chooseContrast(on); redraw(); }} />
      <Switch name="Sound" on={sound()} set={(on) => { chooseSound(on); redraw(); }} />
      <div class="set"><span>Games played here: {k.stats.entries.length}</span>
        <span class="acts">
          <button type="button" class="btn" onClick={() => download("veil-games.csv", new Blob([k.stats.csv()], { type: "text/csv" }))}>Export</button>
          <button type="button" class="btn" onClick={() => { if (sure) k.clear(); setSure(!sure); }}>{sure ? "Really forget them?" : "Forget them"}</button>
        </span>
      </div>
      <p class="note">Animations follow the system’s setting for reduced motion. Nothing leaves this device.</p>
    </div>
  );
}

function Switch({ name, on, set }: { name: string; on: boolean; set: (on: boolean) => void }) {
  return <button type="button" class="set" role="switch" aria-checked={on} onClick={() => set(!on)}><span>{name}</span><span class={"sw" + (on ? " on" : "")} /></button>;
}
