// SPDX-License-Identifier: BSD-3-Clause

package subgame

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/referee"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/search/resolve"
)

// TestBudget measures how much of a chance to win a search loses because it ends early and sees few boards:
// the payoffs of its tries in a tree that is much larger and has four times the boards. VEIL_DECISIONS asks for
// a number of decisions at full size under each of two rules, from the games VEIL_SEED on, in which every
// tenth decision is measured, and appends a line for each budget to VEIL_RESULTS. The budget 0 is the try of the
// evaluation.
func TestBudget(t *testing.T) {
	want, level, budgets, cfg := 1, 5, []int{0, 400}, quick()
	cfg.Budget.Nodes = 4000
	if text := os.Getenv("VEIL_DECISIONS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		want, level, budgets, cfg = n, 8, []int{0, 6000, 60_000}, Config{Budget: resolve.Budget{Nodes: 600_000}}
	}
	first := uint64(1)
	if text := os.Getenv("VEIL_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		first = n
	}
	for _, rules := range []krieg.Rules{krieg.Berkeley(), krieg.Wild16()} {
		found, met := 0, 0
		for seed := first; found < want; seed++ {
			play(t, rules, pair(t, rules, level, seed), func(at *seat, _ *referee.Game) bool {
				if met++; met%10 != 0 {
					return true
				}
				cfg.Seed = seed
				if losses := cut(t, at.question(), cfg, budgets); losses != nil {
					found++
					keep(t, rules.Name, seed, met, budgets, losses)
				}
				return found < want
			})
		}
	}
}

// cut returns what the choices of smaller trees lose in a tree of the size of the settings, with four times the boards;
// nil if there is no board. All rank their tries on the same boards.
func cut(t *testing.T, q Question, cfg Config, budgets []int) (losses []float64) {
	t.Helper()
	q.Judged = every(q.Belief)
	choose := func(nodes int, seed uint64, boards int) Choice {
		c := cfg
		c.Budget.Nodes, c.Budget.Leaves, c.Seed, c.Boards = nodes, 8+nodes/4000, seed, boards
		choice, err := Choose(t.Context(), q, c)
		if err != nil && !errors.Is(err, ErrNoBoard) {
			t.Fatal(err)
		}
		return choice
	}
	usual := cfg.settled().Boards
	large := choose(cfg.Budget.Nodes, cfg.Seed+1, 4*usual)
	if large.Payoffs == nil {
		return nil
	}
	best := slices.Max(large.Payoffs)
	for _, nodes := range budgets {
		value := large.Payoffs[0]
		if nodes > 0 {
			small := choose(nodes, cfg.Seed, usual)
			value = 0
			for i, try := range large.Searched {
				value += small.Mix[slices.Index(small.Tries, try)] * large.Payoffs[i]
			}
			if !slices.Equal(small.Searched, large.Searched) {
				t.Errorf("%v are searched, and %v in the larger tree", small.Searched, large.Searched)
			}
		}
		if value > best+1e-9 {
			t.Errorf("%d nodes: a mixture has the payoff %v, of tries with at most %v", nodes, value, best)
		}
		losses = append(losses, best-value)
	}
	return losses
}

// every returns all boards of a belief.
func every(b Belief) []tactics.Board {
	which, weights := b.Draw(b.Len(), rand.New(rand.NewPCG(1, 1)))
	boards := make([]tactics.Board, len(which))
	for i, k := range which {
		boards[i] = tactics.Board{Pos: b.State(k).Pos, Weight: weights[i]}
	}
	return boards
}

// keep appends the losses of a decision to the file in VEIL_RESULTS.
func keep(t *testing.T, rules string, seed uint64, decision int, budgets []int, losses []float64) {
	t.Helper()
	name := os.Getenv("VEIL_RESULTS")
	if name == "" {
		return
	}
	var lines strings.Builder
	for i, nodes := range budgets {
		fmt.Fprintf(&lines, "%s\t%d\t%d\t%d\t%.6f\n", rules, seed, decision, nodes, losses[i])
	}
	appended(t, name, lines.String())
}

// appended appends lines to a file.
func appended(t *testing.T, name, lines string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteString(lines)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}
