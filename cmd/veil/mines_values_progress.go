// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"github.com/veilplan/veil/experiment/values"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines/analysis"
)

// progress shows the progress of a board's search.
func (j *valuesJob) progress(key values.Key) func(analysis.Stats) {
	return func(s analysis.Stats) {
		j.line.Show("%d of %s known; %dx%d/%d %s: %.1f million nodes, %d MB",
			j.done, text.Plural(len(j.clicks), "first click"), key.Width, key.Height, key.Mines, key.First,
			float64(s.Nodes)/1e6, s.Bytes>>20)
	}
}
