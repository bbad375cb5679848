// SPDX-License-Identifier: BSD-3-Clause

// Documents of the server, asked for again while they may change, or of a snapshot.

import { useEffect, useState } from "preact/hooks";
import { isFields, parsed, received } from "../shared/outside.js";
import { ROOT } from "../shared/root.js";
import { t } from "../words/words.js";

const AGAIN = 2000; // milliseconds between two questions about a run that is not over

// snapshot is when the documents were written as files; empty where a server answers.
export function snapshot(): string { return document.body.dataset.snapshot ?? ""; }

// address is where a document of the API is.
export function address(path: string): string { return new URL(`v1/${path}${snapshot() && ".json"}`, ROOT).href; }

// fileOf is where a file of a run is.
export function fileOf(run: string, file: string): string { return new URL(`v1/experiments/${encodeURIComponent(run)}/files/${file}`, ROOT).href; }

export type Shape = (doc: Readonly<Record<string, unknown>>) => boolean;

// get asks the server for a document of a shape; what went wrong is a sentence.
export async function get<T>(url: string, fits: Shape): Promise<T> {
  const answer = await fetch(url).catch(() => null);
  if (answer?.status === 401) throw new Error(t("runs.token"));
  if (!answer || !(answer.headers.get("Content-Type") ?? "").includes("json")) throw new Error(t("runs.absent"));
  const { text, whole } = await received(answer, MOST_BYTES);
  const doc = whole ? parsed(text) : null;
  if (!isFields(doc) || !answer.ok) throw new Error(isFields(doc) && typeof doc.title === "string" ? doc.title : t("runs.absent"));
  if (!fits(doc)) throw new Error(t("runs.absent"));
  return doc as T;
}

const MOST_BYTES = 16 << 20; // of an answer

interface Looked<T> {
  doc: T | null;
  fault: string;
  rate: number | null; // of growth since the look before, per second
}

// useLooks looks at an address again while it may change. What was seen stays when a look fails.
export function useLooks<T>(url: string, fits: Shape, size: (doc: T) => number, over: (doc: T) => boolean): Looked<T> {
  const [looked, set] = useState<Looked<T>>({ doc: null, fault: "", rate: null });
  useEffect(() => {
    let timer = 0;
    let last: { at: number; size: number } | null = null;
    set({ doc: null, fault: "", rate: null });
    const look = async () => {
      try {
        const doc = await get<T>(url, fits);
        const now = { at: performance.now(), size: size(doc) };
        const rate = last && now.size > last.size ? ((now.size - last.size) * 1000) / (now.at - last.at) : null;
        last = now;
        set({ doc, fault: "", rate });
        if (over(doc) || snapshot()) return;
      } catch (e) {
        set((old) => ({ doc: old.doc, fault: (e as Error).message, rate: null }));
      }
      timer = window.setTimeout(() => void look(), AGAIN);
    };
    void look();
    return () => clearTimeout(timer);
  }, [url]);
  return looked;
}
