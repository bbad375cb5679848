// SPDX-License-Identifier: BSD-3-Clause

package analysis_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/notation"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/proof"
)

// TestProveEqualsValue: a position can be won without a guess if and only if best play wins
// every layout; every proof and refutation is accepted, and no damaged one is.
func TestProveEqualsValue(t *testing.T) {
	want := testsize.Of(8, 40, 1000)
	tally, damaged := map[string]int{}, 0
	for seed := uint64(0); tally[analysis.NoGuess] < want || tally[analysis.MayGuess] < want; seed++ {
		v, won := provable(t, seed)
		verdict := analysis.MayGuess
		if won {
			verdict = analysis.NoGuess
		}
		if v.Marks == nil || tally[verdict] >= want {
			continue
		}
		tally[verdict]++
		p, err := analysis.Prove(t.Context(), v, api.Limits{}, nil)
		if err != nil || p.Verdict != verdict {
			t.Fatalf("seed %d: %v, %v, want %s\n%s", seed, p, err, verdict, analysis.HandForm(v))
		}
		if _, err := p.Check(t.Context(), api.Limits{}); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, p.Position)
		}
		damaged += rejectsDamage(t, p, rand.New(rand.NewPCG(seed, 9)))
	}
	t.Logf("%v, %d damaged proofs rejected", tally, damaged)
	if damaged < want {
		t.Errorf("only %d proofs could be damaged", damaged)
	}
}

// provable plays a random game until few layouts fit and reports whether best play wins them
// all. The view has no marks if the game does not come so far.
func provable(t *testing.T, seed uint64) (mines.View, bool) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 4))
	board := []string{"6x6/7", "9x9/10", "16x16/40", "30x16/99"}[seed%4]
	rules, err := mines.ParseSize(board)
	if err != nil {
		t.Fatal(err)
	}
	layout := make(mines.Layout, rules.Cells())
	for _, c := range r.Perm(rules.Cells())[:rules.Mines] {
		layout[c] = true
	}
	v, hidden := mines.NewView(rules), rules.Cells()-rules.Mines
	for _, c := range r.Perm(rules.Cells()) {
		if layout[c] {
			continue
		}
		if hidden--; hidden > 40 {
			v.Marks[c] = mines.Mark(layout.Number(rules, mines.Cell(c)))
			continue
		}
		v.Marks[c] = mines.Mark(layout.Number(rules, mines.Cell(c)))
		a, err := count.Analyse(v, count.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		if n := a.Layouts(); n.IsInt64() && n.Int64() > 1 && n.Int64() <= 60 {
			return v, bestWins(t, a)
		}
	}
	return mines.View{}, false
}

// bestWins reports whether best play wins in every layout.
func bestWins(t *testing.T, a *count.Analysis) bool {
	t.Helper()
	s, err := analysis.NewSearch(t.Context(), a, analysis.SearchConfig{})
	if err != nil {
		t.Fatal(err)
	}
	values, err := s.Run(t.Context(), veil.Budget{})
	if err != nil || !values.Done {
		t.Fatal(values, err)
	}
	num, den := values.Value.Fraction()
	return num.Cmp(den) == 0
}

// rejectsDamage changes a proof in one place and demands that it is rejected. It returns how
// many changes there were.
func rejectsDamage(t *testing.T, p *analysis.Proof, r *rand.Rand) int {
	t.Helper()
	n := 0
	for _, damage := range []func(*analysis.Proof) bool{
		func(p *analysis.Proof) bool { p.Layouts++; return true },
		func(p *analysis.Proof) bool {
			if p.Plan == nil || len(p.Plan.Nodes) < 2 {
				return false
			}
			n := &p.Plan.Nodes[r.IntN(len(p.Plan.Nodes))]
			n.Count++
			return true
		},
		func(p *analysis.Proof) bool {
			if p.Plan == nil || len(p.Plan.Nodes) < 2 {
				return false
			}
			p.Plan.Nodes = p.Plan.Nodes[:len(p.Plan.Nodes)-1]
			return true
		},
		func(p *analysis.Proof) bool {
			if p.Guesses == nil {
				return false
			}
			n := &p.Guesses[0].Refutation.Nodes[0]
			n.Belief = n.Belief[:1] // one layout alone can be won
			return true
		},
		func(p *analysis.Proof) bool {
			if p.Guesses == nil || len(p.Guesses[0].Opened) == 0 {
				return false
			}
			o := &p.Guesses[0].Opened[r.IntN(len(p.Guesses[0].Opened))]
			o.Shows = 8
			return true
		},
		func(p *analysis.Proof) bool {
			p.Verdict = map[string]string{analysis.NoGuess: analysis.MayGuess, analysis.MayGuess: analysis.NoGuess}[p.Verdict]
			return true
		},
	} {
		c := rereadProof(t, p)
		if !damage(c) {
			continue
		}
		n++
		if _, err := c.Check(t.Context(), api.Limits{}); !errors.Is(err, proof.ErrRejected) {
			text, _ := json.Marshal(c)
			t.Fatalf("a damaged proof: %v\n%s", err, text)
		}
	}
	return n
}

