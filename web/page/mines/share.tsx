// SPDX-License-Identifier: BSD-3-Clause

import { useState } from "preact/hooks";
import { type Key, t } from "../words/words.js";
import type { Model } from "./model.js";
import { png, save, svg } from "./picture.js";
import { ROOT } from "../shared/root.js";
import { code, fragment, hand } from "./position.js";

export function Share({ m }: { m: Model }) {
  const link = new URL(fragment(m.position), location.href).href;
  const text = hand(m.position);
  const [done, setDone] = useState("");
  const copy = async (copied: Key, content: string) => {
    await navigator.clipboard.writeText(content).then(() => setDone(t(copied)), () => setDone(t("share.refused")));
  };
  // preview is an address that a server can see, and draw a picture for.
  const preview = async () => {
    const address = new URL("share/mines/" + code({ ...m.position, cells: m.position.cells.map((x) => (x === "F" ? "." : x)) }), ROOT).href;
    const there = await fetch(address, { method: "HEAD" }).catch(() => null);
    if (there?.ok) await copy("share.linkDone", address);
    else setDone(t("share.noPreview"));
  };
  const blob = (content: string, type: string) => new Blob([content], { type });
  return (
    <div class="share">
      <label>{t("share.link")}<input readOnly value={link} onFocus={(e) => e.currentTarget.select()} /></label>
      <p class="note">{t("share.note")} {t("share.previewNote")}</p>
      <label>{t("share.text")}<textarea readOnly rows={Math.min(12, m.position.height + 2)} value={text} /></label>
      <div class="acts">
        <button type="button" class="btn pri" onClick={() => void copy("share.linkDone", link)}>{t("share.copyLink")}</button>
        <button type="button" class="btn" onClick={() => void preview()}>{t("share.preview")}</button>
        <button type="button" class="btn" onClick={() => void copy("share.textDone", text)}>{t("share.copyText")}</button>
        <button type="button" class="btn" onClick={() => save("board.board", blob(m.gameText(), "text/plain"))}>{t("share.file")}</button>
        <button type="button" class="btn" onClick={() => save("board.svg", blob(svg(m), "image/svg+xml"))}>SVG</button>
        <button type="button" class="btn" onClick={() => void png(m).then((b) => save("board.png", b))}>PNG</button>
      </div>
      <p role="status">{done}</p>
    </div>
  );
}
