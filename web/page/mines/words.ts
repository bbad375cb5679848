// SPDX-License-Identifier: BSD-3-Clause

export function list(names: string[]): string {
  return names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + " and " + names[names.length - 1];
}

const COUNTS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];

// count is a number at the start of a sentence.
export function count(n: number): string { return COUNTS[n] ?? String(n); }

// plural is 1 hint, 2 hints.
export function plural(n: number, word: string): string { return `${n} ${word}${n === 1 ? "" : "s"}`; }
