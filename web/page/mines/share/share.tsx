// SPDX-License-Identifier: BSD-3-Clause

import { useState } from "preact/hooks";
import { type Key, t } from "../../words/words.js";
import { type Game, type Moment, boardText } from "../game/game.js";
import { gameFragment } from "../files/gamelink.js";
import type { Model } from "../model/model.js";
import { png, save, svg } from "./picture.js";
import { ROOT } from "../../shared/root.js";
import { code, fragment, hand } from "../game/position.js";

// useCopy copies texts, and says what became of it.
function useCopy() {
  const [done, setDone] = useState("");
  const copy = async (copied: Key, content: string) => {
    await navigator.clipboard.writeText(content).then(() => setDone(t(copied)), () => setDone(t("share.refused")));
  };
  return { done, setDone, copy };
}

function LinkField({ link }: { link: string }) {
  return <label>{t("share.link")}<input readOnly value={link} onFocus={(e) => e.currentTarget.select()} /></label>;
}

function asText(content: string): Blob { return new Blob([content], { type: "text/plain" }); }

// ShareGame hands on a game with its moves, which opens as a review.
export function ShareGame({ r }: { r: { game: Game; moments: Moment[] } }) {
  const end = r.moments.at(-1)!;
  const link = new URL(gameFragment(r.game, end), location.href).href;
  const { done, copy } = useCopy();
  return (
    <div class="share">
      <LinkField link={link} />
      <p class="note">{t("share.gameNote")}</p>
      <div class="acts">
        <button type="button" class="btn pri" onClick={() => void copy("share.linkDone", link)}>{t("share.copyLink")}</button>
        <button type="button" class="btn" onClick={() => save("game.board", asText(boardText(r.game, end)))}>{t("share.file")}</button>
      </div>
      <p role="status">{done}</p>
    </div>
  );
}

export function Share({ m }: { m: Model }) {
  const link = new URL(fragment(m.position), location.href).href;
  const text = hand(m.position);
  const { done, setDone, copy } = useCopy();
  // preview is an address that a server can see, and draw a picture for.
  const preview = async () => {
    const address = new URL("share/mines/" + code({ ...m.position, cells: m.position.cells.map((x) => (x === "F" ? "." : x)) }), ROOT).href;
    const there = await fetch(address, { method: "HEAD" }).catch(() => null);
    if (there?.ok) await copy("share.linkDone", address);
    else setDone(t("share.noPreview"));
  };
  return (
    <div class="share">
      <LinkField link={link} />
      <p class="note">{t("share.note")} {t("share.previewNote")}</p>
      <label>{t("share.text")}<textarea readOnly rows={Math.min(12, m.position.height + 2)} value={text} /></label>
      <div class="acts">
        <button type="button" class="btn pri" onClick={() => void copy("share.linkDone", link)}>{t("share.copyLink")}</button>
        <button type="button" class="btn" onClick={() => void preview()}>{t("share.preview")}</button>
        <button type="button" class="btn" onClick={() => void copy("share.textDone", text)}>{t("share.copyText")}</button>
        <button type="button" class="btn" onClick={() => save("board.board", asText(m.gameText()))}>{t("share.file")}</button>
        <button type="button" class="btn" onClick={() => save("board.svg", new Blob([svg(m)], { type: "image/svg+xml" }))}>SVG</button>
        <button type="button" class="btn" onClick={() => void png(m).then((b) => save("board.png", b))}>PNG</button>
      </div>
      <p role="status">{done}</p>
    </div>
  );
}
