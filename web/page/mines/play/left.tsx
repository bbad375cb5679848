// SPDX-License-Identifier: BSD-3-Clause

// Games that were begun and left, to be resumed.

import { t } from "../../words/words.js";
import { shown } from "../game/clock.js";
import type { Begun } from "../keep/games.js";
import type { Keeper } from "../keep/keeper.js";
import { levelName, levelOf } from "../game/level.js";
import type { Model } from "../model/model.js";

const FEW = 3;

// Left is in the panel unless a game is played.
export function Left({ m, k }: { m: Model; k: Keeper }) {
  if (k.left.length === 0 || (m.game && m.status === "open")) return null;
  return (
    <section class="left" aria-label={t("left.title")}>
      <div class="cap">{t("left.title")}</div>
      <ul>{k.left.slice(0, FEW).map((g) => <li key={g.id}><span>{leftName(g)}</span><button type="button" class="btn" onClick={() => k.resumeGame(g.id)}>{t("left.resume")}</button></li>)}</ul>
    </section>
  );
}

// leftName is Expert, 0:36, 12% open.
export function leftName(g: Begun): string { return t("left.game", { level: levelName(levelOf(g)), time: shown(g.ms), p: g.part }); }
