// SPDX-License-Identifier: BSD-3-Clause

// The chess men: our own drawings, in a box of 48. The server draws the same ones.

import drawings from "../../picture/men.json";

const MEN: Record<string, { body: string[]; mark: string[] }> = drawings;

// Man draws a man: own (with an outline), their (solid), ghost (a guess) or flat (an icon).
export function Man({ kind, look }: { kind: string; look: "own" | "their" | "ghost" | "ghost white" | "flat" }) {
  const { body, mark } = MEN[kind.toLowerCase()]!;
  return (
    <svg class={"man " + look} viewBox="0 0 48 48" aria-hidden="true">
      {body.map((d) => <path key={d} d={d} />)}
      {mark.map((d) => <path key={d} class="d" d={d} />)}
    </svg>
  );
}
