// SPDX-License-Identifier: BSD-3-Clause

import { render } from "preact";
import { ApiPage } from "./api/page.js";

render(<ApiPage />, document.getElementById("veil")!);
