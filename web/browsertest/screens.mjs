// SPDX-License-Identifier: BSD-3-Clause

// Pictures of every page and state, in both themes and on four screens, to be looked at:
//
//   node screens.mjs [part of a name]
//
// They are written to shots/, and together on sheets-*.png.

import { readFileSync } from "node:fs";
import { SHOTS, STATIC, launch, open } from "./browser.mjs";
import { cell, fixed, level, paste, settled, shot } from "./board.mjs";
import { serve } from "./serve.mjs";
import { LOST, MIDGAME, heard } from "./samples.mjs";

const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  laptop: { viewport: { width: 1280, height: 720 } },
  tablet: { viewport: { width: 900, height: 1100 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

// records are the games of a player who has played here before.
async function records(page, size) {
  const entries = Array.from({ length: 118 }, (_, i) => ({ id: String(i), size, first: "zero", noGuess: false, won: i % 3 === 0, ms: 118_000 + 700 * i, helped: false, day: "2026-11-16", veil: 0.41 }));
  await page.evaluate((text) => localStorage.setItem("veil.mines.stats", text), JSON.stringify({ v: 1, entries }));
  await page.reload();
  await page.waitForSelector("#board");
}

// half opens the first part of the safe cells, and flags the mines between them.
async function half(page, part = 0.55) {
  const kept = await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("veil.mines.game"))?.layout);
  const layout = await kept.jsonValue();
  await page.evaluate(([text, n]) => Array.from(text).slice(0, n).forEach((x, i) => {
    const at = document.querySelector(`#board [data-i="${i}"].h`);
    if (x === "0") at?.click();
    else at?.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
  }), [layout, Math.round(part * layout.length)]);
}

const STATES = {
  fresh: async () => {},
  menu: async (page) => { await page.click(".btn.level"); },
  play: async (page) => {
    await level(page, "Expert");
    await cell(page, 7 * 30 + 14).click();
    await page.waitForSelector(".n1");
  },
  midgame: async (page) => {
    await records(page, "30x16/99");
    await STATES.play(page);
    await half(page);
  },
  won: async (page) => {
    await records(page, "9x9/10");
    await level(page, "Beginner");
    await cell(page, 40).click();
    await half(page, 1);
    await page.waitForSelector(".finished.won");
  },
  hint: async (page) => {
    await STATES.play(page);
    for (let i = 0; i < 3; i++) {
      const asked = await page.locator(".rungs .on").count();
      await page.keyboard.press("h");
      await page.waitForFunction((n) => document.querySelectorAll(".rungs .on").length > n, asked);
    }
  },
  analyse: async (page) => {
    await paste(page, MIDGAME);
    await settled(page);
    await page.waitForFunction(() => !document.querySelector(".thinking"));
  },
  why: async (page) => {
    await STATES.analyse(page);
    await page.click(".say .ref");
    await page.keyboard.press("w");
    await page.waitForSelector(".futs, .reason");
  },
  small: async (page) => {
    await paste(page, "4x4/4\n1...\n....\n....\n....\n");
    await settled(page);
    await page.waitForFunction(() => !document.querySelector(".thinking"));
  },
  lost: async (page) => {
    await level(page, "Beginner");
    await cell(page, 40).click();
    await page.waitForSelector(".n1");
    for (let i = 0; i < 81 && !(await page.$(".finished")); i++) await cell(page, i).click({ force: true });
  },
  edit: async (page) => {
    await paste(page, "5x5/6\n1....\n.....\n..2..\n.....\n.....\n");
    await settled(page);
    await page.keyboard.press("e");
  },
  clash: async (page) => {
    await paste(page, "4x4/4\n15..\n....\n....\n....\n");
    await page.waitForSelector(".problem");
  },
  keys: async (page) => { await page.keyboard.press("?"); },
  settings: async (page) => { await page.click("[aria-label=settings]"); },
};

// playing goes on with a game of Kriegspiel.
async function playing(page, more) {
  const game = { rules: "berkeley", me: "white", level: 3, seed: 2, coach: false, helped: false, resigned: false, phantoms: [], tries: ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "c3e4", "g8f6", "e4g5", "h7h6"], ...more };
  await page.evaluate((g) => localStorage.setItem("veil.krieggame", JSON.stringify(g)), game);
  await page.reload();
}

