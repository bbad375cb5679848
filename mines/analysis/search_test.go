// SPDX-License-Identifier: BSD-3-Clause

package analysis_test

import (
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/notation"
)

func values(t *testing.T, text string, first mines.First) analysis.Values {
	t.Helper()
	doc, err := notation.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	v := doc.View
	v.First = first
	a, err := count.Analyse(v, count.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := analysis.NewSearch(t.Context(), a, analysis.SearchConfig{})
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.Run(t.Context(), veil.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestKnownValues compares with published and independently computed values.
func TestKnownValues(t *testing.T) {
	for _, tc := range []struct {
		board string
		first mines.First
		want  string
		best  []string
	}{
		{"4x4/4\n1...\n....\n....\n....\n", mines.Safe, "57.42% (379/660)", []string{"r1c3", "r3c1"}},
		{"4x4/4\n....\n....\n....\n....\n", mines.Any, "52.80% (961/1820)", []string{"r1c2", "r1c3", "r2c1", "r2c4", "r3c1", "r3c4", "r4c2", "r4c3"}},
		{"4x4/4\n....\n....\n....\n....\n", mines.Safe, "70.40% (961/1365)", []string{"r1c2", "r1c3", "r2c1", "r2c4", "r3c1", "r3c4", "r4c2", "r4c3"}},
		{"5x4/5\n.....\n.1...\n.3...\n.....\n", mines.Safe, "79.17% (285/360)", []string{"r1c3"}},
		{"4x4/6\n....\n....\n....\n....\n", mines.Zero, "100.00% (7/7)", []string{"r2c2", "r2c3", "r3c2", "r3c3"}},
	} {
		got := values(t, tc.board, tc.first)
		if got.Value.String() != tc.want || got.Value.Badge() != veil.Exact || !got.Done {
			t.Errorf("%q: %v %v, want %v", tc.board, got.Value, got.Value.Badge(), tc.want)
		}
		rules := mines.Rules{Width: int(tc.board[0] - '0'), Height: 4}
		if len(got.Proved) != len(tc.best) {
			t.Errorf("%q: best %v, want %v", tc.board, got.Proved, tc.best)
			continue
		}
		for i, c := range got.Proved {
			if rules.Name(c) != tc.best[i] {
				t.Errorf("%q: best move %d is %v, want %v", tc.board, i, rules.Name(c), tc.best[i])
			}
		}
	}
}
