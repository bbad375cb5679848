// SPDX-License-Identifier: BSD-3-Clause

// The words of the page, in the visitor's language. A catalogue is a file; a language more is
// a file and a line here. A test finds keys that a catalogue lacks.

import { own, store, stored } from "../shared/outside.js";
import de from "./de.json";
import en from "./en.json";

export type Key = keyof typeof en;

const CATALOGUES: Record<string, Partial<Record<Key, string>>> = { en, de };

export const LANGUAGES = Object.keys(CATALOGUES);

export function language(): string {
  const wanted = [stored("language") ?? "", ...(globalThis.navigator?.languages ?? []).map((l) => l.slice(0, 2))];
  return wanted.find((l) => own(CATALOGUES, l)) ?? "en";
}

const spoken = language();

type Values = Record<string, string | number>;

// t is a text with its values filled in: "{n} boards" with n.
export function t(key: Key, values = NONE): string { return filled(CATALOGUES[spoken]![key] ?? en[key], values); }

const NONE: Values = {};

function filled(text: string, values: Values): string {
  if (values === NONE) return text;
  return text.replace(/\{(\w+)\}/g, (all, name: string) => (own(values, name) ? String(values[name]) : all));
}

// phrases are the texts of one page, in catalogues of their own that the others do not load.
export function phrases<K extends string>(all: Record<string, Record<K, string>>): (key: K, values?: Values) => string {
  return (key, values = NONE) => filled((all[spoken] ?? all.en!)[key], values);
}

// many chooses between the text for one and the text for another number.
export function many(n: number, one: Key, other: Key): string { return t(n === 1 ? one : other, { n: number(n) }); }

export function number(n: number): string { return n.toLocaleString(spoken); }

const [POINT, COMMA] = [(1.5).toLocaleString(spoken)[1]!, (10_000).toLocaleString(spoken)[2]!];

// local writes the numbers of a text as the visitor's language does: 57,42 in German.
export function local(text: string): string {
  return POINT === "." ? text : text.replace(/(?<=\d)[.,](?=\d)/g, (c) => (c === "." ? POINT : COMMA));
}

export function languageName(l: string): string { return CATALOGUES[l]!["language.name"]!; }

// speak changes the language, and draws the page again in it.
export function speak(l: string): void {
  store("language", l);
  location.reload();
}

// translate turns the texts that are in the page's HTML into the visitor's language, and lets
// the footer change it.
export function translate(): void {
  document.documentElement.lang = spoken;
  for (const e of document.querySelectorAll<HTMLElement>("[data-t]")) e.textContent = t(e.dataset.t as Key);
  for (const e of document.querySelectorAll<HTMLElement>("[data-t-label]")) e.ariaLabel = t(e.dataset.tLabel as Key);
  const foot = document.querySelector(".foot nav");
  const next = LANGUAGES[(LANGUAGES.indexOf(spoken) + 1) % LANGUAGES.length]!;
  if (!foot || foot.querySelector("button")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.lang = next;
  button.textContent = languageName(next);
  button.addEventListener("click", () => speak(next));
  foot.append(button);
}
