// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
)

// published is a position with the probabilities that somebody else computed.
type published struct {
	name string
	view mines.View
	risk map[string]float64
}

func readPublished(t testing.TB) []published {
	t.Helper()
	data, err := os.ReadFile("testdata/probabilities.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []published
	for _, section := range strings.Split(string(data), "\n[")[1:] {
		lines := strings.Split(strings.TrimSpace(section), "\n")
		p := published{name: strings.TrimSuffix(lines[0], "]"), risk: map[string]float64{}}
		p.view = handView(t, lines[1], lines[2:])
		for _, line := range lines {
			if cell, risk, ok := strings.Cut(line, "\t"); ok {
				if p.risk[cell], err = strconv.ParseFloat(risk, 64); err != nil {
					t.Fatal(err)
				}
			}
		}
		all = append(all, p)
	}
	return all
}

// handView reads the plainest form of a position: "WxH/M" and rows of "." and digits.
func handView(t testing.TB, size string, rows []string) mines.View {
	t.Helper()
	var r mines.Rules
	wh, m, _ := strings.Cut(size, "/")
	w, h, _ := strings.Cut(wh, "x")
	for to, from := range map[*int]string{&r.Width: w, &r.Height: h, &r.Mines: m} {
		n, err := strconv.Atoi(from)
		if err != nil {
			t.Fatal(err)
		}
		*to = n
	}
	v := mines.NewView(r)
	for y := range r.Height {
		for x := range r.Width {
			if ch := rows[y][x]; ch != '.' {
				v.Marks[r.Cell(y, x)] = mines.Mark(ch - '0')
			}
		}
	}
	return v
}

// TestPublishedProbabilities compares with positions other programs have published,
// to 1e-9 since they are floats, and our floats with our fractions to 1e-12.
func TestPublishedProbabilities(t *testing.T) {
	for _, p := range readPublished(t) {
		a, err := Analyse(p.view, Limit{})
		if err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		compareFloats(t, p.view, a)
		worst := 0.0
		for cell, want := range p.risk {
			c := mines.Cell(p.view.Cells() - 1) // "off": the last cell touches no number
			if cell != "off" {
				if c, err = p.view.ParseCell(cell); err != nil {
					t.Fatal(err)
				}
			}
			got := veil.Ratio(a.MineCount(c), a.Layouts())
			worst = max(worst, math.Abs(got-want))
			if math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: %s: got %v, published %v", p.name, cell, got, want)
			}
		}
		t.Logf("%s: %d values, largest difference %.1g, %v layouts", p.name, len(p.risk), worst, a.Layouts())
	}
}
