// SPDX-License-Identifier: BSD-3-Clause

package clicks

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil/mines"
)

// TestMeasure: on a board with one mine every first click wins always, and what is in the table
// is not measured again.
func TestMeasure(t *testing.T) {
	rules := mines.Rules{Width: 4, Height: 3, Mines: 1, First: mines.Zero}
	path := filepath.Join(t.TempDir(), "clicks.tsv")
	measured, err := readTable(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := measured.measure(t.Context(), rules, 20); err != nil {
		t.Fatal(err)
	}
	if len(measured.rows) != 4 {
		t.Errorf("%d cells stand for all, want 4", len(measured.rows))
	}
	for k, w := range measured.rows {
		if w.won != 1 || w.deviation != 0 || w.games != 20 {
			t.Errorf("%s: %+v", k, w)
		}
	}
	again, err := readTable(path)
	if err == nil {
		err = again.measure(t.Context(), rules, 30)
	}
	if err != nil || len(again.rows) != 4 || again.rows[key(rules, 0)].games != 20 {
		t.Errorf("read again: %v (%v)", again.rows, err)
	}
	checkXML(t, draw(rules, again))
}

func checkXML(t *testing.T, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestPublished: the pictures are those of the table, it has every click of the six boards, and
// no click wins more often than the bound of its board allows.
func TestPublished(t *testing.T) {
	const published = "../../../../experiments/strength"
	measured, err := readTable(filepath.Join(published, "first-clicks.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	bounds, err := os.ReadFile(filepath.Join(published, "upper-bounds.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, rules := range boards() {
		above := boundIn(t, string(bounds), rules)
		cells, _ := representatives(rules)
		for _, c := range cells {
			if w, ok := measured.rows[key(rules, c)]; !ok || w.games < 200 || w.won > above {
				t.Errorf("%s: %+v of at most %v", key(rules, c), w, above)
			}
		}
		picture := filepath.Join(published, "first-clicks-"+fileName(rules)+".svg")
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(picture, []byte(draw(rules, measured)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(picture)
		if err != nil || string(got) != draw(rules, measured) {
			t.Errorf("%s: not the picture of the table (%v): veil-dev clicks", fileName(rules), err)
		}
	}
}

// boundIn finds the bound of a board.
func boundIn(t *testing.T, table string, rules mines.Rules) float64 {
	t.Helper()
	for line := range strings.Lines(table) {
		f := strings.Fields(line)
		if len(f) == 6 && strings.HasPrefix(key(rules, 0), f[0]+"\t"+f[1]+"\t") {
			return number(t, f[5])
		}
	}
	t.Errorf("no bound of %s", fileName(rules))
	return math.NaN()
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
