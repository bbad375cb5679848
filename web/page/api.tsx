// SPDX-License-Identifier: BSD-3-Clause

import { render } from "preact";
import { ApiPage } from "./api/page.js";
import { keepOffline } from "./shared/offline.js";
import { translate } from "./words/words.js";

translate();
render(<ApiPage />, document.getElementById("veil")!);
keepOffline();
