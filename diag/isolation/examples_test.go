// SPDX-License-Identifier: BSD-3-Clause

package isolation_test

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/diag/isolation"
)

// Limits of the example tables whose tests err. Fan is the small table of the guide.
const (
	leastFaults, mostFaults = 15, 60
	leastTests, mostTests   = 10, 30
	mostBytes               = 40 << 10 // of all: the program contains them
	// leastApart is the least distance in total variation between two faults by the test that separates them best.
	leastApart = 0.4
)

// TestExamplesListed: every embedded table has a name that the command lists.
func TestExamplesListed(t *testing.T) {
	files, err := os.ReadDir("examples")
	if err != nil {
		t.Fatal(err)
	}
	listed := append(isolation.Examples(), isolation.ErringExamples()...)
	for _, f := range files {
		if name := strings.TrimSuffix(f.Name(), ".csv"); !slices.Contains(listed, name) {
			t.Errorf("%s is not listed", name)
		}
	}
	if len(files) != len(listed) {
		t.Errorf("%d tables, %d names", len(files), len(listed))
	}
}

// erringExamples calls a function with each table of tests that err.
func erringExamples(t *testing.T, check func(t *testing.T, text string, table *diag.Erring)) {
	t.Helper()
	for _, name := range isolation.ErringExamples() {
		t.Run(name, func(t *testing.T) {
			text, err := isolation.Example(name)
			if err != nil {
				t.Fatal(err)
			}
			_, table, err := isolation.ReadAny([]byte(text))
			if err != nil || table == nil {
				t.Fatalf("not a table of tests that err: %v", err)
			}
			check(t, text, table)
		})
	}
}

// TestErringExamples: the tables have their sizes, a test that may be repeated, and comments that state the unit of
// costs and that the numbers are invented.
func TestErringExamples(t *testing.T) {
	bytes := 0
	erringExamples(t, func(t *testing.T, text string, table *diag.Erring) {
		if strings.HasSuffix(t.Name(), "/fan") {
			return
		}
		bytes += len(text)
		if f, n := len(table.Faults), len(table.Tests); f < leastFaults || f > mostFaults || n < leastTests || n > mostTests {
			t.Errorf("%d faults and %d tests", f, n)
		}
		if !slices.ContainsFunc(table.Tests, func(x diag.ErringTest) bool { return x.Repeat }) {
			t.Error("no test may be repeated")
		}
		if !strings.Contains(text, "ll numbers are invented") || !strings.Contains(text, "Costs are ") {
			t.Error("the comments do not state the unit of costs, or that numbers are invented")
		}
		if clinic := strings.HasSuffix(t.Name(), "/clinic"); clinic != strings.HasPrefix(text, "# FOR TEACHING ONLY, NOT FOR TREATMENT.") {
			t.Error("clinic, and no other table, begins with its warning")
		}
	})
	if bytes > mostBytes {
		t.Errorf("%d bytes, at most %d", bytes, mostBytes)
	}
}

// TestErringExamplesPay: a repair costs less than stopping with its fault, so that a plan repairs a fault that it knows.
func TestErringExamplesPay(t *testing.T) {
	erringExamples(t, func(t *testing.T, _ string, table *diag.Erring) {
		for _, f := range table.Faults {
			if table.Money && f.Name != diag.None && (f.Repair < 0 || f.Repair >= f.Wrong || f.Repair >= table.GiveUp) {
				t.Errorf("%s: repair %v, wrong %v, give up %v", f.Name, f.Repair, f.Wrong, table.GiveUp)
			}
		}
	})
}

// TestErringExamplesSeparate: a test separates each two faults, except those that a comment names as one group.
func TestErringExamplesSeparate(t *testing.T) {
	erringExamples(t, func(t *testing.T, text string, table *diag.Erring) {
		stated := statedGroups(text)
		for f := range table.Faults {
			for g := range f {
				one, other := table.Faults[g].Name, table.Faults[f].Name
				together := slices.ContainsFunc(stated, func(s []string) bool { return slices.Contains(s, one) && slices.Contains(s, other) })
				if d := apart(table, f, g); together && d > 0 || !together && d < leastApart {
					t.Errorf("%s and %s are %.2f apart; stated as a group: %v", one, other, d, together)
				}
			}
		}
	})
}

// statedGroups returns the faults of comments such as "# No test separates: a / b."
func statedGroups(text string) (groups [][]string) {
	for line := range strings.Lines(text) {
		if list, ok := strings.CutPrefix(line, "# No test separates: "); ok {
			groups = append(groups, strings.Split(strings.TrimRight(list, ".\n"), " / "))
		}
	}
	return groups
}

// apart returns the largest distance in total variation between the readings of two faults.
func apart(t *diag.Erring, f, g int) (most float64) {
	for i := range t.Tests {
		sum := 0.0
		for w, p := range t.Tests[i].Chances[f] {
			sum += math.Abs(p - t.Tests[i].Chances[g][w])
		}
		most = max(most, sum/2)
	}
	return most
}

// TestErringExamplesBounds: a search that its time ends has finite bounds in order, below the cost of ending at once.
func TestErringExamplesBounds(t *testing.T) {
	erringExamples(t, func(t *testing.T, _ string, table *diag.Erring) {
		doc, err := isolation.Advise(t.Context(), table, nil, isolation.Terms{}, api.Limits{}.Of(api.Budget{TimeMS: 200}))
		if err != nil {
			t.Fatal(err)
		}
		lo, hi, end := doc.Cost.Lo, doc.Cost.Hi, doc.End.Cost
		if lo <= 0 || lo > hi || hi > end || math.IsInf(end, 0) || math.IsNaN(lo+hi+end) {
			t.Errorf("bounds %v to %v, to end at once %v", lo, hi, end)
		}
	})
}
