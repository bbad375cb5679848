// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { LESSONS, TOPICS, turned } from "./lessons.js";
import { blank } from "../game/position.js";
import { type Cards, answered, due, learned, next, read, write } from "./schedule.js";

test("what is right rests longer each time, what is wrong comes back at once", () => {
  let card = answered(undefined, true, 100);
  assert.deepEqual(card, { box: 1, due: 101, seen: 1, right: 1 });
  const rests = [];
  for (let i = 0; i < 5; i++) {
    card = answered(card, true, card.due);
    rests.push(card.box);
  }
  assert.deepEqual(rests, [2, 3, 4, 5, 5]);
  card = answered(card, false, 500);
  assert.deepEqual([card.box, card.due], [0, 500]);
});

test("what came back is first, then what is new, and nothing twice in a row", () => {
  const cards: Cards = { a: { box: 1, due: 12, seen: 1, right: 1 }, b: { box: 0, due: 10, seen: 1, right: 0 }, c: { box: 3, due: 20, seen: 3, right: 3 } };
  const deck = ["a", "b", "c", "d"];
  assert.deepEqual(due(deck, cards, 12), ["b", "a"]);
  assert.equal(next(deck, cards, 12, null), "b");
  assert.equal(next(deck, cards, 12, "b"), "a");
  assert.equal(next(deck, cards, 9, null), "d");
  assert.equal(next(["b"], cards, 12, "b"), "b", "rather twice than never");
  assert.equal(next(["c"], cards, 12, null), null);
  assert.equal(learned(deck, cards), 1);
});

test("what is kept comes back, and what is damaged is dropped", () => {
  const cards = { a: answered(undefined, true, 3) };
  assert.deepEqual(read(write(cards)), cards);
  for (const bad of [null, "", "{", "[]", '{"v":2,"cards":{}}', '{"v":1}', '{"v":1,"cards":{"a":{"box":99}}}', '{"v":1,"cards":{"a":null}}']) assert.deepEqual(read(bad), {}, String(bad));
});

test("every topic has lessons, easiest first, and a position can be turned", () => {
  for (const topic of TOPICS) {
    const list = LESSONS.filter((l) => l.topic === topic);
    assert(list.length >= 10, topic);
    const hard = list.map((l) => (topic === "equal" || topic === "better" ? -l.measure : l.measure));
    assert.deepEqual(hard, hard.slice().sort((a, b) => a - b), topic);
  }
  const p = { ...blank(3, 2, 1, "safe"), cells: Array.from("12.0F*") };
  const all = new Set(Array.from({ length: 8 }, (_, i) => `${turned(p, i).width}:${turned(p, i).cells.join("")}`));
  assert.equal(all.size, 8);
  assert.deepEqual(turned(p, 0), p);
  for (let i = 0; i < 8; i++) assert.deepEqual(turned(p, i).cells.slice().sort(), p.cells.slice().sort());
});
