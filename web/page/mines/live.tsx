// SPDX-License-Identifier: BSD-3-Clause

// A board amid a text: its numbers, the move that is recommended, and why. Everything else is in Analyse, one click away.

import { useLayoutEffect } from "preact/hooks";
import { href } from "../shared/root.js";
import { useStore } from "../shared/store.js";
import { t } from "../words/words.js";
import { Verdict } from "./analyse/panel.js";
import { WhyPanel } from "./analyse/why.js";
import { Board } from "./board/board.js";
import { Rulers } from "./board/rulers.js";
import { fragment } from "./game/position.js";
import type { Model } from "./model/model.js";

// Live is a board whose cells have the given size in pixels, or a smaller one where a phone is too narrow.
export function Live({ m, cell }: { m: Model; cell: number }) {
  useStore(m);
  useLayoutEffect(() => {
    m.setMode("analyse");
    m.questions.close(); // a reason comes when it is asked for: the text around must not move
    m.changed();
  }, []);
  const { width, height } = m.position;
  return (
    <>
      <div class="live-board analyse" style={{ "--w": width, "--h": height, "--at-most": `${cell}px` }}><div class="port"><Rulers m={m} /><Board m={m} /></div></div>
      <div class="live-panel">
        <Verdict m={m} />
        <WhyPanel m={m} />
        <a class="btn" href={href("mines/") + fragment(m.position)}>{t("live.open")}</a>
      </div>
    </>
  );
}
