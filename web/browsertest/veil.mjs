// SPDX-License-Identifier: BSD-3-Clause

// The real command: make program makes it.

import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const VEIL = process.env.VEIL ?? new URL("../../bin/veil", import.meta.url).pathname;

// start starts the command. said waits until it prints something.
export function start(args, options = {}) {
  const child = spawn(VEIL, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  const ears = [child.stdout, child.stderr];
  let heard = "";
  ears.forEach((ear) => ear.on("data", (text) => (heard += text)));
  child.ended = new Promise((resolve) => child.on("exit", (code) => resolve(code)));
  child.said = (what) => new Promise((resolve, reject) => {
    const look = () => what.test(heard) && resolve(what.exec(heard));
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`veil ${args.join(" ")} ended with ${code}: ${heard}`)));
    ears.forEach((ear) => ear.on("data", look));
    look();
  });
  return child;
}

// serve starts veil serve on a free port of this machine.
export async function serve(...args) {
  const child = start(["serve", "--listen", "127.0.0.1:0", "--rate", "10000", "--burst", "10000", ...args]);
  const [url] = await child.said(/https?:\/\/\S+/);
  return { url: url + "/", close: () => child.kill() };
}

// run runs the command to its end and returns what it prints.
export function run(args, { input = "", cwd } = {}) {
  return new Promise((resolve, reject) => {
    const child = execFile(VEIL, args, { cwd, maxBuffer: 64 << 20 }, (error, stdout, stderr) => (error ? reject(new Error(stderr || String(error))) : resolve(stdout)));
    child.stdin.on("error", () => {}); // a command that reads nothing may be over before this is written
    child.stdin.end(input);
  });
}

// workshop is a new directory with files, in which commands run until it is closed.
export function workshop(files) {
  const dir = mkdtempSync(join(tmpdir(), "veil-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  const children = [];
  const child = (...args) => {
    children.push(start(args, { cwd: dir }));
    return children.at(-1);
  };
  const close = () => {
    for (const c of children) c.kill("SIGKILL");
    rmSync(dir, { recursive: true, force: true });
  };
  return { dir, child, close };
}
