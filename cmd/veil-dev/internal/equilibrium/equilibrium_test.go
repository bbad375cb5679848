// SPDX-License-Identifier: BSD-3-Clause

package equilibrium

import (
	"io"
	"os"
	"strings"
	"testing"
)

const top = "../../../../"

// TestFigures measures Kuhn poker again: its rows in the data are the same bits. The table of the
// page has what the data has.
func TestFigures(t *testing.T) {
	data, err := os.ReadFile(top + "experiments/equilibrium/curves.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := measure(t.Context(), io.Discard, "kuhn")
	if err != nil {
		t.Fatal(err)
	}
	if want := tsv(rows); !strings.HasPrefix(string(data), want) {
		t.Errorf("the data does not begin with\n%s", want)
	}
	text, err := os.ReadFile(top + page)
	if err != nil {
		t.Fatal(err)
	}
	all, err := parse(string(data))
	if err != nil {
		t.Fatal(err)
	}
	if tsv(all) != string(data) {
		t.Error("the data is not as it would be written")
	}
	if want, err := withTable(string(text), all); err != nil || want != string(text) {
		t.Errorf("%s does not have the table of the data: run tools/nightly equilibrium (%v)", page, err)
	}
	for _, r := range all {
		if v, ok := map[string]float64{"kuhn": -1.0 / 18, "phantom-4": 0.5}[r.game]; ok && (r.least > v+1e-9 || r.most < v-1e-9) {
			t.Errorf("%+v does not contain the value %v", r, v)
		}
	}
}

// TestRefuses reports unknown games and pages without a place for the table.
func TestRefuses(t *testing.T) {
	if _, err := measure(t.Context(), io.Discard, "chess"); err == nil || !strings.Contains(err.Error(), "-only chess") {
		t.Errorf("an unknown game: %v", err)
	}
	for _, text := range []string{"head\na\tb", "head\na\tb\tc\t1\t2\t3\t4\t5\tx"} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := withTable("no place", nil); err == nil || !strings.Contains(err.Error(), "want the lines") {
		t.Errorf("a page without the lines: %v", err)
	}
}
