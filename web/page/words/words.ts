// SPDX-License-Identifier: BSD-3-Clause

// The words of the page, in the visitor's language. A catalogue is a file; a language more is
// a file and a line here. A test finds keys that a catalogue lacks.

import { store, stored } from "../shared/keep.js";
import de from "./de.json";
import en from "./en.json";

export type Key = keyof typeof en;

const CATALOGUES: Record<string, Partial<Record<Key, string>>> = { en, de };

export const LANGUAGES = Object.keys(CATALOGUES);

export function language(): string {
  const wanted = [stored("language") ?? "", ...navigator.languages.map((l) => l.slice(0, 2))];
  return wanted.find((l) => l in CATALOGUES) ?? "en";
}

const spoken = language();

// t is a text with its values filled in: "{n} boards" with n.
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const text = CATALOGUES[spoken]![key] ?? en[key];
  return text.replace(/\{(\w+)\}/g, (all, name: string) => (name in values ? String(values[name]) : all));
}

// many chooses between the text for one and the text for another number.
export function many(n: number, one: Key, other: Key): string { return t(n === 1 ? one : other, { n: number(n) }); }

export function number(n: number): string { return n.toLocaleString(spoken); }

// translate turns the texts that are in the page's HTML into the visitor's language, and lets
// the footer change it.
export function translate(): void {
  document.documentElement.lang = spoken;
  for (const e of document.querySelectorAll<HTMLElement>("[data-t]")) e.textContent = t(e.dataset.t as Key);
  const foot = document.querySelector(".foot nav");
  const next = LANGUAGES[(LANGUAGES.indexOf(spoken) + 1) % LANGUAGES.length]!;
  if (!foot || foot.querySelector("button")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.lang = next;
  button.textContent = CATALOGUES[next]!["language.name"]!;
  button.addEventListener("click", () => {
    store("language", next);
    location.reload();
  });
  foot.append(button);
}
