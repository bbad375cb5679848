// SPDX-License-Identifier: BSD-3-Clause

export * from "./types.js";
export { type Answer, type Fields, type Options, type Outcome, VeilError } from "./client.js";
