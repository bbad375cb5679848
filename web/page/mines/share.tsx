// SPDX-License-Identifier: BSD-3-Clause

import { useState } from "preact/hooks";
import type { Model } from "./model.js";
import { png, save, svg } from "./picture.js";
import { fragment, hand } from "./position.js";

export function Share({ m }: { m: Model }) {
  const link = new URL(fragment(m.position), location.href).href;
  const text = hand(m.position);
  const [done, setDone] = useState("");
  const copy = async (what: string, content: string) => {
    await navigator.clipboard.writeText(content).then(() => setDone(`${what} copied.`), () => setDone("The browser did not allow it: select the text and copy it."));
  };
  const blob = (content: string, type: string) => new Blob([content], { type });
  return (
    <div class="share">
      <label>Link<input readOnly value={link} onFocus={(e) => e.currentTarget.select()} /></label>
      <p class="note">The position is in the part after #, which no server gets to see. A link opens in Analyse.</p>
      <label>Text<textarea readOnly rows={Math.min(12, m.position.height + 2)} value={text} /></label>
      <div class="acts">
        <button type="button" class="btn pri" onClick={() => void copy("Link", link)}>Copy link</button>
        <button type="button" class="btn" onClick={() => void copy("Text", text)}>Copy text</button>
        <button type="button" class="btn" onClick={() => save("board.board", blob(m.gameText(), "text/plain"))}>.board file</button>
        <button type="button" class="btn" onClick={() => save("board.svg", blob(svg(m), "image/svg+xml"))}>SVG</button>
        <button type="button" class="btn" onClick={() => void png(m).then((b) => save("board.png", b))}>PNG</button>
      </div>
      <p role="status">{done}</p>
    </div>
  );
}
