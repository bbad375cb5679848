// SPDX-License-Identifier: BSD-3-Clause

// A store holds state and tells its watchers when it changed.

import { useLayoutEffect, useReducer } from "preact/hooks";

export class Store {
  private readonly watchers = new Set<() => void>();

  watch(f: () => void): () => void {
    this.watchers.add(f);
    return () => this.watchers.delete(f);
  }

  changed(): void { this.watchers.forEach((f) => f()); }
}

// useStore draws a component again when the store changes. It watches from the moment the component is there: what changes before
// the first frame is drawn too.
export function useStore(s: Store): void {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useLayoutEffect(() => s.watch(() => redraw(undefined)), [s]);
}
