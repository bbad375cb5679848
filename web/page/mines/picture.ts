// SPDX-License-Identifier: BSD-3-Clause

// The board as a picture to share: what is on the screen, drawn again as SVG.

import { type Scene, lookOf, sceneOf } from "./look.js";
import type { Model } from "./model.js";
import { size } from "./position.js";
import { verdict } from "./verdict.js";

const CELL = 44;
const RAMP = ["#fee838", "#f1d94b", "#e1cc55", "#c3b369", "#a59c74", "#8a8678", "#707173", "#575d6d", "#3b496c", "#123570", "#00224e"];
const DIGITS = ["", "#1b4f9c", "#2b6b2f", "#a1361a", "#4a2a82", "#7a2c1d", "#0b6670", "#222222", "#555555"];

export function svg(m: Model): string {
  const p = m.position;
  const [w, h] = [p.width * CELL + 2, p.height * CELL + 40];
  const scene = sceneOf(m);
  const cells = p.cells.map((mark, i) => cell(scene, mark, i)).join("");
  const caption = [size(p).replace("x", "×"), verdict(m), m.showing && m.answer ? m.answer.worth.kind.replace("none", "") : ""].filter(Boolean).join(" · ");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" font-family="system-ui, sans-serif">` +
    `<rect width="${w}" height="${h}" fill="#fff"/>${cells}<text x="4" y="${h - 14}" font-size="15" fill="#222">${escape(caption)}</text></svg>`;
}

function cell(scene: Scene, mark: string, i: number): string {
  const look = lookOf(scene, i);
  const has = (c: string) => look.classes.split(" ").includes(c);
  const [x, y] = [(i % scene.m.position.width) * CELL + 1, Math.floor(i / scene.m.position.width) * CELL + 1];
  const heat = /\bh(\d+)\b/.exec(look.classes);
  const fill = has("open") ? "#fbfaf7" : heat ? RAMP[Number(heat[1])]! : "#b9c2cc";
  const ink = has("open") ? DIGITS[Number(mark)]! : heat && Number(heat[1]) > 5 ? "#fff" : "#111";
  let out = `<rect x="${x}" y="${y}" width="${CELL}" height="${CELL}" fill="${fill}" stroke="#6b7680"/>`;
  if (has("is-safe")) out += `<rect x="${x + 2}" y="${y + 2}" width="${CELL - 4}" height="${CELL - 4}" fill="none" stroke="#0072B2" stroke-width="2.5"/>`;
  if (has("is-mine") || has("was-mine") || has("boom")) out += `<path d="M${x + 10} ${y + 10}l24 24m0 -24l-24 24" stroke="#D55E00" stroke-width="4"/>`;
  if (has("best") || has("near")) out += brackets(x, y, has("best") ? 4 : 1.5);
  if (has("flag")) out += `<path d="M${x + 16} ${y + 34}v-24l16 7l-16 7" fill="#D55E00" stroke="#111" stroke-width="2"/>`;
  const text = look.text || (has("is-safe") ? "✓" : "");
  const big = has("open");
  return out + `<text x="${x + CELL / 2}" y="${y + CELL / 2 + (big ? 8 : 5)}" text-anchor="middle" font-size="${big ? 22 : 13}" font-weight="${big ? 700 : 500}" fill="${ink}">${escape(text)}</text>`;
}

function brackets(x: number, y: number, width: number): string {
  return `<path d="M${x + 9} ${y + 4}h-5v${CELL - 8}h5M${x + CELL - 9} ${y + 4}h5v${CELL - 8}h-5" fill="none" stroke="#111" stroke-width="${width}"/>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

export async function png(m: Model): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg(m)], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) => canvas.toBlob((b) => (b ? resolve(b) : reject(new Error("no picture"))), "image/png"));
}

export function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
