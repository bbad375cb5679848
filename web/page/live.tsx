// SPDX-License-Identifier: BSD-3-Clause

// Boards of the documentation that compute. docs.js loads this when the first one comes into sight, so that a page is there before its engine.

import { render } from "preact";
import { engine } from "./core.js";
import { read } from "./mines/files/reading.js";
import { Live } from "./mines/live.js";
import { Model } from "./mines/model/model.js";
import { language } from "./words/words.js";

let boards = 0;

// live puts the board of a text in the place of its picture, when the engine is there to read it.
export async function live(place: HTMLElement, text: string, cell: number): Promise<void> {
  const { position } = await read(engine, text);
  const m = new Model(engine, position);
  m.grid = `board-${++boards}`;
  place.replaceChildren();
  place.lang = language();
  render(<Live m={m} cell={cell} />, place);
}
