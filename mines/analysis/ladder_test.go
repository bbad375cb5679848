// SPDX-License-Identifier: BSD-3-Clause

package analysis_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/mines/analysis"
)

// endgame is a position of a game of 30x16/99 and what is known of it from elsewhere.
type endgame struct {
	name, board, layouts, best string
	wins                       map[string]string // layouts won, of the eight best moves
}

func readEndgames(t testing.TB) []endgame {
	t.Helper()
	text, err := os.ReadFile("../../search/optimal/testdata/expert-endgames.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []endgame
	for part := range strings.SplitSeq(string(text), "\n[") {
		name, body, ok := strings.Cut(part, "]\n")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		e := endgame{name: name, wins: map[string]string{}}
		for line := range strings.Lines(body) {
			words := strings.Fields(line)
			switch {
			case len(words) == 0:
			case words[0] == "layouts":
				e.layouts = words[1]
			case words[0] == "best":
				e.best = words[1]
			case len(words) > 2 && words[1] == "wins":
				e.wins[words[0]] = words[2]
			default:
				e.board += line
			}
		}
		list = append(list, e)
	}
	return list
}

// TestEndgamesAreExactByDefault: the default answer of every expert endgame is exact and is that
// of the independent solver.
func TestEndgamesAreExactByDefault(t *testing.T) {
	service, start := &analysis.Service{}, rusage.CPU()
	list := readEndgames(t)
	if len(list) != 22 {
		t.Errorf("%d endgames, want 22", len(list))
	}
	if testing.Short() {
		list = list[:6]
	}
	for _, e := range list {
		before := rusage.CPU()
		doc, err := service.Analyse(t.Context(), api.MinesAnalyseQuestion{Position: api.Input{Text: e.board}}, nil)
		if err != nil {
			t.Fatal(e.name, err)
		}
		if doc.State != api.Done || doc.Value.Kind != "exact" || doc.Value.Num != e.best || doc.Layouts != e.layouts {
			t.Errorf("%s: %s, %+v of %s, want exactly %s of %s", e.name, doc.State, doc.Value, doc.Layouts, e.best, e.layouts)
		}
		for _, m := range doc.Moves {
			if want, ok := e.wins[m.Cell]; ok && (m.Win == nil || m.Win.Kind != "exact" || m.Win.Num != want) {
				t.Errorf("%s: %s wins %+v, want exactly %s", e.name, m.Cell, m.Win, want)
			}
		}
		if len(doc.Best) == 0 || e.wins[doc.Best[0]] != e.best {
			t.Errorf("%s: recommends %v", e.name, doc.Best)
		}
		t.Logf("%s: %s layouts, %d nodes, %v CPU", e.name, doc.Layouts, nodes(doc), rusage.CPU()-before)
	}
	t.Logf("%d endgames, %v CPU in all", len(list), rusage.CPU()-start)
}

func nodes(doc *api.MinesAnalysis) uint64 {
	if doc.Work == nil {
		return 0
	}
	return doc.Work.Nodes
}

// TestEveryPositionHasAnAnswer: positions with nothing to choose, or nothing to find.
func TestEveryPositionHasAnAnswer(t *testing.T) {
	for _, tc := range []struct {
		board, best, because, kind string
		solved                     bool
	}{
		{"1x1/1\n.\n", "[]", "", "none", true},
		{"3x2/6\n...\n...\n", "[]", "", "none", true},
		{"3x1/1\n..*\n", "[r1c1 r1c2]", "exact", "exact", false},
		{"1x1/0\n.\n", "[r1c1]", "exact", "exact", false},
		{"4x2/3\nfirst: zero\n.*..\n.*..\n", "[r1c4 r2c4]", "exact", "exact", false},
		{"5x5/22\nfirst: zero\n.....\n.....\n.....\n.....\n.....\n", "[]", "", "none", false},
		{"2x1/1\n0.\n", "", "", "", false}, // a contradiction
		{"2x1/1\n1.\n", "[]", "", "none", true},
	} {
		doc, err := (&analysis.Service{}).Analyse(t.Context(), api.MinesAnalyseQuestion{Position: api.Input{Text: tc.board}}, nil)
		if tc.best == "" {
			if p := api.ProblemOf(err); p.Type != api.Contradictory {
				t.Errorf("%q: %v, want a contradiction", tc.board, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", tc.board, err)
			continue
		}
		if fmt.Sprint(doc.Best) != tc.best || doc.Because != tc.because || doc.Value.Kind != tc.kind || doc.Solved != tc.solved {
			t.Errorf("%q: best %v because %q, value %+v, solved %v", tc.board, doc.Best, doc.Because, doc.Value, doc.Solved)
		}
	}
}
