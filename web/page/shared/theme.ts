// SPDX-License-Identifier: BSD-3-Clause

// The theme is two choices: light, dark or the system's, and whether contrast is high. The
// attributes are set by a script that runs before the first paint, so nothing flashes.

import { store, stored } from "./outside.js";

export type Theme = "auto" | "light" | "dark";
export const THEMES: Theme[] = ["auto", "light", "dark"];

export function theme(): Theme {
  const kept = stored("theme");
  return kept === "light" || kept === "dark" ? kept : "auto";
}

export function contrast(): boolean { return stored("contrast") === "more"; }

export function chooseTheme(to: Theme): void {
  store("theme", to);
  applyTheme();
}

export function chooseContrast(more: boolean): void {
  store("contrast", more ? "more" : "");
  applyTheme();
}

export function applyTheme(): void {
  const { dataset } = document.documentElement;
  if (theme() === "auto") delete dataset.theme;
  else dataset.theme = theme();
  if (contrast()) dataset.contrast = "more";
  else delete dataset.contrast;
}
