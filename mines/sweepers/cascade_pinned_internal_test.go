// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/search/uct"
)

// The tree search looks these powers up by their methods and does without where one is
// missing. These lines keep a fast path from vanishing when a method changes.
var (
	_ uct.Forcer[mines.State, mines.Cell, mines.Reading] = minesCascade{}
	_ uct.Roller[mines.State, mines.Cell]                = minesCascade{}
)
