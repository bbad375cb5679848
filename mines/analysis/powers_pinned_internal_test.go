// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/search/uct"
)

// The tree search looks these powers up by their methods and does without where one is
// missing. These lines keep a fast path from vanishing when a method changes.
var (
	_ uct.Forcer[mines.State, mines.Cell, mines.Reading]  = (*Powers)(nil)
	_ uct.Guide[mines.State, mines.Cell, mines.Reading]   = (*Powers)(nil)
	_ uct.Bounder[mines.State, mines.Cell, mines.Reading] = (*Powers)(nil)
	_ uct.Roller[mines.State, mines.Cell]                 = (*Powers)(nil)

	_ uct.ExactPredictor[mines.State, mines.Cell, mines.Reading] = (*count.Posterior)(nil)
)
