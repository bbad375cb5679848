// SPDX-License-Identifier: BSD-3-Clause

import de from "../../words/daily/de.json";
import en from "../../words/daily/en.json";
import { phrases } from "../../words/words.js";

export const dayText = phrases({ de, en });
