// SPDX-License-Identifier: BSD-3-Clause

package figure_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment/figure"
)

func series(names ...string) (all []figure.Series) {
	for i, name := range names {
		s := figure.Series{Name: name}
		for x := 1.0; x <= 20; x++ {
			y := 0.5 + float64(i)/10
			s.Points = append(s.Points, figure.Point{X: x, Y: y, Low: y - 1/x, High: y + 1/x})
		}
		all = append(all, s)
	}
	return all
}

// figures are one of each kind, and the same without anything to draw.
func figures() map[string]func() (*figure.Figure, error) {
	zero := 0.0
	axes := figure.Axes{Title: "title", X: "x", Y: "y", Level: &zero, Diagonal: true}
	logarithmic := figure.Axes{Title: "title", X: "x", Y: "y", LogX: true}
	bars := []figure.Bar{{Low: 0.1, High: 0.2, Share: 0.3}, {Low: 0.2, High: 0.4, Share: 0.5}, {Low: 3, High: 4, Share: 0.2}}
	return map[string]func() (*figure.Figure, error){
		"bands": func() (*figure.Figure, error) { return figure.Bands(axes, series("alpha", "beta")) },
		"lines": func() (*figure.Figure, error) { return figure.Lines(logarithmic, series("alpha", "beta", "gamma")) },
		"dots":  func() (*figure.Figure, error) { return figure.Dots(logarithmic, series("alpha", "beta")) },
		"steps": func() (*figure.Figure, error) {
			return figure.Steps(axes, []string{"alpha", "beta"}, [][]figure.Bar{bars, bars[:1]})
		},
		"curves": func() (*figure.Figure, error) {
			return figure.Curves(figure.Axes{LogX: true, From: 0.1, To: 1000}, series("alpha", "beta", "gamma"))
		},
		"panels": func() (*figure.Figure, error) {
			upper, err := figure.Curves(logarithmic, series("alpha", "beta"))
			lower, bad := figure.Lines(logarithmic, series("gamma"))
			return figure.Stack(upper, lower), errors.Join(err, bad)
		},
		"one point": func() (*figure.Figure, error) {
			return figure.Dots(logarithmic, []figure.Series{{Name: "alpha", Points: []figure.Point{{X: 5, Y: 1, Low: 0, High: 2}}}, {Name: "beta"}})
		},
		"empty bands": func() (*figure.Figure, error) { return figure.Bands(axes, []figure.Series{{Name: "alpha"}}) },
	}
}

func TestFiguresAreWellFormed(t *testing.T) {
	for name, draw := range figures() {
		f, err := draw()
		if err != nil {
			t.Fatal(name, err)
		}
		var svg, again, bitmap bytes.Buffer
		for w, format := range map[*bytes.Buffer]string{&svg: "svg", &again: "svg", &bitmap: "png"} {
			if err := f.Write(w, format); err != nil {
				t.Fatal(name, format, err)
			}
		}
		if !bytes.Equal(svg.Bytes(), again.Bytes()) {
			t.Errorf("%s: drawn twice, the figure differs", name)
		}
		checkXML(t, name, svg.String())
		if img, err := png.Decode(&bitmap); err != nil || img.Bounds().Dx() < 500 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func checkXML(t *testing.T, name, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
		t.Errorf("%s: a coordinate is not a number", name)
	}
	if !strings.Contains(name, "empty") && !strings.Contains(svg, "alpha") {
		t.Errorf("%s: a series has no name", name)
	}
}

func TestUnknownFormat(t *testing.T) {
	f, err := figure.Bands(figure.Axes{}, series("alpha"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write(io.Discard, "gif"); err == nil {
		t.Error("gif was drawn")
	}
}

// TestStack: the panels keep their shapes and texts, one below the other, in a figure as tall as both.
func TestStack(t *testing.T) {
	one, err := figure.Lines(figure.Axes{Title: "upper"}, series("alpha"))
	if err != nil {
		t.Fatal(err)
	}
	two, err := figure.Lines(figure.Axes{Title: "lower"}, series("beta"))
	if err != nil {
		t.Fatal(err)
	}
	written := func(f *figure.Figure) string {
		var out bytes.Buffer
		if err := f.Write(&out, "svg"); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	both := written(figure.Stack(one, two))
	for _, want := range []string{`height="840"`, `y="24" font-size="15" fill="#14161b" font-weight="bold">upper`, `y="444" font-size="15" fill="#14161b" font-weight="bold">lower`} {
		if !strings.Contains(both, want) {
			t.Errorf("no %s", want)
		}
	}
	if n := strings.Count(both, "<path"); n != strings.Count(written(one), "<path")+strings.Count(written(two), "<path") {
		t.Errorf("%d shapes", n)
	}
}

// TestCurvesKeepApart: of each series one point has an interval, and no two have the same X.
func TestCurvesKeepApart(t *testing.T) {
	f, err := figure.Curves(figure.Axes{}, series("alpha", "beta", "gamma"))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := f.Write(&out, "svg"); err != nil {
		t.Fatal(err)
	}
	upright := regexp.MustCompile(`d="M([0-9.]+) [0-9.]+L([0-9.]+) [0-9.]+" fill="none" stroke="#[0-9a-f]+" stroke-width="1" `)
	at := map[string]bool{}
	for _, m := range upright.FindAllStringSubmatch(out.String(), -1) {
		if m[1] == m[2] && !strings.Contains(m[0], "#e4e4df") {
			at[m[1]] = true
		}
	}
	if len(at) != 3 {
		t.Errorf("intervals at %v, want three", at)
	}
}
