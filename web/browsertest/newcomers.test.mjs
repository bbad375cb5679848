// SPDX-License-Identifier: BSD-3-Clause

// Five first hours, each from the first page of the site by links and buttons alone, each to its end: a player of Minesweeper on a phone,
// a player of Kriegspiel, a researcher with Python, an engineer with a table, and the operator of a server.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { clean, shot, steady, watchShifts } from "./board.mjs";
import { STATIC, open, stage } from "./browser.mjs";
import { serve } from "./serve.mjs";
import { VEIL } from "./veil.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const FULL = process.env.VEIL_FULL === "1";
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

// arrive opens the first page, and nothing else: from there a newcomer follows links.
async function arrive(options = {}) {
  const t = await open(browser, site.url, { ...options, prepare: watchShifts });
  await t.page.waitForSelector(".badge.exact");
  const follow = async (selector) => {
    const [link, from] = [t.page.locator(selector).first(), t.page.url()];
    await (options.hasTouch ? link.tap() : link.click());
    await t.page.waitForURL((to) => to.href !== from);
    await t.page.waitForSelector("main h1", { state: "attached" });
  };
  return { ...t, follow };
}

async function leave(t) {
  clean(t);
  await t.context.close();
}

// blocks are the fenced blocks of a page of the documentation as its buttons copy them: language and text.
const blocks = (page) => page.$$eval(".prose pre > code[class]", (list) => list.map((c) => [c.className.replace("language-", ""), c.textContent]));

