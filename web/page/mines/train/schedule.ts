// SPDX-License-Identifier: BSD-3-Clause

// Spaced repetition: what was right comes back later and later, what was wrong at once. A card is
// a position; its box says how often it was right in a row.

import { fields, isFields, isWhole } from "../../shared/outside.js";

export interface Card {
  box: number;
  due: number; // a day, counted from 1970
  seen: number;
  right: number;
}

export type Cards = Readonly<Record<string, Card>>;

// AFTER is how many days a card of a box rests: about twice as long each time.
const AFTER = [0, 1, 3, 7, 16, 35];

export const LEARNED = 2; // the box from which on a card counts as learned

export function today(ms = Date.now()): number { return Math.floor(ms / 86_400_000); }

export function answered(card: Card | undefined, right: boolean, day: number): Card {
  const box = right ? Math.min(AFTER.length - 1, (card?.box ?? 0) + 1) : 0;
  return { box, due: day + AFTER[box]!, seen: (card?.seen ?? 0) + 1, right: (card?.right ?? 0) + (right ? 1 : 0) };
}

// due are the cards of a deck that have come back, the longest overdue first.
export function due(deck: readonly string[], cards: Cards, day: number): string[] {
  return deck.filter((id) => cards[id] && cards[id].due <= day).sort((a, b) => cards[a]!.due - cards[b]!.due);
}

// next is what to show: a card that came back, else the next new one, else null. What was shown last is not shown again
// while there is anything else.
export function next(deck: readonly string[], cards: Cards, day: number, last: string | null): string | null {
  const ready = [...due(deck, cards, day), ...deck.filter((id) => !cards[id])];
  return ready.find((id) => id !== last) ?? ready[0] ?? null;
}

export function learned(deck: readonly string[], cards: Cards): number { return deck.filter((id) => (cards[id]?.box ?? 0) >= LEARNED).length; }

const VERSION = 1;

export function write(cards: Cards): string { return JSON.stringify({ v: VERSION, cards }); }

// read takes what write wrote; anything else is empty.
export function read(text: string | null): Cards {
  const { v, cards } = fields(text);
  if (v !== VERSION || !isFields(cards)) return {};
  return Object.fromEntries(Object.entries(cards).filter((e): e is [string, Card] => isCard(e[1])));
}

function isCard(x: unknown): x is Card {
  return isFields(x) && isWhole(x.box, 0, AFTER.length - 1) && isWhole(x.due, 0, 1e6) && isWhole(x.seen, 0, 1e9) && isWhole(x.right, 0, 1e9);
}