// rereadProof writes a proof and reads it.
func rereadProof(t *testing.T, p *analysis.Proof) *analysis.Proof {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	c, err := analysis.ReadProof(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestProveUntouched: a first click on a board with one mine needs no guess; with a mine in a
// corner pair it may.
func TestProveUntouched(t *testing.T) {
	for board, verdict := range map[string]string{"3x3/1": analysis.NoGuess, "4x1/2": analysis.MayGuess, "2x2/0": analysis.NoGuess} {
		rules, err := mines.ParseSize(board)
		if err != nil {
			t.Fatal(err)
		}
		rules.First = mines.Safe
		p, err := analysis.Prove(t.Context(), mines.NewView(rules), api.Limits{}, nil)
		if err != nil || p.Verdict != verdict {
			t.Fatalf("%s: %+v, %v", board, p, err)
		}
		if _, err := p.Check(t.Context(), api.Limits{}); err != nil {
			t.Errorf("%s: %v", board, err)
		}
	}
}

// TestProveFirstClick: before a protected first click the verdict is that of best play, with
// every choice of that click; mines that are known are not placed elsewhere.
func TestProveFirstClick(t *testing.T) {
	tally := map[string]int{}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 8))
		rules := mines.Rules{Width: 3 + r.IntN(2), Height: 2 + r.IntN(2), First: []mines.First{mines.Safe, mines.Zero}[r.IntN(2)]}
		rules.Mines = 1 + r.IntN(3)
		v := mines.NewView(rules)
		for _, c := range r.Perm(rules.Cells())[:r.IntN(rules.Mines+1)] {
			v.Marks[c] = mines.Mine
		}
		a, err := count.Analyse(v, count.Limit{})
		if err != nil {
			continue // no first click is possible
		}
		p, err := analysis.Prove(t.Context(), v, api.Limits{}, nil)
		if err != nil {
			continue // the rules leave no room
		}
		tally[p.Verdict]++
		if (p.Verdict == analysis.NoGuess) != bestWins(t, a) {
			t.Errorf("seed %d: %s\n%s", seed, p.Verdict, analysis.HandForm(v))
		}
		if _, err := p.Check(t.Context(), api.Limits{}); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		for _, g := range p.Guesses {
			for _, o := range g.Opened {
				if c, err := rules.ParseCell(o.Cell); err != nil || v.Marks[c] == mines.Mine {
					t.Fatalf("seed %d: %s is a known mine\n%s", seed, o.Cell, analysis.HandForm(v))
				}
			}
		}
	}
	t.Log(tally)
	if tally[analysis.NoGuess] < 20 || tally[analysis.MayGuess] < 20 {
		t.Error(tally)
	}
}

