// SPDX-License-Identifier: BSD-3-Clause

package analysis_test

import (
	"cmp"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
)

func newFirst(t *testing.T, rules mines.Rules, cfg analysis.SearchConfig) *analysis.Search {
	t.Helper()
	a, err := count.Analyse(mines.NewView(rules), count.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := analysis.NewSearch(t.Context(), a, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestFirstInPortions: a search of the first click in portions ends with the values of one
// without a limit, its bounds never get worse, and it takes little more work.
func TestFirstInPortions(t *testing.T) {
	for _, rules := range []mines.Rules{
		{Width: 5, Height: testsize.Of(3, 4, 4), Mines: 4, First: mines.Safe},
		{Width: 5, Height: testsize.Of(4, 5, 5), Mines: 6, First: mines.Zero},
	} {
		first := rules.First
		want, err := newFirst(t, rules, analysis.SearchConfig{}).Run(t.Context(), veil.Budget{})
		if err != nil || !want.Done {
			t.Fatal(want, err)
		}
		s := newFirst(t, rules, analysis.SearchConfig{})
		lo, hi := 0.0, 1.0
		var got analysis.Values
		portions := 0
		for nodes := 64; !got.Done && portions < 40; nodes, portions = 2*nodes, portions+1 {
			if got, err = s.Run(t.Context(), veil.Budget{Nodes: nodes}); err != nil {
				t.Fatal(err)
			}
			l, h := got.Value.Interval()
			if l < lo || h > hi {
				t.Errorf("%v: [%v, %v] after [%v, %v]", first, l, h, lo, hi)
			}
			lo, hi = l, h
		}
		if !got.Done || portions < 2 || got.Value.Compare(want.Value) != 0 || len(got.Proved) != len(want.Proved) {
			t.Errorf("%v: %v %v after %d portions, want %v %v", first, got.Value, got.Proved, portions, want.Value, want.Proved)
		}
		if got.Stats.Nodes > 2*want.Stats.Nodes+2048 {
			t.Errorf("%v: %d nodes in portions, %d at once", first, got.Stats.Nodes, want.Stats.Nodes)
		}
	}
}

// TestFirstBoard answers what the first click of the board in the environment is worth, such as
// VEIL_BOARD="6x6/7 zero", by the whole ladder, and logs the work: compare TestBoard of
// search/optimal.
func TestFirstBoard(t *testing.T) {
	size, first, _ := strings.Cut(os.Getenv("VEIL_BOARD"), " ")
	rules, err := mines.ParseSize(size)
	if err != nil {
		t.Skip("set VEIL_BOARD to a board")
	}
	if err := rules.First.UnmarshalText([]byte(cmp.Or(first, "safe"))); err != nil {
		t.Fatal(err)
	}
	start := rusage.CPU()
	service := &analysis.Service{Limits: api.Limits{Layouts: 1 << 25, Readings: math.MaxInt, Nodes: math.MaxInt}}
	log := func(m *analysis.Position) {
		t.Logf("%v %d nodes, CPU %v, %d MB", m.Win.Value, m.Win.Stats.Nodes, rusage.CPU()-start, rusage.Peak()>>20)
	}
	m, err := service.Solve(t.Context(), mines.NewView(rules), api.MinesAnalyseQuestion{}, log)
	if err != nil || !m.Win.Done {
		t.Fatal("the answer is not exact", err)
	}
	log(m)
}
