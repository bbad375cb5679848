// SPDX-License-Identifier: BSD-3-Clause

// The element veil-board. A server that renders pages may import it: it is defined only where there are elements.

import { nameOf, Play, sizeOf } from "./game.js";
import { Mines } from "./mines.js";

export { VeilError } from "./client.js";

const STYLE = `
:host { --bg: light-dark(#fff, #14181e); --ink: light-dark(#14161b, #f1f3f6); --line: light-dark(#c9cad2, #39424f);
  --hidden: light-dark(#aab6d0, #414c5e); --open: light-dark(#fff, #11151a); --cell-ink: light-dark(#14161b, #f1f4f8);
  --best: var(--veil-best, light-dark(#4a2bd0, #bcadff)); --risk: var(--veil-risk, light-dark(#e8794a, #a8430f)); --cell: 30px;
  color-scheme: light dark; display: inline-block; max-width: 100%; color: var(--ink); background: var(--bg); border-radius: 12px; padding: 12px;
  box-sizing: border-box; font: 14px/1.4 system-ui, sans-serif; }
:host([theme=light]) { color-scheme: light; }
:host([theme=dark]) { color-scheme: dark; }
:host([hidden]) { display: none; }
header { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-bottom: 10px; }
[role=status] { flex: 1; min-width: 9em; font-variant-numeric: tabular-nums; }
button { font: inherit; color: inherit; cursor: pointer; }
header button { background: none; border: 1px solid var(--line); border-radius: 8px; padding: 4px 10px; min-height: 28px; }
header button[aria-pressed=true] { border-color: var(--best); box-shadow: inset 0 0 0 1px var(--best); }
.scroll { overflow: auto; padding: 3px; }
[role=row] { display: flex; gap: 2px; margin-bottom: 2px; }
[role=gridcell] { flex: none; width: var(--cell); height: var(--cell); padding: 0; border: 0; border-radius: 5px; background: var(--open);
  box-shadow: inset 0 0 0 1px var(--line); font-weight: 650; touch-action: manipulation; user-select: none; }
[role=gridcell].h { background: color-mix(in oklab, var(--risk) calc(var(--p, 0) * 70%), var(--hidden)); box-shadow: none; color: var(--cell-ink);
  font-weight: 550; font-size: 12px; font-variant-numeric: tabular-nums; }
[role=gridcell].best { box-shadow: inset 0 0 0 3px var(--best); }
[role=gridcell].boom { background: light-dark(#b53a0c, #ff9d6b); color: light-dark(#fff, #14161b); }
[role=gridcell]:focus-visible, header button:focus-visible { outline: 3px solid var(--best); outline-offset: 1px; }
.n1 { color: light-dark(#1f5fd6, #7fb2ff); } .n2 { color: light-dark(#177a3c, #6fd08c); } .n3 { color: light-dark(#c6283a, #ff8f8a); }
.n4 { color: light-dark(#46329f, #bba9ff); } .n5 { color: light-dark(#8b3a12, #f0aa6b); } .n6 { color: light-dark(#0b6f80, #5fd0da); }
.n7 { color: light-dark(#1b1e25, #f3f4f6); } .n8 { color: light-dark(#5d626c, #a2abb9); }
@media (pointer: coarse) { :host { --cell: 36px; } header button { min-height: 40px; } }
@media (forced-colors: active) { [role=gridcell].h { border: 1px solid ButtonBorder; } [role=gridcell].best { outline: 2px solid Highlight; outline-offset: -2px; } }
`;

const FRAME = `<header><span role="status"></span><button class="new">New game</button><button class="flag">Flag</button><button class="risks">Risks</button></header>
<div class="scroll"><div role="grid"></div></div>`;

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

// percent never rounds to certainty.
function percent(p) {
  if (p === 0 || p === 1) return String(100 * p);
  if (p < 0.01) return "<1";
  return p > 0.99 ? ">99" : String(Math.round(100 * p));
}

