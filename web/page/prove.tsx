// SPDX-License-Identifier: BSD-3-Clause

import { engine } from "./core.js";
import { Prove } from "./mines/prove.js";
import { Prover } from "./mines/prover.js";
import { start } from "./shared/start.js";

start(() => <Prove m={new Prover(engine)} />);
