// SPDX-License-Identifier: BSD-3-Clause

// Positions and games, from files or text that are dropped or pasted anywhere on a page.

import { useDrops } from "../../shared/drops.js";
import type { Engine } from "../../shared/engine.js";
import { t } from "../../words/words.js";
import { extension, isVideo } from "./formats.js";
import { MOST_BYTES } from "./rawvf.js";
import type { Told } from "../engine/told.js";

// readFile reads a file as text, and as base64 if it is bytes. Of a recorded game the engine's thread makes text.
export async function readFile(engine: Engine<Told>, file: File): Promise<[string, "base64" | undefined]> {
  if (file.size > MOST_BYTES) throw new Error(t("said.tooManyBytes", { n: MOST_BYTES >> 20 }));
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isVideo(file.name)) return [await engine.board(extension(file.name), bytes), undefined];
  if (!bytes.some((b) => b < 9)) return [new TextDecoder().decode(bytes), undefined];
  let text = "";
  for (let i = 0; i < bytes.length; i += 1 << 15) text += String.fromCharCode(...bytes.subarray(i, i + (1 << 15)));
  return [btoa(text), "base64"];
}

// useGameDrops hands over what is pasted or dropped, or refuses a file in words; over reports whether something is held above the page.
export function useGameDrops(engine: Engine<Told>, take: (text: string, encoding?: "base64", name?: string) => void, refuse: (why: string) => void, over?: (held: boolean) => void): void {
  const open = (file: File) => void readFile(engine, file).then(([text, encoding]) => take(text, encoding, file.name), (e: Error) => refuse(e.message));
  useDrops(take, open, over);
}
