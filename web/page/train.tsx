// SPDX-License-Identifier: BSD-3-Clause

import { HERO, engine } from "./core.js";
import { Train } from "./mines/train/train.js";
import { Quiz } from "./mines/train/quiz.js";
import { start } from "./shared/start.js";

start(() => <Train m={new Quiz(engine, HERO)} />);
