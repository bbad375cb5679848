// SPDX-License-Identifier: BSD-3-Clause

package krieg_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/selfplay"
)

// bomb is a log that no board fits, which shows only in its last line: a walk through
// Black's moves, depth first, tries them all.
func bomb() string {
	return strings.Repeat("W g1f3 yes\nB moved\nW f3g1 yes\nB moved\n", 8) + "W a2a3 yes stalemate\n"
}

func parseLog(t testing.TB, text string) *krieg.History {
	t.Helper()
	h, err := krieg.ParseLog(text)
	if err != nil {
		t.Fatal(err)
	}
	return &h
}

// TestStreamIsBounded: a walk that finds nothing ends when its nodes are spent, with
// nothing but an error.
func TestStreamIsBounded(t *testing.T) {
	h := parseLog(t, bomb())
	pairs := 0
	for _, err := range krieg.Stream(t.Context(), h, krieg.StreamConfig{Nodes: 100_000}) {
		if pairs++; !errors.Is(err, veil.ErrTooHard) {
			t.Errorf("error %v, want too hard", err)
		}
	}
	if pairs != 1 {
		t.Errorf("%d pairs, want the error alone", pairs)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range krieg.Stream(ctx, h, krieg.StreamConfig{}) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want canceled", err)
		}
	}
}

// TestNodesBoundEstimates: the budget is one for all events, and the same budget stops at
// the same place.
func TestNodesBoundEstimates(t *testing.T) {
	h := parseLog(t, strings.Repeat("W g1f3 yes\nB moved\nW f3g1 yes\nB moved\n", 6))
	for _, l := range []krieg.Limits{{Nodes: 50_000}, {Boards: 20_000}} {
		_, err := krieg.Estimate(t.Context(), h, l)
		_, again := krieg.Estimate(t.Context(), h, l)
		if !errors.Is(err, veil.ErrTooHard) || err.Error() != again.Error() {
			t.Errorf("%+v: %v, then %v; want too hard, twice the same", l, err, again)
		}
	}
	s, err := krieg.Reader{Limits: krieg.Limits{Boards: 20_000}}.Read(t.Context(), h.Log())
	if !errors.Is(err, veil.ErrTooHard) || s.Belief == nil || len(s.Steps) == 0 {
		t.Errorf("error %v with %d steps; want what was known before it was too hard", err, len(s.Steps))
	}
}

// long is work that takes far longer than a test may.
func long(t *testing.T) map[string]func(context.Context) error {
	quiet := strings.Repeat("W g1f3 yes\nB moved\nW f3g1 yes\nB moved\n", 6)
	h, walk := parseLog(t, quiet), parseLog(t, bomb())
	clash := parseLog(t, quiet+"W a2a3 yes stalemate\n")
	b, err := krieg.Estimate(t.Context(), parseLog(t, strings.Repeat("W g1f3 yes\nB moved\nW f3g1 yes\nB moved\n", 2)+"W a2a3 yes\n"), krieg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	many := "me: K7/8/8/8/8/8/8/8\nopp: k@* q@* p@* p@* n@*\n"
	return map[string]func(context.Context) error{
		"estimate": func(ctx context.Context) error { _, err := krieg.Estimate(ctx, h, krieg.Limits{}); return err },
		"read": func(ctx context.Context) error {
			_, err := krieg.Reader{Weigh: krieg.ByRandomMoves}.Read(ctx, quiet)
			return err
		},
		"problem": func(ctx context.Context) error { _, err := krieg.ParseProblem(ctx, many); return err },
		"stream": func(ctx context.Context) error {
			for _, err := range krieg.Stream(ctx, walk, krieg.StreamConfig{Nodes: math.MaxInt}) {
				return err
			}
			return nil
		},
		"conflict": func(ctx context.Context) error {
			for ctx.Err() == nil {
				clash.Conflict(ctx, len(clash.Events)-1)
			}
			return ctx.Err()
		},
		"chances": func(ctx context.Context) error {
			for {
				if _, err := b.Chances(ctx, krieg.Wait); err != nil {
					return err
				}
			}
		},
		"self-play": func(ctx context.Context) error {
			g := selfplay.Generator{FromArray: true, Min: 1 << 30, Cap: 1 << 20, Keep: func(*krieg.History, *krieg.Belief) bool { return false }}
			for i := uint64(0); ; i++ {
				if _, err := g.Game(ctx, 1, i); err != nil {
					return err
				}
			}
		},
	}
}

// TestCancelled cancels long work at random moments and measures how much it does after that: 20
// milliseconds of CPU at most, for 99 of 100. What is tested here allows five times that at the
// median, for the race detector. VEIL_FULL=1 cancels within three seconds, when beliefs have
// millions of boards.
func TestCancelled(t *testing.T) {
	n, within := 60, 60_000 // microseconds
	if testing.Short() {
		n = 8
	}
	if os.Getenv("VEIL_FULL") != "" {
		within = 3_000_000
	}
	r := rand.New(rand.NewPCG(1, 2))
	for name, work := range long(t) {
		t.Run(name, func(t *testing.T) {
			var late []time.Duration
			for range n {
				ctx, cancel := context.WithCancel(t.Context())
				var at time.Duration
				time.AfterFunc(time.Duration(r.IntN(within))*time.Microsecond, func() { at = rusage.CPU(); cancel() })
				err := work(ctx)
				<-ctx.Done()
				late = append(late, rusage.CPU()-at)
				if !errors.Is(err, context.Canceled) {
					t.Fatalf("error %v, want canceled", err)
				}
			}
			slices.Sort(late)
			t.Logf("noticed after %v at the median, %v for 99 of 100", late[n/2], late[n*99/100])
			if late[n/2] > 100*time.Millisecond {
				t.Errorf("noticed after %v at the median", late[n/2])
			}
		})
	}
}
