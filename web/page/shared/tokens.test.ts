// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

// luminance and contrast are those of WCAG 2.
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

test("a hidden cell differs from an open one by 2:1 without its bevel, in every theme", () => {
  const css = readFileSync("web/page/shared/tokens.css", "utf8");
  const pairs = (name: string) => [...css.matchAll(new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`, "g"))].map((m) => [m[1]!, m[2]!]);
  const [hidden, open] = [pairs("hidden"), pairs("open")];
  assert(hidden.length === 2 && open.length === 2, "plain and high contrast");
  for (const [i, colours] of hidden.entries()) {
    for (const [theme, colour] of colours.entries()) assert(contrast(colour, open[i]![theme]!) >= 2, `${colour} on ${open[i]![theme]!}`);
  }
});
