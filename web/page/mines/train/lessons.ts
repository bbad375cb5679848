// SPDX-License-Identifier: BSD-3-Clause

// The positions to train on. The engine found them and measured how hard they are; a test of the server's package does
// both again.

import list from "./lessons.json";
import { type Position, parseCode } from "../game/position.js";

export const TOPICS = ["two", "three", "more", "count", "equal", "better"] as const;
export type Topic = (typeof TOPICS)[number];

export interface Lesson {
  topic: Topic;
  code: string;
  measure: number; // numbers of the shortest proof, or points between the moves
}

export const LESSONS = list as Lesson[];

export function deckOf(topic: Topic): string[] { return LESSONS.filter((l) => l.topic === topic).map((l) => l.code); }

export function lessonOf(code: string): Lesson | undefined { return LESSONS.find((l) => l.code === code); }

// isGuess: the topic asks for the best guess, and not for a safe cell.
export function isGuess(topic: Topic): boolean { return topic === "equal" || topic === "better"; }

// posed is a lesson as it is shown: turned or mirrored, so that it is understood and not remembered.
export function posed(l: Lesson, turn: number): Position { return turned(parseCode(l.code)!, turn); }

// turned is one of the eight images of a position: mirrored by 1 and 2, its rows made columns by 4.
export function turned(p: Position, how: number): Position {
  const [width, height] = how & 4 ? [p.height, p.width] : [p.width, p.height];
  const cells = Array.from({ length: width * height }, (_, i) => {
    let [r, c] = [Math.floor(i / width), i % width];
    if (how & 4) [r, c] = [c, r];
    if (how & 2) r = p.height - 1 - r;
    if (how & 1) c = p.width - 1 - c;
    return p.cells[r * p.width + c]!;
  });
  return { ...p, width, height, cells };
}