// workplace is an empty directory, removed afterwards.
async function workplace(work) {
  const dir = mkdtempSync(join(tmpdir(), "newcomer-"));
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

test("Minesweeper on a phone: a game, a hint, a loss, its review, a mistake tried again, and where points are lost", async () => {
  const t = await arrive(PHONE);
  const { page, follow } = t;
  assert.ok(await page.locator(".pitch .btn").isVisible());
  assert.ok((await page.locator(".pitch .btn").boundingBox()).y < 844, "Play is on the first screen");
  await follow(".pitch .btn");
  await page.tap("#board [data-i='40']");
  await page.waitForSelector("#board .o");
  await page.tap(".thumb .tb:has-text('Hint')");
  await page.waitForSelector(".rungs");
  const game = await page.waitForFunction(() => { const s = sessionStorage.getItem("veil.mines.game"); return s && JSON.parse(s).layout; }).then((h) => h.jsonValue());
  await page.tap(".panel .grab");
  const opened = await page.$$eval("#board .h", (list) => list.map((c) => Number(c.dataset.i)));
  await page.tap(`#board [data-i='${opened.find((i) => game[i] === "0")}']`);
  await page.tap(`#board [data-i='${opened.find((i) => game[i] === "1")}']`);
  await page.waitForSelector(".finished.lost");
  await page.tap(".finished .btn:has-text('Review')");
  await page.waitForSelector(".mk .btn");
  await shot(page, "newcomer-review");
  await page.tap(".mk .btn:has-text('Retry')");
  await page.waitForSelector(".retry");
  await page.goBack();
  await page.waitForSelector("main h1", { state: "attached" });
  await page.tap("a.brand");
  await page.waitForSelector(".badge.exact");
  await follow(".doors a[href$='mines/leaks/']");
  await page.waitForFunction(() => document.querySelector(".leaks [role=status]")?.textContent.length > 10);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await shot(page, "newcomer-leaks");
  await leave(t);
});

test("Kriegspiel: the rules, a game, resignation, and the true board", async () => {
  const t = await arrive();
  const { page, follow } = t;
  await follow(".doors a[href$='krieg/play/']");
  await follow(".setgame a[href$='kriegspiel-rules.html']");
  assert.match(await page.textContent("main h1"), /Kriegspiel/);
  await follow("header nav a:text-is('Kriegspiel')");
  await page.click(".setgame .btn.pri");
  const mine = () => page.waitForFunction(() => /Your turn|You (won|lost)|A draw/.test(document.querySelector(".headline")?.textContent ?? ""));
  await mine();
  for (const [from, to] of [["e2", "e4"], ["g1", "f3"]]) {
    const before = await page.locator(".gamelog .chip").count();
    await page.click(`[data-square="${from}"]`);
    await page.click(`[data-square="${to}"]`);
    await page.waitForFunction((n) => document.querySelectorAll(".gamelog .chip").length > n + 1, before);
    await mine();
  }
  await page.click("button:text-is('Resign')");
  await page.click("button:text-is('Yes, resign')");
  await page.click("button:has-text('Review the true game')");
  await page.waitForFunction(() => document.querySelectorAll(".sq .man.their").length >= 14);
  await shot(page, "newcomer-kriegspiel");
  await leave(t);
});

// PYTHON is an interpreter that finds the package of the repository and the program; the wheel has both.
const CLIENT = new URL("../../clients/python/src", import.meta.url).pathname;

test("research in Python: from the first page to the package, and the programs of its page", { skip: spawnSync("python3", ["--version"]).error ? "no python3" : false }, async () => {
  const t = await arrive();
  const { page, follow } = t;
  await follow(".doors a[href$='docs/']");
  await follow("a:has-text('Use it from a program')");
  await follow("main table a[href$='guides/python.html']");
  assert.match(await page.textContent("main h1"), /Python/);
  const files = await page.$$eval(".prose .file", (list) => list.map((p) => [p.textContent, p.nextElementSibling.querySelector("code").textContent]));
  assert.deepEqual(files.map(([name]) => name), ["machine.pomdp", "mine.py", "doors.yaml"]);
  const programs = (await blocks(page)).filter(([language, text]) => language === "python" && !files.some(([, t]) => t === text)).map(([, text]) => text);
  assert.ok(programs.length >= 10, `${programs.length} programs`);
  await shot(page, "newcomer-python");
  await workplace((cwd) => [...files.map(([name, text]) => writeFileSync(join(cwd, name), text)), ...(FULL ? programs : programs.filter((p) => !/envs|asyncio|range\(1000\)/.test(p)))].filter(Boolean).forEach((text) => execFileSync("python3", ["-c", text], { cwd, env: { ...process.env, PYTHONPATH: CLIENT, VEIL } })));
  await leave(t);
});

test("an engineer with a table: an example in the browser to its fault, then the table of the tutorial in a terminal", async () => {
  const t = await arrive();
  const { page, follow } = t;
  await follow(".doors a[href$='diag/']");
  await page.click("text=Network outage");
  for (let i = 0; i < 20 && !(await page.locator("text=/^Found/").count()); i++) {
    await page.waitForSelector(".answers button, .answers label");
    await page.locator(".answers button").first().click();
    await page.waitForTimeout(300);
  }
  await shot(page, "newcomer-diag");
  await follow("footer a:has-text('Documentation')");
  await follow("a:text-is('Find the fault in a machine')");
  const all = await blocks(page);
  await follow("a:text-is('open it here')");
  await page.waitForURL(/\/diag\/$/);
  await page.click("summary:has-text('Table')");
  await page.fill("#csv", "\uFEFFfault;prior;lamp;hum\r\ncost;;1;2,5\r\nblown fuse;5;off;none\r\ndead motor;2;on;none\r\nstuck;2;on;loud\r\n"); // as a spreadsheet saves it
  await page.click("button:text-is('Start')");
  await page.waitForFunction(() => /lamp/.test(document.querySelector(".now .what")?.textContent ?? ""));
  await workplace((cwd) => {
    writeFileSync(join(cwd, "pump.csv"), all.find(([, text]) => text.startsWith("fault,"))[1]);
    const [, console] = all.find(([language, text]) => language === "console" && text.startsWith("$ veil diag next pump.csv\n"));
    const printed = execFileSync("bash", ["-c", console.split("\n")[0].slice(2)], { cwd, env: { ...process.env, PATH: `${dirname(VEIL)}:${process.env.PATH}` } });
    assert.equal(String(printed), console.slice(console.indexOf("\n") + 1));
  });
  await leave(t);
});

// asked asks a server by https without a checked certificate, as an operator who tries it does.
const asked = (url, host) => new Promise((resolve, reject) => get(url, { rejectUnauthorized: false, headers: { Host: host } }, (r) => resolve(r.statusCode)).on("error", reject));

test("an operator: the page on hosting, then a server for strangers with its own certificate, watched and stopped", { skip: spawnSync("openssl", ["version"]).error ? "no openssl" : false }, async () => {
  const t = await arrive();
  const { page, follow } = t;
  await follow(".doors a[href$='docs/']");
  await follow("main p:has-text('Operators') a:text-is('host veil')");
  const flags = await page.textContent("main");
  for (const flag of ["--public", "--host", "--tls-cert", "--tls-key", "--log", "--listen"]) assert.ok(flags.includes(flag), flag);
  await leave(t);
  await workplace(async (cwd) => {
    execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-days", "2", "-subj", "/CN=veil.example.org", "-addext", "subjectAltName=DNS:veil.example.org"], { cwd, stdio: "ignore" });
    const server = spawn(VEIL, ["serve", "--public", "--host", "veil.example.org", "--tls-cert", "cert.pem", "--tls-key", "key.pem", "--listen", "127.0.0.1:0", "--log", "log"], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    const ended = new Promise((resolve) => server.on("exit", resolve));
    const url = await new Promise((resolve) => [server.stdout, server.stderr].forEach((s) => s.on("data", (x) => { const m = /https:\S+/.exec(x); if (m) resolve(m[0]); })));
    assert.equal(await asked(url + "/healthz", "veil.example.org"), 200);
    assert.equal(await asked(url + "/", "veil.example.org"), 200);
    assert.equal(await asked(url + "/metrics", "veil.example.org"), 404, "visitors get no metrics");
    assert.equal(await asked(url + "/", "evil.example.org"), 421, "nor do other names lead here");
    server.kill("SIGTERM");
    assert.equal(await ended, 0);
    const lines = readFileSync(join(cwd, "log"), "utf8").trim().split("\n").map((l) => JSON.parse(l));
    assert.deepEqual(lines.filter((l) => l.status).map((l) => l.status).slice(0, 3), [200, 200, 404]);
  });
});