// TestProveEnds: limits and the end of the context leave a question undecided, or refuse it.
func TestProveEnds(t *testing.T) {
	rules, err := mines.ParseSize("9x9/10")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := analysis.Prove(t.Context(), mines.NewView(rules), api.Limits{}, nil); err == nil {
		t.Error("a board of too many layouts is answered")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	v, _ := provable(t, 4)
	if p, err := analysis.Prove(ctx, v, api.Limits{}, nil); err == nil && p.Verdict != analysis.NotDecided {
		t.Errorf("%+v", p)
	}
	if _, err := analysis.ReadProof(strings.NewReader(`{"schema":"krieg.proof/1"}`)); err == nil {
		t.Error("another document is read as a proof")
	}
}

// FuzzProof: no document makes the checker panic, and none is accepted whose verdict is not
// that of the prover.
func FuzzProof(f *testing.F) {
	for seed := range uint64(8) {
		rules := mines.Rules{Width: 3, Height: 3, Mines: 1 + int(seed%3), First: mines.Any}
		v := mines.NewView(rules)
		v.Marks[0] = 1
		if p, err := analysis.Prove(context.Background(), v, api.Limits{}, nil); err == nil {
			text, _ := json.Marshal(p)
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := analysis.ReadProof(bytes.NewReader(text))
		if err != nil || len(text) > 1<<14 {
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if _, err := p.Check(ctx, api.Limits{Memory: 8 << 20}); err != nil || p.Layouts > 2000 {
			return
		}
		doc, err := notation.ParseFormat(notation.FormatBoard, []byte(p.Position))
		if err != nil {
			t.Fatalf("an accepted proof has no position: %v", err)
		}
		again, err := analysis.Prove(ctx, doc.View, api.Limits{}, nil)
		if err == nil && again.Verdict != analysis.NotDecided && again.Verdict != p.Verdict {
			t.Errorf("a proof of %q is accepted, but the prover says %q\n%s", p.Verdict, again.Verdict, text)
		}
	})
}

// TestMethodsAgree: what the methods of the 2005 paper decide within a limit is the verdict of veil's own method, and
// their proofs are accepted.
func TestMethodsAgree(t *testing.T) {
	positions, seed, decided := testsize.Of(4, 15, 1000), uint64(0), map[string]int{}
	methods := []string{"GL-DBU", "GL-DFS", "IPNS"} // PNS decides none of these within the limit
	for n := 0; n < positions; seed++ {
		v, _ := provable(t, seed)
		if v.Marks == nil {
			continue
		}
		n++
		want, err := analysis.Prove(t.Context(), v, api.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range methods {
			if agrees(t, seed, v, name, want.Verdict) {
				decided[name]++
			}
		}
	}
	t.Logf("of %d positions decided: %v", positions, decided)
	for _, name := range methods {
		if n := decided[name]; n < positions/2 {
			t.Errorf("%s decided only %d of %d positions", name, n, positions)
		}
	}
}

// agrees proves a position by a method and reports whether it was decided.
func agrees(t *testing.T, seed uint64, v mines.View, name, want string) bool {
	t.Helper()
	method, err := baseline.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	got, err := analysis.ProveBy(t.Context(), v, method, api.Limits{Nodes: 3000}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.Verdict == analysis.NotDecided {
		return false
	}
	if got.Verdict != want {
		t.Fatalf("seed %d, %s: %s, want %s\n%s", seed, name, got.Verdict, want, analysis.HandForm(v))
	}
	if _, err := got.Check(t.Context(), api.Limits{}); err != nil {
		t.Fatalf("seed %d, %s: %v", seed, name, err)
	}
	return true
}

// TestFirstClicksAreToldApart: on 4×4 with six mines, where the first click shows 0, the four cells in the middle win
// without a guess and the others do not (2011, §IV). Each verdict is compared with that of the board after this click.
func TestFirstClicksAreToldApart(t *testing.T) {
	rules := mines.Rules{Width: 4, Height: 4, Mines: 6, First: mines.Zero}
	p, err := analysis.Prove(t.Context(), mines.NewView(rules), api.Limits{}, nil)
	if err != nil || p.Verdict != analysis.NoGuess || p.First == nil || p.First.Possible != 16 || p.First.Undecided != 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	for c := range mines.Cell(16) {
		v := mines.NewView(rules)
		v.Marks[c] = 0
		after, err := analysis.Prove(t.Context(), v, api.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := after.Verdict == analysis.NoGuess; slices.Contains(p.First.Winning, c) != want {
			t.Errorf("%s wins without a guess: %v, but the first clicks that win are %v", rules.Name(c), want, p.First.Winning)
		}
	}
	if len(p.First.Winning) != 4 {
		t.Errorf("%d first clicks win, want 4", len(p.First.Winning))
	}
}
