// SPDX-License-Identifier: BSD-3-Clause

// The numbered steps of a tutorial, read from its page and followed in a browser: labels are in italics, what is typed or
// pressed as a key is code.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";

const FOLDER = new URL("../../docs/tutorials/", import.meta.url);

// read returns a tutorial: its steps, and its blocks that are files or stand outside of the steps.
export function read(name) {
  const text = readFileSync(new URL(name + ".md", FOLDER), "utf8");
  const blocks = [...text.matchAll(/^```text ?(\S*)\n([^]*?)^```$/gm)].map(([, file, body]) => ({ file, body }));
  const prose = text.replace(/^```[^]*?^```$/gm, "");
  const steps = [...prose.matchAll(/^(\d+)\. (.*\n(?:(?:[ ]{3,}.*)?\n)*)/gm)].map(([, n, body]) => ({ n: Number(n), tokens: tokensOf(body) }));
  steps.forEach((s, i) => assert.equal(s.n, i + 1, `${name}: steps count from 1`));
  return { name, blocks, steps };
}

// withSteps lists the tutorials that have steps.
export function withSteps() {
  return readdirSync(FOLDER).filter((file) => file.endsWith(".md")).map((file) => file.slice(0, -3)).filter((name) => read(name).steps.length > 0).sort();
}

// tokensOf lists what a step names, in its order.
function tokensOf(body) {
  const parts = /```text\n([^]*?)\n *```|`([^`]+)`|\*\*[^*]+\*\*|!\[[^\]]*\]|\*([^*]+)\*/g;
  return [...body.matchAll(parts)].map(([, block, code, label]) => (block ? { block: block.replace(/^ +/gm, "") + "\n" } : code ? { code } : label ? { label: plain(label) } : null)).filter(Boolean);
}

// plain is a text as a reader compares it: without the full stop of the sentence it is in.
const plain = (text) => text.replace(/\s+/g, " ").trim().replace(/[.…]$/, "");

// follow does the steps one by one. An act gets a Step, and has to use up everything that the page names there.
export async function follow(page, tutorial, site, acts) {
  assert.equal(acts.length, tutorial.steps.length, `${tutorial.name}: every step is followed`);
  for (const [i, { n, tokens }] of tutorial.steps.entries()) {
    const step = new Step(page, site, `${tutorial.name}, step ${n}`, [...tokens]);
    await acts[i](step);
    assert.deepEqual(step.tokens, [], `${step.name}: the page names more than the test follows`);
  }
}

class Step {
  constructor(page, site, name, tokens) { Object.assign(this, { page, site, name, tokens }); }

  next(kind) {
    const token = this.tokens.shift();
    assert.ok(token && kind in token, `${this.name}: want the next ${kind}, the page has ${JSON.stringify(token)}`);
    return token[kind];
  }

  code() { return this.next("code"); }
  block() { return this.next("block"); }
  label() { return this.next("label"); }

  // open goes where the page sends a reader who has started the server.
  async open() {
    assert.equal(this.code(), "veil serve");
    const { host, pathname } = new URL(this.code());
    assert.equal(host, "127.0.0.1:8080", "where veil serve listens");
    await this.page.goto(this.site.url + pathname.slice(1));
  }

  // press clicks the control that has the next label on it, in a part of the page if the tutorial names one.
  press(part = "body") { return this.click(this.label(), part); }

  async click(label, part = "body") {
    const found = await this.page.waitForFunction(control, [label, part]).catch(() => assert.fail(`${this.name}: nothing to press is called ${label}`));
    await found.asElement().click();
  }

  // see waits until the next label can be read.
  see() { return this.seen(this.label()); }

  async seen(text) {
    await this.page.waitForFunction((want) => document.body.innerText.replace(/\s+/g, " ").toLowerCase().includes(want), text.toLowerCase()).catch(() => assert.fail(`${this.name}: “${text}” is not on the screen`));
  }
}

// control finds, on the page, what can be pressed and has exactly this label: on it, on a part of it, or as its name.
function control([label, part]) {
  const plain = (text) => (text ?? "").replace(/\s+/g, " ").trim().replace(/[.…]$/, "");
  const all = [...document.querySelectorAll(`${part} :is(button, a, summary, label, [role^=menuitem])`)].filter((e) => e.checkVisibility() && !e.disabled);
  const words = (e) => [...e.childNodes].filter((n) => n.nodeName !== "KBD").map((n) => n.textContent).join("");
  const named = (e) => [words(e), e.ariaLabel, e.title].some((text) => plain(text) === label);
  return all.find(named) ?? all.find((e) => [...e.querySelectorAll("span, b")].some((part) => plain(part.textContent) === label));
}
