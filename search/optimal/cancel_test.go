// SPDX-License-Identifier: BSD-3-Clause

package optimal_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/search/optimal"
)

// cancelWithin is how much processor time may pass between a cancellation and the
// return: of the process, as the clock on the wall also counts other processes.
const cancelWithin = 20 * time.Millisecond

// job is work that a context can end; done reports whether it was finished.
type job struct {
	name string
	run  func(context.Context) (done bool, err error)
	// renew, if set, makes the job begin again.
	renew func()
}

// TestCancelLatency ends contexts at random moments of making a solver and of solving,
// and measures the time to the return.
func TestCancelLatency(t *testing.T) {
	rounds := 48
	switch {
	case os.Getenv(full) != "":
		rounds = 1000
	case testing.Short():
		rounds = 16
	}
	r := rand.New(rand.NewPCG(7, 0))
	jobs := cancelJobs(t, r)
	var late []time.Duration
	for i := range rounds {
		j := jobs[i%len(jobs)]
		delay := time.Duration(r.IntN(200)) * time.Millisecond
		spent, done, err := interrupt(t.Context(), delay, j.run)
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: %v", j.name, err)
		}
		if done {
			if j.renew != nil {
				j.renew()
			}
			continue
		}
		if late = append(late, spent); spent > cancelWithin {
			t.Logf("%s, ended after %v: %v", j.name, delay, spent)
		}
	}
	slices.Sort(late)
	if len(late) < rounds/4 {
		t.Fatalf("only %d of %d were ended: the test shows little", len(late), rounds)
	}
	p99 := late[(len(late)-1)*99/100]
	t.Logf("%d ended: median %v, p99 %v, most %v", len(late), late[len(late)/2], p99, late[len(late)-1])
	if p99 > cancelWithin {
		t.Errorf("p99 is %v, want at most %v", p99, cancelWithin)
	}
}

// interrupt runs a job, ends its context after a while, and returns the processor time
// from then to the return.
func interrupt(ctx context.Context, after time.Duration, run func(context.Context) (bool, error)) (time.Duration, bool, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var ended atomic.Int64
	timer := time.AfterFunc(after, func() {
		ended.Store(int64(rusage.CPU()))
		cancel()
	})
	defer timer.Stop()
	done, err := run(ctx)
	return rusage.CPU() - time.Duration(ended.Load()), done || ended.Load() == 0, err
}

// cancelJobs lists work of every kind: wide and small positions, both objectives, and
// tables on which even 64 states take long.
func cancelJobs(t *testing.T, r *rand.Rand) []job {
	build := func(name string, p optimal.Problem) job {
		return job{name: name, run: func(ctx context.Context) (bool, error) {
			_, err := optimal.New(ctx, p, optimal.Config{})
			return err == nil, err
		}}
	}
	solve := func(name string, p optimal.Problem, cfg optimal.Config) job {
		s := newSolver(t, p, cfg)
		run := func(ctx context.Context) (bool, error) {
			res, err := s.Solve(ctx, nil, veil.Budget{})
			return res.Done, err
		}
		return job{name, run, func() { s = newSolver(t, p, cfg) }}
	}
	board := newBoard(5, 5, 7).problem()
	wide := wideTable(100_000, 60)
	dense := tableOf(randomRows(r, 64, 40, 2, 3))
	endgame, _ := readEndgames(t)[9].problem()
	return []job{
		build("make 5x5/7", board),
		build("make a wide table", wide),
		solve("solve 5x5/7", board, optimal.Config{}),
		solve("solve a wide table", wide, optimal.Config{BestOnly: true}),
		solve("solve a wide table without tiers", wide, optimal.Config{NoWide: true, NoSmall: true}),
		solve("solve 64 states", dense, optimal.Config{}),
		solve("solve an endgame", endgame, optimal.Config{}),
		solve("openings of 4x4/6", newBoard(4, 4, 6).problem(), optimal.Config{Objective: optimal.Openings}),
	}
}

// wideTable makes a table of many states and actions, the state in binary among them so
// that no two are alike.
func wideTable(states, actions int) optimal.Problem {
	return optimal.Problem{States: states, Actions: actions, Read: func(s int, seen []uint8) {
		x := uint64(s)
		for a := range seen {
			x = x*6364136223846793005 + 1442695040888963407
			switch {
			case a < 20:
				seen[a] = uint8(s >> a & 1)
			case x>>60 < 3:
				seen[a] = optimal.Fatal
			default:
				seen[a] = uint8(x>>58) % 4
			}
		}
		for a := range seen[:20] {
			if x>>(a+10)&7 == 0 && a > 2 {
				seen[a] += 2
			}
		}
	}}
}
