// SPDX-License-Identifier: BSD-3-Clause

import type { Analyst } from "../model/analyst.js";

// Rulers number the columns and rows, every fifth where all are in view.
export function Rulers({ m }: { m: Analyst }) {
  const { width, height } = m.position;
  const major = (i: number, n: number) => i === 0 || (i + 1) % 5 === 0 || n <= 10;
  const every = (n: number) => Array.from({ length: n }, (_, i) => <span key={i} class={major(i, n) ? undefined : "minor"}>{i + 1}</span>);
  return <><div class="ruler x" aria-hidden="true">{every(width)}</div><div class="ruler y" aria-hidden="true">{every(height)}</div></>;
}
