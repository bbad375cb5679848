// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/proof"
)

// spot is a state of a tree. It names the path to it, so no two paths meet.
type spot struct {
	name  uint64
	depth uint8 // in plies
	over  veil.Status
}

// tree is the model of Russell & Wolfe 2005, §6.4: fixed numbers of moves and percepts.
type tree struct {
	whiteMoves, blackMoves, whiteHears, blackHears uint64
	seed                                           uint64
	// wins and losses are how many of 256 moves of White win at once, and of Black.
	wins, losses uint64
	// late lets moves win from this ply on, counted from 1.
	late uint8
	// oneFirst lets White have one move at first.
	oneFirst bool
}

// after returns what follows a move.
func (t *tree) after(s *spot, move uint64) spot {
	return spot{name: rand.New(rand.NewPCG(s.name, t.seed<<8|move)).Uint64(), depth: s.depth + 1}
}

func (t *tree) AppendActions(dst []uint8, s *spot) []uint8 {
	if s.depth == 0 && t.oneFirst {
		return append(dst, 0)
	}
	for a := range t.whiteMoves {
		dst = append(dst, uint8(a))
	}
	return dst
}

func (t *tree) AppendOutcomes(dst []veil.Outcome[spot, uint8], s *spot, a uint8) []veil.Outcome[spot, uint8] {
	next := t.after(s, uint64(a))
	if next.depth >= t.late && next.name>>32%256 < t.wins {
		next.over = veil.Won
	}
	return append(dst, veil.Outcome[spot, uint8]{State: next, Seen: uint8(next.name % t.whiteHears), P: 1})
}

func (t *tree) AppendReplies(dst []veil.Reply[spot, uint8], s *spot) []veil.Reply[spot, uint8] {
	for i := range t.blackMoves {
		next := t.after(s, t.whiteMoves+i)
		if next.name>>32%256 < t.losses {
			next.over = veil.Lost
		}
		dst = append(dst, veil.Reply[spot, uint8]{State: next, Seen: uint8(next.name % t.blackHears)})
	}
	return dst
}

func (t *tree) Status(s *spot) veil.Status { return s.over }

func (t *tree) Rejected(uint8) bool { return false }

// game is what a spy looks at.
type game[S, A, O comparable] interface {
	proof.Rules[S, A, O]
	veil.Adversary[S, O]
	veil.Rejecter[O]
}

// spy notes which states of a game are expanded, and counts those that are made.
type spy[S, A, O comparable] struct {
	game[S, A, O]

	expanded map[S]bool
	made     int
}

func (y *spy[S, A, O]) AppendOutcomes(dst []veil.Outcome[S, O], s *S, a A) []veil.Outcome[S, O] {
	y.expanded[*s] = true
	out := y.game.AppendOutcomes(dst, s, a)
	y.made += len(out) - len(dst)
	return out
}

func (y *spy[S, A, O]) AppendReplies(dst []veil.Reply[S, O], s *S) []veil.Reply[S, O] {
	y.expanded[*s] = true
	out := y.game.AppendReplies(dst, s)
	y.made += len(out) - len(dst)
	return out
}

// watch lets a method search, and returns what it did.
func watch[S, A, O comparable](ctx context.Context, g game[S, A, O], start []S, plies int, method string) (*spy[S, A, O], andor.Verdict, error) {
	by, err := baseline.Named(method)
	if err != nil {
		return nil, 0, err
	}
	y := &spy[S, A, O]{game: g, expanded: map[S]bool{}}
	r, err := baseline.Prove(ctx, proof.Rules[S, A, O](y), start, plies, by, andor.Config{})
	return y, r.Verdict, err
}

func within[S comparable](inner, outer map[S]bool) bool {
	for s := range inner {
		if !outer[s] {
			return false
		}
	}
	return true
}

// roots returns n states to begin with.
func roots(n int) []spot {
	list := make([]spot, n)
	for i := range list {
		list[i].name = uint64(i)
	}
	return list
}

// inclusion counts the searches in which DUB expands no state that UDB does not.
type inclusion struct {
	Holds, Of, Disproofs int
	udb, dub             int // states expanded
}

// Percent is how many of the states that UDB expands DUB expands.
func (i inclusion) Percent() string { return fmt.Sprintf("%.0f %%", 100*float64(i.dub)/float64(i.udb)) }

