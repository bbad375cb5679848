// SPDX-License-Identifier: BSD-3-Clause

// The game of Kriegspiel. Its workers load the same file and share nothing: each knows what it
// was sent.

import { PlayPage } from "./krieg/play/page.js";
import { Table } from "./krieg/play/table.js";
import { Engine } from "./shared/engine.js";
import { ROOT } from "./shared/root.js";
import { start } from "./shared/start.js";

const hire = (role: string) => new Engine(new URL("engine.js", ROOT), `play.wasm ${role}`);

start(() => <PlayPage m={new Table(hire("referee"), hire("player"), () => hire("coach"))} />);
