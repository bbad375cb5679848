// SPDX-License-Identifier: BSD-3-Clause

// What the page keeps on this device. A visitor may forbid it; then nothing is kept.

export function stored(key: string): string | null {
  try {
    return localStorage.getItem("veil." + key);
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem("veil." + key, value);
  } catch {
    // full, or forbidden
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem("veil." + key);
  } catch {
    // forbidden
  }
}
