// SPDX-License-Identifier: BSD-3-Clause

export * from "./index.js";

/** The element veil-board: a Minesweeper game, or a position, with the risk of every cell. */
export class VeilBoard extends HTMLElement {
  /** The position in the hand format, as the player sees it. */
  position: string;
  level: string;
  risks: boolean;
  newGame(): void;
}

declare global {
  interface HTMLElementTagNameMap { "veil-board": VeilBoard }
  interface HTMLElementEventMap {
    "veil-change": CustomEvent<{ position: string }>;
    "veil-end": CustomEvent<{ won: boolean }>;
    "veil-error": CustomEvent<Error>;
  }
}
