// SPDX-License-Identifier: BSD-3-Clause

// ROOT is where the site begins: the scripts of all pages are there.
export const ROOT = new URL(".", import.meta.url);

export function href(path: string): string { return new URL(path, ROOT).pathname; }
