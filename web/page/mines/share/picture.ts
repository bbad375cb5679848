// SPDX-License-Identifier: BSD-3-Clause

// The board as a picture to share: what is on the screen, drawn again as SVG.

import { type Scene, lookOf, sceneOf } from "../board/look.js";
import type { Analyst } from "../model/analyst.js";
import { size } from "../game/position.js";
import { verdict } from "../analyse/verdict.js";

const CELL = 44;
const DIGITS = ["", "#1b4f9c", "#2b6b2f", "#a1361a", "#4a2a82", "#7a2c1d", "#0b6670", "#222222", "#555555"];

export function svg(m: Analyst): string {
  const p = m.position;
  const [w, h] = [p.width * CELL + 2, p.height * CELL + 40];
  const scene = sceneOf(m);
  const cells = p.cells.map((mark, i) => cell(scene, mark, i)).join("");
  const caption = [size(p).replace("x", "×"), verdict(m), m.showing && m.answer ? m.answer.worth.kind.replace("none", "") : ""].filter(Boolean).join(" · ");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" font-family="system-ui, sans-serif">` +
    `<rect width="${w}" height="${h}" fill="#fff"/>${cells}<text x="4" y="${h - 14}" font-size="15" fill="#222">${escape(caption)}</text></svg>`;
}

// The colours of a picture are those of the light theme: a picture has no theme of its own.
const [LOW, BASE, HIGH, ACCENT, SAFE, MINE] = [[223, 244, 250], [185, 195, 215], [224, 130, 73], "#5636e0", "#05668d", "#b53a0c"] as const;

function mix(a: readonly number[], b: readonly number[], t: number): string {
  return `rgb(${a.map((x, i) => Math.round(x + (b[i]! - x) * Math.min(1, t))).join(" ")})`;
}

function cell(scene: Scene, mark: string, i: number): string {
  const look = lookOf(scene, i);
  const has = (c: string) => look.classes.split(" ").includes(c);
  const [x, y] = [(i % scene.m.position.width) * CELL + 1, Math.floor(i / scene.m.position.width) * CELL + 1];
  const open = has("o");
  const t = look.tint / 100 + 0.14;
  const fill = open ? "#fff" : has("best") && !has("safe") ? ACCENT : has("near") || has("cand") ? "#dcd5fa" : has("lo") ? mix(BASE, LOW, t) : has("hi") ? mix(BASE, HIGH, t) : has("safe") ? "#d9f0f8" : mix(BASE, BASE, 0);
  const ink = open ? DIGITS[Number(mark)] ?? "#111" : has("best") && !has("safe") ? "#fff" : "#14161b";
  let out = `<rect x="${x + 0.5}" y="${y + 0.5}" width="${CELL - 1}" height="${CELL - 1}" rx="${open ? 0 : 5}" fill="${fill}" stroke="${open ? "#eeeeea" : "#98a4bc"}"/>`;
  if (has("safe")) out += `<path d="M${x + 13} ${y + 23}l7 7l12 -14" fill="none" stroke="${SAFE}" stroke-width="4"/>`;
  if (has("best")) out += `<rect x="${x + 1.5}" y="${y + 1.5}" width="${CELL - 3}" height="${CELL - 3}" rx="6" fill="none" stroke="${ACCENT}" stroke-width="3"/>`;
  if (look.icon === "mine") out += `<circle cx="${x + CELL / 2}" cy="${y + CELL / 2}" r="10" fill="${has("boom") ? MINE : "#232937"}"/>`;
  if (look.icon === "flag" || look.icon === "cross") out += `<path d="M${x + 16} ${y + 34}v-24l16 7l-16 7" fill="${MINE}" stroke="#232937" stroke-width="2"/>`;
  const [large, small] = look.text ? [look.text, look.sub] : [look.sub, ""];
  const middle = (dy: number, size: number, weight: number, text: string) => text && `<text x="${x + CELL / 2}" y="${y + CELL / 2 + dy}" text-anchor="middle" font-size="${size}" font-weight="${weight}" fill="${ink}">${escape(text)}</text>`;
  return out + middle(small ? 2 : open ? 8 : 5, open ? 22 : look.text ? 15 : 13, open || look.text ? 700 : 450, large) + middle(15, 10, 450, small);
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

export async function png(m: Analyst): Promise<Blob> {
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
