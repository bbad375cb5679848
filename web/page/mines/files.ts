// SPDX-License-Identifier: BSD-3-Clause

// Files and text that are dropped or pasted anywhere on a page.

import { useEffect } from "preact/hooks";
import { isVideo, videoToBoard } from "./videos.js";

// readFile reads a file as text, and as base64 if it is bytes. Of a recorded game it makes text.
export async function readFile(file: File): Promise<[string, "base64" | undefined]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isVideo(file.name)) return [videoToBoard(file.name, bytes), undefined];
  if (!bytes.some((b) => b < 9)) return [new TextDecoder().decode(bytes), undefined];
  let text = "";
  for (let i = 0; i < bytes.length; i += 1 << 15) text += String.fromCharCode(...bytes.subarray(i, i + (1 << 15)));
  return [btoa(text), "base64"];
}

// useDrops hands over what is pasted or dropped, or refuses a file in words; over reports whether something is held above the page.
export function useDrops(take: (text: string, encoding?: "base64", name?: string) => void, refuse: (why: string) => void, over: (held: boolean) => void = () => {}): void {
  useEffect(() => {
    const paste = (e: ClipboardEvent) => {
      if ((e.target as HTMLElement).closest("input, textarea")) return;
      const text = e.clipboardData?.getData("text/plain");
      if (text) take(text);
    };
    const hold = (e: DragEvent) => {
      e.preventDefault();
      over(true);
    };
    const leave = (e: DragEvent) => e.relatedTarget === null && over(false);
    const drop = (e: DragEvent) => {
      e.preventDefault();
      over(false);
      const file = e.dataTransfer?.files[0];
      if (file) void readFile(file).then(([text, encoding]) => take(text, encoding, file.name), (e: Error) => refuse(e.message));
      else if (e.dataTransfer) take(e.dataTransfer.getData("text/plain"));
    };
    document.addEventListener("paste", paste);
    document.addEventListener("dragover", hold);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("paste", paste);
      document.removeEventListener("dragover", hold);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, []);
}
