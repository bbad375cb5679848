// SPDX-License-Identifier: BSD-3-Clause

package figure

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil/internal/raster"
)

// Level is a named horizontal line.
type Level struct {
	Name string
	Y    float64
}

// Panel is one of several small figures with the same X.
type Panel struct {
	Title  string
	Levels []Level
	Series []Series
}

// The size of panels in pixels: three in a row of a page 640 pixels wide.
const (
	across                             = 3
	sheet, panelWidth, panelHeight     = 640.0, 212.0, 168.0
	sheetTop, panelTop, panelFoot, gap = 56.0, 24.0, 26.0, 14.0
	small                              = 11.0
)

// Panels draws one panel per entry, each with a separate range of Y unless axes say otherwise, and one key for all. Names keep
// their colour and marker from panel to panel. The key lists what some panel draws, and nothing else.
func Panels(axes Axes, panels []Panel) (*Figure, error) {
	if len(panels) == 0 {
		return nil, errors.New("no panels to draw")
	}
	fonts, err := raster.LoadFonts()
	if err != nil {
		return nil, err
	}
	rows := (len(panels) + across) / across // the key needs a place, too
	s := &sheetOf{fonts: fonts, axes: axes, Figure: Figure{size: place{sheet, sheetTop + float64(rows)*panelHeight + 6}}}
	s.write(words{at: place{left, 24}, size: heading, bold: true, text: axes.Title})
	s.write(words{at: place{left, 43}, size: small, text: axes.Y + ", against " + axes.X, color: quiet})
	s.collect(panels)
	for i, p := range panels {
		if err := finite(p.Series); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Title, err)
		}
		s.panel(corner(i), p)
	}
	s.key(corner(len(panels)))
	return &s.Figure, nil
}

// corner returns the upper left corner of a panel.
func corner(i int) place {
	return place{float64(i%across) * panelWidth, sheetTop + float64(i/across)*panelHeight}
}

// sheetOf is a figure of panels in progress.
type sheetOf struct {
	Figure
	fonts  raster.Fonts
	axes   Axes
	x, y   scale    // y of all panels together
	levels []string // the names that are drawn, in order of appearance
	series []string // in the order in which the panels list them
}

// collect finds the names that are drawn and the range of X.
func (s *sheetOf) collect(panels []Panel) {
	s.x, s.y = newScale(s.axes.LogX), newScale(false)
	drawn := map[string]bool{}
	for _, p := range panels {
		p.include(&s.y)
		for _, l := range p.Levels {
			indexIn(&s.levels, l.Name)
		}
		for _, one := range p.Series {
			indexIn(&s.series, one.Name)
			for _, q := range one.Points {
				s.x.include(q.X)
				drawn[one.Name] = true
			}
		}
	}
	s.series = slices.DeleteFunc(s.series, func(name string) bool { return !drawn[name] })
	s.x = s.x.padded(0.06)
}

// indexIn returns the index of a name, which it adds if it is new.
func indexIn(names *[]string, name string) int {
	for i, n := range *names {
		if n == name {
			return i
		}
	}
	*names = append(*names, name)
	return len(*names) - 1
}

// include widens a range of Y by all that the panel draws.
func (p Panel) include(y *scale) {
	for _, l := range p.Levels {
		y.include(l.Y)
	}
	for _, one := range p.Series {
		for _, q := range one.Points {
			y.include(q.Low, q.Y, q.High)
		}
	}
}

// panel draws one panel. Series stand side by side, so that no interval hides another.
func (s *sheetOf) panel(at place, p Panel) {
	f := &frame{fonts: s.fonts, x: s.x, y: newScale(false)}
	if p.include(&f.y); s.axes.SameY {
		f.y = s.y
	}
	f.y = f.y.padded(0.05)
	f.x0, f.x1 = at.X+left+34, at.X+panelWidth-gap
	f.y0, f.y1 = at.Y+panelHeight-panelFoot, at.Y+panelTop
	f.write(words{at: place{f.x0, at.Y + 16}, size: letter, bold: true, text: p.Title})
	f.grid(brief(s.x.ticks(4)), s.possible(f.y.ticks(4)))
	for _, l := range p.Levels {
		y := f.at(f.x.low(), l.Y).Y
		f.shape(levelLine(indexIn(&s.levels, l.Name), place{f.x0, y}, place{f.x1, y}))
	}
	for _, one := range p.Series {
		if len(one.Points) > 0 {
			s.dots(f, one)
		}
	}
	s.shapes, s.texts = append(s.shapes, f.shapes...), append(s.texts, f.texts...)
}

// possible drops the ticks above the largest possible Y.
func (s *sheetOf) possible(ticks []tick) []tick {
	return slices.DeleteFunc(ticks, func(t tick) bool { return s.axes.Most != 0 && t.value > s.axes.Most })
}

// brief writes thousands as k, since four labels share the width of a panel.
func brief(ticks []tick) []tick {
	for i := range ticks {
		short := strings.ReplaceAll(ticks[i].label, ",", "")
		if thousands, ok := strings.CutSuffix(short, "000"); ok && thousands != "" {
			ticks[i].label = thousands + "k"
		}
	}
	return ticks
}

// dots draws the points of a series with their intervals, joined by a line.
func (s *sheetOf) dots(f *frame, one Series) {
	i := indexIn(&s.series, one.Name)
	aside := 5 * (float64(i) - float64(len(s.series)-1)/2)
	f.x0, f.x1 = f.x0+aside, f.x1+aside
	f.shape(f.stroke(i, one.Points))
	for _, p := range one.Points {
		f.whisker(i, p)
		f.shape(marker(i, f.at(p.X, p.Y)))
	}
	f.x0, f.x1 = f.x0-aside, f.x1-aside
}

// levelLine returns a horizontal line; the first is solid, the others are dotted.
func levelLine(i int, from, to place) shape {
	line := shape{points: []place{from, to}, line: black, width: 1.25}
	if i > 0 {
		line.dash = []float64{2, 3}
	}
	return line
}

// key lists the names.
func (s *sheetOf) key(at place) {
	x, y := at.X+left+20, at.Y+panelTop+6
	for i, name := range s.levels {
		s.shape(levelLine(i, place{x, y}, place{x + 24, y}))
		s.write(words{at: place{x + 32, y + 4}, size: letter, text: name})
		y += 20
	}
	for i, name := range s.series {
		s.shape(shape{points: []place{{x, y}, {x + 24, y}}, line: hue(i), width: 1.75, dash: dash(i)})
		s.shape(marker(i, place{x + 12, y}))
		s.write(words{at: place{x + 32, y + 4}, size: letter, text: name, color: hue(i)})
		y += 20
	}
}
