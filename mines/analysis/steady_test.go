// SPDX-License-Identifier: BSD-3-Clause

package analysis_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
)

// variety returns positions of all kinds: guesses of every size, untouched boards, endgames.
func variety(t testing.TB, n int) []mines.View {
	t.Helper()
	var list []mines.View
	for i, rules := range []mines.Rules{{Width: 9, Height: 9, Mines: 10}, {Width: 16, Height: 16, Mines: 40}, {Width: 30, Height: 16, Mines: 99}} {
		list = append(list, guesses(t, rules, uint64(500+i), n, 2, 1e100)...)
	}
	for _, first := range []mines.First{mines.Any, mines.Safe, mines.Zero} {
		list = append(list, mines.NewView(mines.Rules{Width: 8, Height: 8, Mines: 10, First: first}), mines.NewView(mines.Rules{Width: 4, Height: 4, Mines: 4, First: first}))
	}
	return list
}

// TestDefaultAnswerIsSteady: the default answer has the same bytes whatever the number of cores
// and whatever else the machine does.
func TestDefaultAnswerIsSteady(t *testing.T) {
	n := testsize.Of(1, 2, 18)
	positions := variety(t, n)
	answers := func() []string {
		var list []string
		for _, v := range positions {
			doc, err := new(analysis.Service).Analyse(t.Context(), api.MinesAnalyseQuestion{Position: api.Input{Text: analysis.HandForm(v)}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, string(api.Encode(doc)))
		}
		return list
	}
	want := answers()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := answers()
	runtime.GOMAXPROCS(2)
	idle, stop := context.WithCancel(t.Context())
	for range 4 { // burn both cores
		go func() {
			for idle.Err() == nil {
				runtime.Gosched()
			}
		}()
	}
	busy := answers()
	stop()
	for i := range want {
		if want[i] != one[i] || want[i] != busy[i] {
			t.Errorf("%v:\n%s\n%s\n%s", positions[i].Marks, want[i], one[i], busy[i])
		}
	}
	t.Logf("%d positions, three runs each", len(positions))
}

// TestDocumentsOnlyImprove: every document on the way is valid, and no worse than the one before.
func TestDocumentsOnlyImprove(t *testing.T) {
	for _, v := range variety(t, 1) {
		var last *api.MinesAnalysis
		_, err := new(analysis.Service).Analyse(t.Context(), api.MinesAnalyseQuestion{Position: api.Input{Text: analysis.HandForm(v)}}, func(latest func() *api.MinesAnalysis) {
			doc := latest()
			if doc.State != api.Running || len(doc.Best) == 0 || len(doc.Moves) == 0 {
				t.Errorf("%v: %s, best %v, %d moves", v.Marks, doc.State, doc.Best, len(doc.Moves))
			}
			if last != nil && quality(doc) < quality(last) {
				t.Errorf("%v: %+v after %+v", v.Marks, doc.Value, last.Value)
			}
			last = doc
		})
		if err != nil || last == nil {
			t.Errorf("%v: %v", v.Marks, err)
		}
	}
}

// quality is how much a document knows: nothing, an estimate, bounds, an exact value.
func quality(doc *api.MinesAnalysis) int {
	n := map[string]int{"none": 0, "bounds": 2, "exact": 4}[doc.Value.Kind]
	if doc.Estimate != nil {
		n++
	}
	return n
}

// TestCancelled: an answer ends soon after its question is withdrawn, at whatever moment.
func TestCancelled(t *testing.T) {
	n := testsize.Of(12, 40, 1000)
	share := testsize.Of(90, 90, 99) // of few, one is held up by the system now and then
	r := rand.New(rand.NewPCG(61, 0))
	positions := variety(t, 3)
	var took []time.Duration
	for range n {
		ctx, cancel := context.WithCancel(t.Context())
		over := make(chan time.Duration, 1)
		after := time.Duration(r.IntN(400)) * time.Millisecond
		time.AfterFunc(after, func() {
			cancel()
			over <- rusage.CPU() // not before: on a busy machine the answer goes on until this goroutine does
		})
		_, err := new(analysis.Service).Solve(ctx, positions[r.IntN(len(positions))], api.MinesAnalyseQuestion{Budget: api.Budget{TimeMS: 60_000, Games: new(1 << 20)}}, nil)
		end := rusage.CPU()
		if err == nil {
			cancel()
			continue // it was over first
		}
		took = append(took, end-<-over)
	}
	if len(took) == 0 {
		t.Fatal("nothing was cancelled")
	}
	slices.Sort(took)
	late := took[len(took)*share/100]
	t.Logf("%d cancelled: p50 %v, p%d %v, most %v of CPU", len(took), took[len(took)/2], share, late, took[len(took)-1])
	if late > 50*time.Millisecond && !testing.Short() { // times mean nothing under the race detector
		t.Errorf("p%d %v", share, late)
	}
}
