// SPDX-License-Identifier: BSD-3-Clause

// Where the prices of mistakes stand in the graph.

export interface Mark { x: number; y: number; text: string; mine: boolean }

// A Label is where a text begins or ends, relative to its mark.
export interface Label { dx: number; dy: number; anchor: "start" | "end" }

interface Box { x0: number; x1: number; y0: number; y1: number }

const [LETTER, RISE, RADIUS] = [6.8, 10, 13]; // width and height of a letter, and a mark

// labels places the texts one after the other, each where it covers no mark and no earlier text, within the width. One that fits
// nowhere is left out: the list of mistakes has it too.
export function labels(marks: Mark[], width: number): (Label | null)[] {
  const taken: Box[] = marks.map((m) => ({ x0: m.x - RADIUS, x1: m.x + RADIUS, y0: m.y - RADIUS, y1: m.y + RADIUS }));
  return marks.map((m) => {
    const free = places(m, width).find((at) => { const b = box(m, at); return b.x0 >= 0 && b.x1 <= width && !taken.some((o) => meet(b, o)); });
    if (free) taken.push(box(m, free));
    return free ?? null;
  });
}

// places are the possible ones, the best first.
function places(m: Mark, width: number): Label[] {
  const right: Label["anchor"][] = m.x > width * 0.7 ? ["end", "start"] : ["start", "end"];
  return (m.mine ? [5, 16, -8] : [16, -8, 5, 28]).flatMap((dy) => right.map((anchor) => ({ dx: anchor === "start" ? 18 : -18, dy, anchor })));
}

function box(m: Mark, at: Label): Box {
  const [from, long] = [m.x + at.dx, m.text.length * LETTER];
  return { x0: at.anchor === "start" ? from : from - long, x1: at.anchor === "start" ? from + long : from, y0: m.y + at.dy - RISE, y1: m.y + at.dy + 2 };
}

function meet(a: Box, b: Box): boolean { return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1; }
