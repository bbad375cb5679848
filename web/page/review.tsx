// SPDX-License-Identifier: BSD-3-Clause

import { HERO, engine } from "./core.js";
import { Review } from "./mines/review/review.js";
import { Quiz } from "./mines/train/quiz.js";
import { start } from "./shared/start.js";

start(() => <Review m={new Quiz(engine, HERO)} />);
