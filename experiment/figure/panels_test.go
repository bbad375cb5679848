// SPDX-License-Identifier: BSD-3-Clause

package figure_test

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment/figure"
)

func panels(n int) (all []figure.Panel) {
	for i := range n {
		all = append(all, figure.Panel{
			Title: "panel " + strconv.Itoa(i), Levels: []figure.Level{{Name: "optimum", Y: 2}},
			Series: append(series("alpha", "beta"), figure.Series{Name: "never played"}),
		})
	}
	return all
}

// TestPanels checks that the key lists exactly what is drawn, that every point has its marker and
// interval in the colour of its name, and that nothing lies outside the figure.
func TestPanels(t *testing.T) {
	for _, n := range []int{1, 3, 7} {
		f, err := figure.Panels(figure.Axes{Title: "title", X: "x", Y: "y", LogX: true}, panels(n))
		if err != nil {
			t.Fatal(err)
		}
		var svg bytes.Buffer
		if err := f.Write(&svg, "svg"); err != nil {
			t.Fatal(err)
		}
		text := svg.String()
		checkXML(t, "panels", text)
		for name, want := range map[string]int{">alpha<": 1, ">beta<": 1, ">optimum<": 1, ">never played<": 0, ">panel 0<": 1} {
			if got := strings.Count(text, name); got != want {
				t.Errorf("%d panels: %s is written %d times, want %d", n, name, got, want)
			}
		}
		// A point is a marker and three lines; a panel has one line more, and the key a line and a marker.
		if got, want := strings.Count(text, `stroke="#0072b2"`), n*(20*4+1)+2; got != want+1 { // and the rule for dark pages
			t.Errorf("%d panels: %d shapes of the first series, want %d", n, got-1, want)
		}
		inside(t, text)
	}
	if _, err := figure.Panels(figure.Axes{}, nil); err == nil {
		t.Error("no panels: no error")
	}
}

// TestPanelLabels checks that labels fit beside each other and name possible values only.
func TestPanelLabels(t *testing.T) {
	sure := figure.Panel{Title: "sure", Series: []figure.Series{{Name: "alpha", Points: []figure.Point{
		{X: 100, Y: 100, Low: 100, High: 100}, {X: 100_000, Y: 100, Low: 100, High: 100},
	}}}}
	f, err := figure.Panels(figure.Axes{LogX: true, Most: 100}, []figure.Panel{sure})
	if err != nil {
		t.Fatal(err)
	}
	var svg bytes.Buffer
	if err := f.Write(&svg, "svg"); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{">1k<": true, ">100k<": true, ">100,000<": false, ">90<": true, ">110<": false} {
		if strings.Contains(svg.String(), text) != want {
			t.Errorf("%s is written: %v, want %v", text, !want, want)
		}
	}
}

// TestSameY checks that a number that only one panel reaches is named beside each of them, if axes say so.
func TestSameY(t *testing.T) {
	flat := func(y float64) figure.Panel {
		return figure.Panel{Series: []figure.Series{{Name: "alpha", Points: []figure.Point{{X: 1, Y: y, Low: y, High: y + 1}}}}}
	}
	for same, want := range map[bool]int{false: 1, true: 2} {
		f, err := figure.Panels(figure.Axes{SameY: same}, []figure.Panel{flat(0), flat(99)})
		if err != nil {
			t.Fatal(err)
		}
		var svg bytes.Buffer
		if err := f.Write(&svg, "svg"); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(svg.String(), ">100<") + strings.Count(svg.String(), ">100.0<"); got != want {
			t.Errorf("SameY %v: 100 is written %d times, want %d", same, got, want)
		}
	}
}

// inside checks that all places are between 0 and the width and height of the figure.
func inside(t *testing.T, svg string) {
	t.Helper()
	size := regexp.MustCompile(`width="([0-9.]+)" height="([0-9.]+)"`).FindStringSubmatch(svg)
	width, _ := strconv.ParseFloat(size[1], 64)
	height, _ := strconv.ParseFloat(size[2], 64)
	for _, p := range regexp.MustCompile(`[ML]([-0-9.]+) ([-0-9.]+)`).FindAllStringSubmatch(svg, -1) {
		x, _ := strconv.ParseFloat(p[1], 64)
		y, _ := strconv.ParseFloat(p[2], 64)
		if x < 0 || y < 0 || x > width || y > height {
			t.Fatalf("a place at %v, %v outside %v × %v", x, y, width, height)
		}
	}
}

// TestDarkPages checks that every colour of every kind of figure has another one on a dark page.
func TestDarkPages(t *testing.T) {
	axes, one := figure.Axes{Title: "title", LogX: true}, panels(2)
	several, err := figure.Panels(axes, one)
	checkDark(t, "panels", several, err)
	for name, draw := range map[string]func(figure.Axes, []figure.Series) (*figure.Figure, error){
		"bands": figure.Bands, "lines": figure.Lines, "dots": figure.Dots, "curves": figure.Curves,
	} {
		f, err := draw(axes, one[0].Series)
		checkDark(t, name, f, err)
		checkDark(t, name+", stacked", figure.Stack(f, f), err)
	}
}

func checkDark(t *testing.T, name string, f *figure.Figure, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	var svg bytes.Buffer
	if err := f.Write(&svg, "svg"); err != nil {
		t.Fatal(err)
	}
	style, drawing, ok := strings.Cut(svg.String(), "</style>")
	if !ok {
		t.Fatalf("%s has no colours for dark pages", name)
	}
	for _, use := range regexp.MustCompile(`(fill|stroke)="(#[0-9a-f]{6})"`).FindAllStringSubmatch(drawing, -1) {
		if !strings.Contains(style, "["+use[0]+"]{"+use[1]+":#") || strings.Contains(style, use[0]+"]{"+use[1]+":"+use[2]+"}") {
			t.Errorf("%s: %s stays on dark pages", name, use[0])
		}
	}
}
