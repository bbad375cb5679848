// SPDX-License-Identifier: BSD-3-Clause

// readFile reads a file as text, and as base64 if it is bytes.
export async function readFile(file: File): Promise<[string, "base64" | undefined]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!bytes.some((b) => b < 9)) return [new TextDecoder().decode(bytes), undefined];
  return [btoa(String.fromCharCode(...bytes)), "base64"];
}
