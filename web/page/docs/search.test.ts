// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type Raw, read, search, stem } from "./search.js";

// QUESTIONS are what people type, and the pages that answer: the first result is one of them.
const QUESTIONS: [string, ...string[]][] = [
  ["how do I install", "guides/install.html"],
  ["what do the colours mean", "reference/web-app.html"],
  ["exit code 4", "reference/exit-codes.html"],
  ["run my python player", "guides/exec-players.html", "guides/python.html"],
  ["python package", "guides/python.html"],
  ["what is new in 1.0", "explanation/whats-new.html"],
  ["is it safe to put on the internet", "guides/self-host.html", "explanation/threat-model.html"],
  ["kriegspiel rules", "explanation/kriegspiel-rules.html", "reference/rulesets.html"],
  ["what does the referee say", "explanation/kriegspiel-rules.html", "reference/rulesets.html"],
  ["why is safest not best", "explanation/safest-is-not-best.html"],
  ["write my own problem", "tutorials/own-problem.html"],
  ["pomdp file format", "reference/pomdp-file.html"],
  ["docker kubernetes", "guides/self-host.html", "guides/run-a-farm.html"],
  ["backup upgrade server", "guides/operate.html"],
  ["how strong is it", "results/minesweeper-strength.html", "results/kriegspiel-player.html"],
  ["does it replicate the paper", "results/mines-papers.html", "results/kriegspiel-paper.html"],
  ["csv fault table", "reference/diag-table.html"],
  ["proxy tls", "guides/self-host.html"],
  ["share a link", "reference/web-app.html"],
  ["keyboard shortcuts", "reference/web-app.html"],
  ["avf replay", "reference/web-app.html"],
  ["forced mate proof check", "tutorials/kriegspiel-mate.html"],
];

const raw = () => readFileSync("bin/page/docs/search.json", "utf8"); // made by make docs-pages

test("twenty questions find their pages", () => {
  const index = read(JSON.parse(raw()) as Raw);
  const faults = QUESTIONS.flatMap(([question, ...pages]) => {
    const found = search(index, question).map((f) => f.to.replace(/#.*/, ""));
    return pages.includes(found[0]!) ? [] : [`${question}: ${found.slice(0, 4).join(", ")}; want ${pages.join(" or ")}`];
  });
  assert.deepEqual(faults, []);
});

test("a command is found by its name, and a word by its beginning", () => {
  const index = read(JSON.parse(raw()) as Raw);
  assert.equal(search(index, "veil krieg mate")[0]!.to, "reference/cli/veil-krieg-mate.html");
  assert.equal(search(index, "gloss")[0]!.to, "reference/glossary.html");
  assert.equal(search(index, "insta")[0]!.to, "guides/install.html");
  assert.deepEqual(search(index, "xyzzy"), []);
  assert.deepEqual(search(index, " ?"), []);
});

test("the index is small, and has every page once", () => {
  assert(raw().length < 200_000, `${raw().length} bytes`);
  const { pages } = JSON.parse(raw()) as Raw;
  assert(pages.length > 100);
  assert.equal(new Set(pages.map((p) => p[0])).size, pages.length);
});

const TINY: Raw = {
  pages: [["a.html", "Apples", "S", "about apples", 20, ["green-pears", "Green pears"]], ["b.html", "Pears", "S", "about pears", 20, null], ["c.html", "Rest", "S", "neither", 20, null]],
  words: { apples: "a5", pears: "a2b5", green: "a2", apple: "c1" },
};

test("the title counts most, a heading is where a result leads, and inflections are one word", () => {
  const index = read(TINY);
  assert.deepEqual(search(index, "apple").map((f) => f.to), ["a.html", "c.html"]);
  assert.deepEqual(search(index, "pear").map((f) => f.to), ["b.html", "a.html#green-pears"]);
  assert.equal(search(index, "green pear")[0]!.about, "Green pears", "both words before one of them often");
});

test("words with the same stem", () => {
  for (const words of ["install installs installed installing", "colour color colours", "reply replies", "match matches matching", "replicate replicates replication", "stop stopped stopping", "rule rules"]) {
    assert.equal(new Set(words.split(" ").map(stem)).size, 1, `${words}: ${words.split(" ").map(stem).join(" ")}`);
  }
  assert(stem("chess") !== stem("chest"));
});