func note[S, A, O comparable](ctx context.Context, i *inclusion, g game[S, A, O], start []S, plies int) error {
	udb, verdict, err := watch(ctx, g, start, plies, "UDB")
	if err != nil {
		return err
	}
	dub, again, err := watch(ctx, g, start, plies, "DUB")
	if err != nil || again != verdict {
		return fmt.Errorf("UDB: %v, DUB: %v, %w", verdict, again, err)
	}
	i.Of++
	i.Holds += count(within(dub.expanded, udb.expanded))
	i.Disproofs += count(verdict == andor.Disproved)
	i.udb += len(udb.expanded)
	i.dub += len(dub.expanded)
	return nil
}

// trees counts on random trees with false leaves at the limit only, or also above it.
func trees(t *testing.T, hears, losses uint64, late bool) inclusion {
	t.Helper()
	var sum inclusion
	for seed := range uint64(400) {
		g := &tree{whiteMoves: 2 + seed%3, blackMoves: 1 + seed%2, whiteHears: 1 + seed/3%hears, blackHears: 1 + seed/5%hears, seed: seed, wins: 40 + seed%150, losses: losses}
		plies := 3 + 2*int(seed/7%2)
		if late {
			g.late = uint8(plies)
		}
		if err := note[spot, uint8, uint8](t.Context(), &sum, g, roots(1+int(seed%6)), plies); err != nil {
			t.Fatal(err)
		}
	}
	return sum
}

// problemsOf counts on problems of a set.
func problemsOf(t *testing.T, set string, n int) inclusion {
	t.Helper()
	var sum inclusion
	list := spread(t, set, fmt.Sprint(n))
	for i := range list {
		q := ask(t, &list[i])
		if err := note[krieg.State, krieg.Action, krieg.Percept](t.Context(), &sum, q.m, q.states, q.Plies); err != nil {
			t.Fatal(err)
		}
	}
	return sum
}

// constructed returns how many states a method makes below a node with Black to move, two plies
// above the limit, to disprove it.
func constructed(t *testing.T, g tree, boards int, method string) int {
	t.Helper()
	g.oneFirst, g.whiteHears = true, 1
	y, verdict, err := watch[spot, uint8, uint8](t.Context(), &g, roots(boards), 3, method)
	if err != nil || verdict != andor.Disproved {
		t.Fatal(verdict, err)
	}
	for s := range y.expanded {
		y.made -= count(s.depth == 0) // what it made is in the node itself
	}
	return y.made
}

// TestConstructed compares what the directional methods make with the formulas of the model,
// where all boards are heard alike: with u = boards × black moves, DFS u + mw·u, UDB u + mw, DUB
// and DBU those of one board.
func TestConstructed(t *testing.T) {
	for _, c := range [][3]int{{1, 3, 2}, {5, 4, 3}, {20, 8, 6}} {
		boards, mw, mb := c[0], c[1], c[2]
		g := tree{whiteMoves: uint64(mw), blackMoves: uint64(mb), blackHears: 1}
		u := boards * mb
		for method, want := range map[string]int{"DFS": u + mw*u, "UDB": u + mw, "DUB": mb + mw, "DBU": mb + mw} {
			if got := constructed(t, g, boards, method); got != want {
				t.Errorf("%d boards, %d and %d moves: %s made %d states, want %d", boards, mw, mb, method, got, want)
			}
		}
	}
}

// TestTheorem3 holds the theorem to trees of its class, where the order of the branches is fixed,
// and sees that it can fail outside.
func TestTheorem3(t *testing.T) {
	if i := trees(t, 3, 0, true); i.Holds != i.Of || i.Disproofs == 0 || i.Disproofs == i.Of {
		t.Errorf("all leaves at the limit: %+v", i)
	}
	for _, i := range []inclusion{trees(t, 3, 0, false), trees(t, 3, 20, true)} {
		if i.Holds == i.Of {
			t.Errorf("outside its class: %+v", i)
		}
	}
}

// fillAnalysis counts what the paper's analysis speaks of.
func (b *bench) fillAnalysis(t *testing.T) {
	t.Helper()
	b.Theorem3 = map[string]inclusion{"limit": trees(t, 3, 0, true), "wins": trees(t, 3, 0, false), "losses": trees(t, 3, 20, true), "problems": problemsOf(t, "seed-3", 20)}
	var rows []string
	for _, boards := range []int{1, 5, 15, 100} {
		line := fmt.Sprintf("| %d |", boards)
		for _, method := range []string{"DFS", "UDB", "DUB", "DBU"} {
			line += fmt.Sprintf(" %s |", grouped(int64(constructed(t, tree{whiteMoves: 30, blackMoves: 20, blackHears: 1}, boards, method))))
		}
		rows = append(rows, line)
	}
	b.Made = strings.Join(rows, "\n")
}
