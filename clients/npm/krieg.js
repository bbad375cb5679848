// SPDX-License-Identifier: BSD-3-Clause

import { starter } from "./start.js";
import { kriegWith } from "./subjects.js";

const start = starter({
  "krieg.wasm.gz": new URL("./engines/krieg.wasm.gz", import.meta.url),
  "endings.bin": new URL("./engines/endings.bin", import.meta.url),
});

export const { Krieg, Game } = kriegWith(start);
export { VeilError } from "./client.js";
