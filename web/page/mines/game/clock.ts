// SPDX-License-Identifier: BSD-3-Clause

// A clock counts the time that a game was played, not the time that passed.

export class Clock {
  private since: number | null = null;

  constructor(private spent = 0, private readonly now: () => number = Date.now) {}

  get running(): boolean { return this.since !== null; }

  // elapsed is in milliseconds.
  get elapsed(): number { return this.spent + (this.since === null ? 0 : Math.max(0, this.now() - this.since)); }

  start(): void { this.since ??= this.now(); }

  stop(): void {
    this.spent = this.elapsed;
    this.since = null;
  }

  reset(spent = 0): void {
    this.spent = spent;
    this.since = null;
  }
}

// exact is 0:07.348.
export function exact(ms: number): string { return `${shown(ms)}.${String(Math.floor(ms) % 1000).padStart(3, "0")}`; }

// shown is 0:07, 12:34 or 1:02:03.
export function shown(ms: number): string {
  const s = Math.floor(ms / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}
