// SPDX-License-Identifier: BSD-3-Clause

// A tape records the mouse of a game: where it was, and what was pressed and released. Places are in sixteenths of a cell, times in
// milliseconds of the game's clock.

export const PARTS = 16; // of a cell, as RAWVF has pixels

// MOST is how many events a tape has. Then the mouse is not followed any more, but clicks are counted.
export const MOST = 20_000;
const EVERY = 25; // ms between two places of the mouse

const WHATS = ["mv", "lc", "lr", "rc", "rr", "mc", "mr"] as const;
export type What = (typeof WHATS)[number];

export interface Event { ms: number; what: What; x: number; y: number }

export type Button = "l" | "r" | "m";

export interface Clicks { left: number; right: number; both: number; useful: number }

export class Tape {
  events: Event[] = [];
  clicks: Clicks = { left: 0, right: 0, both: 0, useful: 0 };
  whole = true; // the events lead to the board: nothing was taken back
  easy = false; // a click on a number was a chord
  marks = false; // flags became question marks
  private pressed: { ms: number; at: number; x: number; y: number } | null = null;

  get count(): number { return this.clicks.left + this.clicks.right + this.clicks.both; }
  get last(): Event | undefined { return this.events[this.events.length - 1]; }

  // where is the place of the mouse that is known best.
  get where(): { x: number; y: number } { return this.pressed ?? this.last ?? { x: -1, y: -1 }; }

  // move follows the mouse.
  move(ms: number, x: number, y: number): void {
    const last = this.last;
    if (this.events.length >= MOST || (last && (ms < last.ms || (last.what === "mv" && ms - last.ms < EVERY) || (last.x === x && last.y === y)))) return;
    this.events.push({ ms, what: "mv", x, y });
  }

  // press remembers when and where a button went down.
  press(ms: number, x: number, y: number): void { this.pressed = { ms, at: this.events.length, x, y }; }

  // click is an act of the player: its button went down when it was pressed, and up now.
  click(button: Button, useful: boolean, ms: number, x: number, y: number): void {
    this.clicks[({ l: "left", r: "right", m: "both" } as const)[button]]++;
    if (useful) this.clicks.useful++;
    const p = this.pressed ?? { ms, at: this.events.length, x, y };
    this.pressed = null;
    if (this.events.length + 2 > MOST) this.whole = false;
    else {
      this.events.splice(p.at, 0, { ms: Math.min(p.ms, ms), what: `${button}c`, x: p.x, y: p.y });
      this.events.push({ ms, what: `${button}r`, x, y });
    }
  }

  // text is compact: kind, time and place as differences.
  text(): string {
    let [t, x, y] = [0, 0, 0];
    const events = this.events.map((e) => {
      const text = `${WHATS.indexOf(e.what)}${[e.ms - t, e.x - x, e.y - y].map((n) => n.toString(36)).join(",")}`;
      [t, x, y] = [e.ms, e.x, e.y];
      return text;
    });
    const { left, right, both, useful } = this.clicks;
    return [[left, right, both, useful, Number(this.whole), Number(this.easy), Number(this.marks)].join(","), ...events].join(";");
  }
}

// readTape reads what text wrote; anything else is null.
export function readTape(text: string): Tape | null {
  const [head = "", ...list] = text.split(";");
  const n = head.split(",").map(Number);
  if (n.length !== 7 || n.some((x) => !Number.isInteger(x) || x < 0) || list.length > MOST) return null;
  const tape = new Tape();
  [tape.clicks.left, tape.clicks.right, tape.clicks.both, tape.clicks.useful] = n as [number, number, number, number];
  [tape.whole, tape.easy, tape.marks] = [n[4] === 1, n[5] === 1, n[6] === 1];
  let [ms, x, y] = [0, 0, 0];
  for (const event of list) {
    const m = /^([0-6])(-?[0-9a-z]{1,8}),(-?[0-9a-z]{1,6}),(-?[0-9a-z]{1,6})$/.exec(event);
    if (!m) return null;
    [ms, x, y] = [ms + parseInt(m[2]!, 36), x + parseInt(m[3]!, 36), y + parseInt(m[4]!, 36)];
    tape.events.push({ ms, what: WHATS[Number(m[1])]!, x, y });
  }
  return tape;
}
