// SPDX-License-Identifier: BSD-3-Clause

// Sounds, which are silent unless asked for: a tick when cells open, three notes at a win, a low one at a mine.

import { store, stored } from "../../shared/outside.js";

export function sound(): boolean { return stored("sound") === "on"; }

export function chooseSound(on: boolean): void {
  store("sound", on ? "on" : "");
  if (on) play("open");
}

const NOTES: Record<"open" | "won" | "lost", [number, number][]> = {
  open: [[880, 0]],
  won: [[523, 0], [659, 0.09], [784, 0.18]],
  lost: [[110, 0]],
};

let audio: AudioContext | null = null;

export function play(what: "open" | "won" | "lost"): void {
  if (!sound() || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  for (const [hertz, after] of NOTES[what]) note(audio, hertz, audio.currentTime + after, what === "open" ? 0.03 : 0.25);
}

function note(a: AudioContext, hertz: number, at: number, long: number): void {
  const [tone, loud] = [a.createOscillator(), a.createGain()];
  tone.type = "triangle";
  tone.frequency.value = hertz;
  loud.gain.setValueAtTime(0.12, at);
  loud.gain.exponentialRampToValueAtTime(0.001, at + long);
  tone.connect(loud).connect(a.destination);
  tone.start(at);
  tone.stop(at + long);
}
