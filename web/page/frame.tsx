// SPDX-License-Identifier: BSD-3-Clause

// What every page has: the header, the theme, and help.

import type { ComponentChildren } from "preact";
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { KEYS } from "./keys.js";
import type { Model } from "./model.js";

export const ROOT = new URL(".", import.meta.url);

export function href(path: string): string { return new URL(path, ROOT).pathname; }

// useModel draws a component again when the model changes, once a frame.
export function useModel(m: Model): void {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => m.subscribe(() => redraw(undefined)), [m]);
}

type Theme = "auto" | "light" | "dark" | "contrast";
const THEMES: Theme[] = ["auto", "light", "dark", "contrast"];

export function stored(key: string): string | null {
  try {
    return localStorage.getItem("veil." + key);
  } catch {
    return null; // a visitor may forbid it
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem("veil." + key, value);
  } catch {
    // a visitor may forbid it
  }
}

function ThemeButton() {
  const [theme, setTheme] = useState<Theme>((stored("theme") as Theme) ?? "auto");
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    store("theme", theme);
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
  return <button type="button" class="plain" onClick={() => setTheme(next)} title={`theme: ${theme}; change to ${next}`}>theme: {theme}</button>;
}

const LINKS: [string, string][] = [
  ["mines/", "Mines"], ["mines/review/", "Review"], ["mines/train/", "Train"],
  ["krieg/", "Krieg"], ["problems/", "Problems"], ["experiments/", "Experiments"],
];

export function Header({ here, help }: { here: string; help?: () => void }) {
  return (
    <header>
      <a class="brand" href={href("")}>veil</a>
      <nav aria-label="Pages">
        {LINKS.map(([path, name]) => <a key={path} href={href(path)} aria-current={path === here ? "page" : undefined}>{name}</a>)}
      </nav>
      <span class="gap" />
      {help && <button type="button" class="plain" onClick={help}><kbd>?</kbd> keys</button>}
      <ThemeButton />
    </header>
  );
}

export function Dialog({ open, title, close, children }: { open: boolean; title: string; close: () => void; children: ComponentChildren }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && !ref.current!.open) ref.current!.showModal();
    if (!open && ref.current!.open) ref.current!.close();
  }, [open]);
  return (
    <dialog ref={ref} onClose={close} aria-label={title}>
      <h2>{title}</h2>
      {open && children}
      <form method="dialog"><button>Close</button></form>
    </dialog>
  );
}

export function KeyList() {
  return <dl class="keys">{KEYS.map(([key, what]) => <div key={key}><dt>{key}</dt><dd>{what}</dd></div>)}</dl>;
}
