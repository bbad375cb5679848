// SPDX-License-Identifier: BSD-3-Clause

import { type Key, t } from "../words/words.js";

export function list(names: string[]): string {
  return names.length < 2 ? names.join("") : t("list.and", { list: names.slice(0, -1).join(", "), last: names.at(-1)! });
}

// count is a number of two or more at the start of a sentence.
export function count(n: number): string { return n >= 2 && n <= 12 ? t(`count.${n}` as Key) : String(n); }
