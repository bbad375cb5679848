// SPDX-License-Identifier: BSD-3-Clause

import de from "../../words/leaks/de.json";
import en from "../../words/leaks/en.json";
import { local, phrases } from "../../words/words.js";
import { type Mean, ONE } from "./account.js";

export const leakText = phrases({ de, en });

export function patternName(pattern: string): string {
  if (pattern === ONE) return leakText("pattern.one");
  if (pattern === "guess") return leakText("pattern.guess");
  const [rule, what, shape] = pattern.split(":") as [string, string, string?];
  if (shape !== undefined && (rule === "nested" || rule === "shared")) return leakText(`pattern.${rule}`, { numbers: what, lie: lieName(shape) });
  if (rule === "chain" || rule === "clash" || rule === "cases") return leakText(what === "6" ? `long.${rule}` : `pattern.${rule}`, { n: what });
  return leakText("pattern.count");
}

function lieName(shape: string): string {
  return leakText(shape === "10" ? "lie.beside" : shape === "11" ? "lie.corner" : shape === "20" ? "lie.apart" : "lie.near");
}

export function tenths(n: number): string { return local(n.toFixed(1)).replace("-", "−"); }

// meanText is a mean with its interval. What is given away is never less than nothing, whatever the interval says.
export function meanText(m: Mean, least = -Infinity): string {
  return leakText("sum.mean", { at: tenths(m.at), lo: tenths(Math.max(least, m.at - m.half)), hi: tenths(m.at + m.half) });
}
