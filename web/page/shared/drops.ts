// SPDX-License-Identifier: BSD-3-Clause

// What is dropped or pasted anywhere on a page.

import { useEffect } from "preact/hooks";

// useDrops hands over text that is pasted or dropped, and files that are dropped; over reports whether something is held above the page.
export function useDrops(take: (text: string) => void, open: (file: File) => void, over: (held: boolean) => void = () => {}): void {
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
      if (file) open(file);
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