let engine = null; // all boards of a page share it
let sheet = null;

// styled returns the style sheet, in the form that a policy without inline styles allows.
function styled() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}

export class VeilBoard extends (globalThis.HTMLElement ?? Object) {
  static observedAttributes = ["level", "position", "seed", "risks", "label"];
  static options = {}; // of Mines, before the first board

  #play = null;
  #risks = new Map(); // by name of a cell
  #best = [];
  #at = 0; // the cell that Tab reaches
  #busy = false;
  #flagging = false; // a click sets a flag: a touch screen has no second button
  #asked = new AbortController();

  get level() { return this.getAttribute("level") ?? "beginner"; }
  set level(v) { this.setAttribute("level", v); }
  get risks() { return this.hasAttribute("risks"); }
  set risks(v) { this.toggleAttribute("risks", Boolean(v)); }
  get position() { return this.#play?.position ?? ""; }
  set position(v) { this.setAttribute("position", v); }

  connectedCallback() {
    if (!this.shadowRoot) this.#build();
    if (!this.#play) this.newGame();
  }

  disconnectedCallback() { this.#asked.abort(); }

  attributeChangedCallback(name) {
    if (!this.#play) return;
    if (name === "risks") this.#analyse();
    else if (name === "label") this.#draw();
    else this.newGame();
  }

  // newGame begins again: with the position, or with a fresh board of the level.
  newGame() {
    try {
      this.#play = this.#begun();
    } catch (e) {
      this.#fail(e);
      return;
    }
    this.#at = 0;
    this.#flagging = false;
    this.#grid();
    this.#changed();
  }

  #begun() {
    const given = this.getAttribute("position")?.trim().split(/\s+/);
    return given ? new Play(sizeOf(given[0]), given.slice(1).join("")) : new Play(sizeOf(this.level));
  }

  #build() {
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = FRAME;
    root.adoptedStyleSheets = [styled()];
    this.#part(".new").onclick = () => this.newGame();
    this.#part(".flag").onclick = () => {
      this.#flagging = !this.#flagging;
      this.#draw();
    };
    this.#part(".risks").onclick = () => { this.risks = !this.risks; };
    const grid = this.#part("[role=grid]");
    grid.onclick = (e) => this.#click(this.#index(e));
    grid.oncontextmenu = (e) => {
      e.preventDefault();
      this.#flag(this.#index(e));
    };
    grid.onkeydown = (e) => this.#key(e);
  }

  #part(selector) { return this.shadowRoot.querySelector(selector); }
  #index(e) { return this.#cells.indexOf(e.target.closest("[role=gridcell]")); }
  get #cells() { return [...this.shadowRoot.querySelectorAll("[role=gridcell]")]; }

  // #grid makes the cells of a new board.
  #grid() {
    const row = `<div role="row">${`<button role="gridcell" tabindex="-1"></button>`.repeat(this.#play.width)}</div>`;
    this.#part("[role=grid]").innerHTML = row.repeat(this.#play.height);
  }

