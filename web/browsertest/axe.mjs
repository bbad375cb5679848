// SPDX-License-Identifier: BSD-3-Clause

// What axe finds on a page in its themes.

import { AXE } from "./browser.mjs";

// THEMES are the two that people choose from; VEIL_FULL=1 adds their versions with more contrast.
export const THEMES = process.env.VEIL_FULL === "1" ? ["light", "dark", "light more", "dark more"] : ["light", "dark"];
// SYSTEM is what a system may ask for besides: more contrast, or its own colours.
export const SYSTEM = ["light prefers-contrast", "dark prefers-contrast", "light forced-colors", "dark forced-colors"];

// violations looks at everything in the first theme. Of all that axe looks at only the contrast hangs on the theme, so of the
// others it looks at that alone. seen, if given, is called in every theme.
export async function violations(page, themes = THEMES, seen = async () => {}) {
  const all = [];
  await page.evaluate(AXE);
  for (const [i, theme] of themes.entries()) {
    await dress(page, theme);
    const found = await page.evaluate(async (rules) => (await axe.run({ ...rules, resultTypes: ["violations"] })).violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.map((n) => `${n.target.join(" ")} ${n.any[0]?.message ?? ""}`).slice(0, 4).join(" | ")}`), i ? { runOnly: ["color-contrast"] } : {});
    all.push(...found.map((f) => `${theme}: ${f}`));
    await seen(theme);
  }
  await dress(page, themes[0]);
  return all;
}

// dress gives a page a theme, and waits until what fades has faded.
async function dress(page, theme) {
  const [scheme, kind] = theme.split(" ");
  await page.emulateMedia({ colorScheme: scheme, contrast: kind === "prefers-contrast" ? "more" : "no-preference", forcedColors: kind === "forced-colors" ? "active" : "none" });
  await page.evaluate(async ([scheme, contrast]) => {
    const set = document.documentElement.dataset;
    set.theme = scheme;
    if (contrast) set.contrast = "more";
    else delete set.contrast;
    await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().filter((a) => a.effect.getComputedTiming().endTime < Infinity).map((a) => a.finished));
  }, [scheme, kind === "more"]);
}
