// SPDX-License-Identifier: BSD-3-Clause

import { type Key, t } from "../../words/words.js";
import type { Position } from "./position.js";

export interface Level {
  name: string;
  width: number;
  height: number;
  mines: number;
}

export const LEVELS: Level[] = [
  { name: "Beginner", width: 9, height: 9, mines: 10 },
  { name: "Intermediate", width: 16, height: 16, mines: 40 },
  { name: "Expert", width: 30, height: 16, mines: 99 },
];

export function levelOf(p: Pick<Position, "width" | "height" | "mines">): Level {
  const known = LEVELS.find((l) => l.width === p.width && l.height === p.height && l.mines === p.mines);
  return known ?? { name: "Custom", width: p.width, height: p.height, mines: p.mines ?? 0 };
}

// levelName is the name in the visitor's language.
export function levelName(l: Level): string { return t(`level.${l.name.toLowerCase()}` as Key); }

// sizeOf is what statistics are kept by: 30x16/99.
export function sizeOf(l: Pick<Position, "width" | "height" | "mines">): string { return `${l.width}x${l.height}/${l.mines}`; }
