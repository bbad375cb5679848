// SPDX-License-Identifier: BSD-3-Clause

package figure

import (
	"cmp"
	"slices"
)

// keyWidth is the room beside a name for a sample of its line, in pixels.
const keyWidth = 40.0

// name is the label of a series in the margin, beside its end if there is room.
type name struct {
	series int
	text   string
	y      float64
}

// names writes each name beside the end of its series, in the series' colour. Names that
// would collide move apart.
func (f *frame) names(series []Series) {
	var all []name
	for i, s := range series {
		if n := len(s.Points); n > 0 {
			all = append(all, name{i, f.shortened(s.Name), f.at(s.Points[n-1].X, s.Points[n-1].Y).Y})
		}
	}
	spread(all, f.nameSize+4, f.y1, f.y0)
	for _, n := range all {
		x := f.x1 + 8
		f.shape(shape{points: []place{{x, n.y}, {x + 22, n.y}}, line: hue(n.series), width: 1.75, dash: dash(n.series)})
		f.shape(marker(n.series, place{x + 11, n.y}))
		f.write(words{at: place{x + 28, n.y + 4}, size: f.nameSize, text: n.text, color: hue(n.series)})
	}
}

// shortened cuts a name to the available room.
func (f *frame) shortened(s string) string {
	runes := []rune(s)
	for len(runes) > 1 && substitute*f.wide(f.nameSize, s) > f.most {
		runes = runes[:len(runes)-1]
		s = string(runes) + "…"
	}
	return s
}

// spread moves labels apart, in order, and keeps them between two heights if they fit.
func spread(all []name, least, top, bottom float64) {
	slices.SortStableFunc(all, func(a, b name) int { return cmp.Compare(a.y, b.y) })
	for i := range all {
		all[i].y = max(all[i].y, top)
		if i > 0 {
			all[i].y = max(all[i].y, all[i-1].y+least)
		}
	}
	limit := bottom
	for i := len(all) - 1; i >= 0; i-- {
		all[i].y = min(all[i].y, limit)
		limit = all[i].y - least
	}
}
