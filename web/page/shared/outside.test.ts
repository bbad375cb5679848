// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { SHORT, decoded, fields, isWhole, listed, own, packed, parsed, stored, unpacked } from "./outside.js";

test("what is no object has no fields, and nothing throws", () => {
  for (const text of [null, "", "{", "null", "[]", "1", "NaN", "__proto__", "[".repeat(1e5)]) {
    assert.deepEqual(fields(text), {}, String(text).slice(0, 50));
    parsed(text);
  }
});

test("only what a table has itself is found in it", () => {
  for (const key of ["constructor", "__proto__", "toString", "", null, undefined, ["a"], 1]) assert(!own({ a: 1, 1: 2 }, key), String(key));
  assert(own({ a: 1 }, "a"));
});

test("numbers and lists have limits", () => {
  for (const x of [NaN, Infinity, -1, 11, 1.5, "5", null, [5]]) assert(!isWhole(x, 0, 10), String(x));
  assert(isWhole(10, 0, 10));
  assert.deepEqual(listed([1, "x", 2, null, 3], 2, (x): x is number => isWhole(x, 0, 9)), [2, 3]);
  assert.deepEqual(listed({ length: 3 }, 2, (x): x is number => isWhole(x, 0, 9)), []);
});

test("an address that cannot be decoded is what it says", () => {
  assert.equal(decoded("%E0%A4%A"), "%E0%A4%A");
  assert.equal(decoded("a%20b"), "a b");
  for (const text of ["", "ä ♞", "x".repeat(300_000)]) assert.equal(unpacked(packed(text)), text);
  assert.equal(unpacked("*"), null);
});

test("storage that throws, or holds too much, is empty", () => {
  const kept = new Map([["veil.long", "x".repeat(SHORT + 1)], ["veil.short", "x"]]);
  Object.assign(globalThis, { localStorage: { getItem: (key: string) => kept.get(key) ?? null } });
  assert.equal(stored("long"), null);
  assert.equal(stored("short"), "x");
  Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("forbidden"); } });
  assert.equal(stored("short"), null);
});
