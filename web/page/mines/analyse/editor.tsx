// SPDX-License-Identifier: BSD-3-Clause

// The panel of Edit: what a click paints, and the size of the board.

import { type Key, t } from "../../words/words.js";
import type { Model } from "../model/model.js";
import { Flag, Mine } from "../board/icons.js";

const BRUSHES = [".", "0", "1", "2", "3", "4", "5", "6", "7", "8", "F", "*"];
const NAMES: Record<string, Key> = { ".": "cell.hidden", F: "edit.flag", "*": "cell.mine", 0: "cell.empty" };

export function Editor({ m }: { m: Model }) {
  const p = m.position;
  const number = (value: string, most: number) => Math.max(1, Math.min(most, Math.floor(Number(value)) || 1));
  const paint = (b: string) => { m.brush = b; m.changed(); };
  return (
    <section class="editor" aria-label={t("edit.name")}>
      <div class="cap">{t("edit.name")}</div>
      <p class="note">{t("edit.how")}</p>
      <div role="radiogroup" aria-label={t("edit.brush")} class="brushes">
        {BRUSHES.map((b) => (
          <button key={b} type="button" role="radio" aria-checked={m.brush === b} aria-label={NAMES[b] ? t(NAMES[b]) : b} onClick={() => paint(b)}>
            <span class={b === "." || b === "F" ? "h" : "o n" + b}>{b === "F" ? <Flag /> : b === "*" ? <Mine /> : b === "." || b === "0" ? "" : b}</span>
          </button>
        ))}
      </div>
      <div class="sizes">
        <label>{t("size.columns")}<input type="number" min="1" max="100" value={p.width} onChange={(e) => m.resize(number(e.currentTarget.value, 100), p.height, p.mines)} /></label>
        <label>{t("size.rows")}<input type="number" min="1" max="100" value={p.height} onChange={(e) => m.resize(p.width, number(e.currentTarget.value, 100), p.mines)} /></label>
        <label>{t("size.mines")}<input type="number" min="0" value={p.mines ?? ""} placeholder="?" onChange={(e) => m.resize(p.width, p.height, e.currentTarget.value === "" ? null : Number(e.currentTarget.value))} /></label>
        <button type="button" class="btn" onClick={() => m.load({ ...p, cells: p.cells.map(() => ".") })}>{t("edit.clear")}</button>
      </div>
    </section>
  );
}
