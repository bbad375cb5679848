// SPDX-License-Identifier: BSD-3-Clause

// The root has no engine: a bundler that follows it would emit all of them.

export { VeilError } from "./client.js";