// PAGES are the other pages, each with what is done there.
const PAGES = {
  home: ["", async (page) => { await settled(page); }],
  review: ["mines/review/", async (page) => {
    await paste(page, LOST);
    await page.waitForSelector(".mgrid");
  }],
  retry: ["mines/review/", async (page) => {
    await paste(page, LOST);
    await page.click(".mk .btn");
    await page.waitForSelector(".retry");
  }],
  "review-empty": ["mines/review/", async () => {}],
  train: ["mines/train/", async (page) => { await page.waitForSelector(".rb [data-i]"); }],
  "train-guess": ["mines/train/", async (page) => {
    await page.click(".topic:nth-of-type(6)");
    await page.click(".rside .btn");
    await page.waitForSelector(".both");
  }],
  lab: ["krieg/", async (page) => { await page.waitForSelector(".sq"); }],
  "lab-heard": ["krieg/" + heard("ruleset berkeley\nW e2e4 yes\nB moved\nW d2d4 yes\nB takes e4\n"), async (page) => { await page.waitForSelector(".ht"); }],
  "lab-setup": ["krieg/", async (page) => {
    await page.click(".tools .pick:nth-of-type(2) button, .tools button:has-text('New')");
    await page.click("[role=menuitem]:has-text('Set up'), [role=menu] button:has-text('Set up')");
  }],
  duel: ["krieg/play/", async (page) => { await page.waitForSelector(".setgame"); }],
  "duel-game": ["krieg/play/", async (page) => {
    await playing(page, { coach: true, phantoms: [[19, "n"]] });
    await page.waitForSelector(".coach .tr");
  }],
  "duel-review": ["krieg/play/", async (page) => {
    await playing(page, { resigned: true });
    await page.click(".act .pri");
    await page.waitForSelector(".knew li:nth-child(2)");
  }],
  proof: ["krieg/proof/", async (page) => { await page.waitForSelector("[role=tree]"); }],
  problems: ["problems/", async (page) => { await page.waitForSelector(".pc"); }],
  "problem-daily": ["problems/daily/", async (page) => { await page.waitForSelector(".walk"); }],
  diag: ["diag/", async (page) => { await page.waitForSelector("#csv"); }],
  "diag-search": ["diag/", async (page) => {
    await page.click("form .btn >> nth=1");
    await page.waitForSelector(".runbook details");
    await page.click(".answers .btn");
    await page.waitForSelector(".so-far ol li");
  }],
  experiments: ["experiments/", async (page) => { await page.waitForSelector(".notice"); }],
  api: ["api/", async (page) => { await page.waitForSelector("h1"); }],
  docs: ["docs/", async () => {}],
  "docs-page": ["docs/reference/web-app.html", async () => {}],
  404: ["404.html", async () => {}],
  "german-home": ["", async (page) => {
    await page.click('.foot button:text-is("Deutsch")');
    await page.waitForSelector("html[lang=de]");
    await settled(page);
  }],
};

const wanted = process.argv[2] ?? "";
const site = await serve(STATIC);
const browser = await launch();
const taken = {};
for (const [screen, options] of Object.entries(SCREENS)) {
  for (const theme of ["light", "dark"]) {
    const all = [...Object.entries(STATES).map(([state, f]) => [`mines-${state}`, "mines/", f]), ...Object.entries(PAGES).map(([page, [path, f]]) => [page, path, f])];
    for (const [what, path, arrange] of all) {
      const name = `${what}-${screen}-${theme}`;
      if (!new RegExp(wanted).test(name)) continue;
      const prepare = async (context) => { if (path === "mines/") await fixed(context, 11); }; // training looks for other boards until one will do
      const { page, context, faults } = await open(browser, site.url + path, { ...options, colorScheme: theme, prepare });
      await page.waitForSelector("main");
      await arrange(page).catch((e) => faults.push(String(e)));
      await page.waitForTimeout(300);
      await shot(page, name);
      (taken[`${screen}-${theme}`] ??= []).push(name);
      if (faults.length) console.log(name, faults);
      await context.close();
    }
  }
}
// A sheet shows all pictures of a screen and theme beside one another.
for (const [sheet, names] of Object.entries(taken)) {
  const page = await browser.newPage({ viewport: { width: sheet.startsWith("phone") ? 1500 : 1600, height: 600 } });
  const width = sheet.startsWith("phone") ? 240 : 520;
  await page.setContent(names.map((n) => `<figure style="display:inline-block;margin:4px;font:11px sans-serif"><img width="${width}" src="data:image/png;base64,${readFileSync(`${SHOTS}${n}.png`, "base64")}"><figcaption>${n}</figcaption></figure>`).join(""));
  await page.screenshot({ path: `${SHOTS}sheet-${sheet}.png`, fullPage: true });
  await page.close();
}
await browser.close();
site.close();
