// SPDX-License-Identifier: BSD-3-Clause

import { Icon } from "../../shared/icon.js";
import { type Position, isNumber } from "../game/position.js";

const MINI = 7; // columns and rows around the move

// Mini is the part of the board around a move.
export function Mini({ p, played, good, better, fault }: { p: Position; played: number; good: number | null; better: number | null; fault: boolean }) {
  const [w, h] = [Math.min(MINI, p.width), Math.min(MINI, p.height)];
  const left = Math.max(0, Math.min(p.width - w, (played % p.width) - Math.floor(w / 2)));
  const top = Math.max(0, Math.min(p.height - h, Math.floor(played / p.width) - Math.floor(h / 2)));
  const cells = Array.from({ length: w * h }, (_, i) => (top + Math.floor(i / w)) * p.width + left + (i % w));
  return (
    <div class={"board mini" + (w > 5 ? " many" : "")} style={{ "--w": w, "--h": h }} aria-hidden="true">
      {cells.map((c) => {
        const mark = p.cells[c]!;
        if (isNumber(mark)) return <i key={c} class={"o n" + mark}>{mark === "0" ? "" : mark}</i>;
        if (c === played) return <i key={c} class={"h " + (fault ? "bad" : "better")}>{fault && <Icon name="cross" />}</i>;
        if (c === good) return <i key={c} class="h good"><Icon name="check" /></i>;
        return <i key={c} class={"h" + (c === better ? " better" : "")} />;
      })}
    </div>
  );
}