  #key(e) {
    const { width, height } = this.#play;
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const act = { f: () => this.#flag(this.#at), n: () => this.newGame(), r: () => { this.risks = !this.risks; } }[e.key.toLowerCase()];
    if (!act && !STEPS[e.key]) return; // Enter and the space bar click
    e.preventDefault();
    if (act) act();
    else {
      const [down, right] = STEPS[e.key];
      const r = Math.min(height - 1, Math.max(0, Math.floor(this.#at / width) + down));
      this.#at = r * width + Math.min(width - 1, Math.max(0, (this.#at % width) + right));
    }
    this.#draw();
    this.#cells[this.#at]?.focus();
  }

  #click(cell) {
    if (this.#flagging && this.#play.cells[cell] === ".") this.#flag(cell);
    else this.#open(cell);
  }

  async #open(cell) {
    const play = this.#play;
    if (cell < 0) return;
    this.#at = cell;
    if (play.fixed || play.over || this.#busy || play.flags.has(cell)) return this.#draw();
    try {
      if (!play.mined) await this.#bury(play, cell);
      if (play !== this.#play) return; // another game began meanwhile
      play.open(cell);
      this.#changed();
      if (play.over) this.#send("veil-end", { won: play.over === "won" });
    } catch (e) {
      this.#fail(e);
    }
  }

  // #bury draws the mines: none is under the first click.
  async #bury(play, cell) {
    this.#busy = true;
    try {
      const seed = this.getAttribute("seed") ?? String(crypto.getRandomValues(new Uint32Array(1))[0]);
      play.bury((await this.#engine.board(play.size, { seed, click: nameOf(cell, play.width), first: "safe" })).text);
    } finally {
      this.#busy = false;
    }
  }

  #flag(cell) {
    if (cell < 0 || this.#play.over || this.#play.fixed) return;
    this.#at = cell;
    this.#play.flag(cell);
    this.#draw();
  }

  get #engine() { return (engine ??= new Mines(VeilBoard.options)); }

  #changed() {
    this.#risks.clear();
    this.#best = [];
    this.#analyse();
    this.#send("veil-change", { position: this.position });
  }

  // #analyse asks for the risks, and withdraws an older question.
  async #analyse() {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    this.#draw();
    if (!this.risks || this.#play.over) return;
    try {
      const doc = await this.#engine.solve({ text: this.position, first: "safe" }, { moves: "none", signal });
      this.#risks = new Map(doc.moves.map((m) => [m.cell, m.certain ? Number(m.certain === "mine") : m.risk?.p]));
      this.#best = doc.best;
      this.#draw();
    } catch (e) {
      if (!signal.aborted) this.#fail(e);
    }
  }

  #send(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true })); }

  #fail(error) {
    this.#part("[role=status]").textContent = error.message;
    this.#send("veil-error", error);
  }

  #draw() {
    this.#part("[role=grid]").setAttribute("aria-label", this.getAttribute("label") ?? `Minesweeper, ${this.#play.size}`);
    this.#part(".risks").setAttribute("aria-pressed", String(this.risks));
    this.#part(".flag").setAttribute("aria-pressed", String(this.#flagging));
    this.#part(".new").hidden = this.#part(".flag").hidden = this.#play.fixed;
    const status = this.#status();
    if (this.#part("[role=status]").textContent !== status) this.#part("[role=status]").textContent = status;
    this.#cells.forEach((b, i) => this.#drawCell(b, i));
  }

  #status() {
    const { over, mines, flags, fixed } = this.#play;
    if (over) return over === "won" ? "You won." : "You hit a mine.";
    return fixed ? `${mines} mines` : `${mines - flags.size} mines left`;
  }

  #drawCell(button, i) {
    const { cells, flags, mined, over, boom, width } = this.#play;
    const name = nameOf(i, width), hidden = cells[i] === ".", risk = this.risks && hidden && !over ? this.#risks.get(name) : undefined;
    const mine = over && hidden && mined?.[i];
    const best = risk !== undefined && this.#best.includes(name);
    button.tabIndex = i === this.#at ? 0 : -1;
    button.className = [hidden ? "h" : `n${cells[i]}`, best && "best", i === boom && "boom"].filter(Boolean).join(" ");
    button.style.setProperty("--p", risk ?? 0);
    button.textContent = mine ? "✱" : flags.has(i) ? "⚑" : hidden ? (risk === undefined ? "" : percent(risk)) : cells[i] === "0" ? "" : cells[i];
    const what = mine ? "mine" : flags.has(i) ? "flag" : hidden ? "hidden" : cells[i];
    button.setAttribute("aria-label", [`row ${Math.floor(i / width) + 1} column ${(i % width) + 1}`, what, risk !== undefined && `risk ${percent(risk)}%`, best && "best"].filter(Boolean).join(", "));
  }
}

if (globalThis.customElements && !customElements.get("veil-board")) customElements.define("veil-board", VeilBoard);
