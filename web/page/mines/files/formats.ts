// SPDX-License-Identifier: BSD-3-Clause

// The names of recorded games. Their readers are apart, in videos.ts: most visitors never open one.

export const VIDEOS = ["avf", "evf", "mvf"] as const;

// isVideo tells by the name of a file: AVF has no mark of its own.
export function isVideo(name: string): boolean { return name.includes(".") && (VIDEOS as readonly string[]).includes(extension(name)); }

export function extension(name: string): string { return name.slice(name.lastIndexOf(".") + 1).toLowerCase(); }
