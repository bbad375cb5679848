// SPDX-License-Identifier: BSD-3-Clause

// A static host: nothing but files, with the headers of docs/guides/static-site.md. It also shows
// that the page needs no other server.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const KINDS = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".json": "application/json", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

export const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// MADE is what make program makes for the page and the repository has not.
const MADE = new URL("../../bin/page/", import.meta.url).pathname;

// contents reads a file of the page.
export async function contents(root, name) {
  return readFile(join(root, name)).catch(() => readFile(join(MADE, name)));
}

// serve starts the host. What change makes of a file, by its path and contents, is sent in its place: { kind, body }.
export async function serve(root, change = async () => null) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    requests.push(path);
    response.setHeader("Content-Security-Policy", POLICY);
    response.setHeader("X-Content-Type-Options", "nosniff");
    try {
      const file = path.endsWith("/") ? path + "index.html" : path;
      const other = await change(file, () => contents(root, file));
      const body = other?.body ?? await contents(root, file);
      response.setHeader("Content-Type", other?.kind ?? KINDS[extname(file)] ?? "application/octet-stream");
      response.end(body);
    } catch {
      response.writeHead(404).end("not found");
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, requests, close: () => { server.close(); server.closeAllConnections(); } };
}
