// SPDX-License-Identifier: BSD-3-Clause

// The real command: make build makes it.

import { execFile, spawn } from "node:child_process";

export const VEIL = process.env.VEIL ?? new URL("../../bin/veil", import.meta.url).pathname;

// serve starts veil serve on a free port of this machine.
export function serve(...args) {
  const child = spawn(VEIL, ["serve", "--addr", "127.0.0.1:0", "--rate", "10000", "--burst", "10000", ...args], { stdio: ["ignore", "ignore", "pipe"] });
  return new Promise((resolve, reject) => {
    let said = "";
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`veil serve ended with ${code}: ${said}`)));
    child.stderr.on("data", (text) => {
      said += text;
      const url = /https?:\/\/\S+/.exec(said);
      if (url) resolve({ url: url[0] + "/", close: () => child.kill() });
    });
  });
}

// run runs the command to its end and returns what it prints.
export function run(args, { input = "", cwd } = {}) {
  return new Promise((resolve, reject) => {
    const child = execFile(VEIL, args, { cwd, maxBuffer: 64 << 20 }, (error, stdout, stderr) => (error ? reject(new Error(stderr || String(error))) : resolve(stdout)));
    child.stdin.end(input);
  });
}
