// SPDX-License-Identifier: BSD-3-Clause

// Lighthouse on every page, as `veil serve` sends them: tools/nightly lighthouse. What it finds is printed; the times are simulated from
// what this machine measured, so they mean something on an idle one.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "./veil.mjs";

const PATHS = ["", "mines/", "mines/review/", "mines/train/", "krieg/", "krieg/proof/", "problems/", "problems/daily/", "experiments/", "api/", "docs/", "docs/reference/cli/"];
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const TOOL = new URL("lighthouse/node_modules/.bin/lighthouse", import.meta.url).pathname;

const site = await serve();
const dir = mkdtempSync(join(tmpdir(), "lighthouse-"));
for (const path of PATHS.filter((p) => p.includes(process.argv[2] ?? ""))) {
  const out = join(dir, "report.json");
  execFileSync(TOOL, [site.url + path, "--quiet", "--output=json", `--output-path=${out}`, `--only-categories=${CATEGORIES}`, "--chrome-flags=--headless=new --no-sandbox --disable-gpu"], {
    env: { ...process.env, CHROME_PATH: process.env.CHROMIUM ?? "/usr/bin/chromium" }, stdio: ["ignore", "ignore", "inherit"],
  });
  const { categories, audits } = JSON.parse(readFileSync(out, "utf8"));
  const scores = CATEGORIES.map((c) => `${c} ${Math.round(100 * categories[c].score)}`).join(", ");
  const figures = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"].map((a) => `${a} ${audits[a].displayValue}`).join(", ");
  const failed = CATEGORIES.slice(1).flatMap((c) => categories[c].auditRefs.filter(({ id }) => audits[id].score !== null && audits[id].score < 0.9).map(({ id }) => id));
  console.log(`/${path}: ${scores}; ${figures}${failed.length ? "; not passed: " + failed.join(", ") : ""}`);
}
rmSync(dir, { recursive: true });
site.close();
