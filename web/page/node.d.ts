// SPDX-License-Identifier: BSD-3-Clause

// Tables that are part of a script.
declare module "*.csv" {
  const text: string;
  export default text;
}

// As much of Node as the unit tests use.

declare module "node:test" {
  export function test(name: string, f: () => void | Promise<void>): void;
  export function test(name: string, options: { skip?: string | false }, f: () => void | Promise<void>): void;
}

declare module "node:assert/strict" {
  const assert: {
    (value: unknown, message?: string): asserts value;
    equal(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    throws(f: () => void, why?: RegExp): void;
    match(text: string, pattern: RegExp, message?: string): void;
  };
  export default assert;
}

declare module "node:fs" {
  export function appendFileSync(name: string, text: string): void;
  export function existsSync(name: string): boolean;
  export function readFileSync(name: string, encoding: "utf8"): string;
  export function readFileSync(name: string): Uint8Array;
  export function readdirSync(name: string): string[];
  export function readdirSync(name: string, options: { withFileTypes: true }): { name: string; isDirectory(): boolean }[];
}

declare module "node:child_process" {
  export interface Child {
    stdin: { write(text: string): void; end(): void };
    stdout: { on(event: "data", f: (data: unknown) => void): void };
  }
  export function spawn(program: string, args: string[]): Child;
}

declare const process: { env: Record<string, string | undefined> };
