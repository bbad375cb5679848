// SPDX-License-Identifier: BSD-3-Clause

// A view is what a visitor chose to see, where the cursor is, and what is said beside the board. It knows neither games nor the engine.

import { habits } from "./habits.js";
import { Store } from "../../shared/store.js";

export type Mode = "play" | "analyse" | "edit";
export type Overlay = "all" | "risk" | "win" | "learn" | "off";
export const OVERLAYS: Overlay[] = ["all", "risk", "win", "learn", "off"];

export class View extends Store {
  mode: Mode = "play";
  overlay: Overlay = "all";
  engineOn: Record<Mode, boolean> = { play: false, analyse: true, edit: true };
  hidden = false; // all analysis
  cursor = 0;
  grid = "board"; // the name of its board in the document: some pages have more than one
  hover: number | null = null;
  brush = ".";
  digging = habits().tap === "dig"; // what a tap does
  notice = "";
  judged = ""; // what is said of the move that ended the game
  log: string[] = [];

  // showing reports whether the engine's numbers are on the board.
  get showing(): boolean { return this.engineOn[this.mode] && !this.hidden; }

  // spoken is the text beside the board, without questions and hints.
  protected get spoken(): string { return `${this.judged} ${this.notice}`; }

  say(text: string): void {
    this.notice = text;
    this.changed();
  }

  toggleHidden(): void {
    this.hidden = !this.hidden;
    this.changed();
  }
}
