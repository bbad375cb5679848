// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// minesSpec is games of some milliseconds each.
const minesSpec = `
name: mines
domain: mines
board: 16x16/40
first: zero
policies: [{id: safest}]
episodes: %d
seed: 3
`

// cpu returns the processor time of a process that has ended.
func (p *process) cpu() time.Duration { return p.ProcessState.UserTime() + p.ProcessState.SystemTime() }

// cheapSpec is games that cost less than their messages do.
const cheapSpec = "{name: cheap, domain: tiger, horizon: 3, policies: [{id: random}], episodes: %d, seed: 1}"

// TestCheckCost measures what all checks cost, at chunks of ten seconds. Most of it is the
// games that are played again: they are counted. The rest, messages and bookkeeping, is
// lost in the noise of processor times of real games, so it is measured with games that
// cost almost nothing: by the processor time of farms with and without checks, which take
// turns. Both together must stay below 3%. The same comparison with real games is printed,
// too, and must not exceed that every time.
func TestCheckCost(t *testing.T) {
	if os.Getenv("VEIL_FULL") == "" {
		t.Skip("takes minutes: tools/nightly farm-scale")
	}
	const few, many = 200, 6200
	per := (bareLoops(t, many) - bareLoops(t, few)) / (many - few)
	size := max(int(10*time.Second/per), 1)
	rounds := number("VEIL_ROUNDS", 5)
	cheap := takeTurns(t, cheapSpec, 8*size, size, rounds)
	real := takeTurns(t, minesSpec, number("VEIL_CHUNKS", 2)*size, size, rounds)
	share, each := median(real.shares), time.Duration(median(cheap.each))
	cost := share * (1 + float64(each)/float64(per))
	t.Logf("a game takes %v; of %d games in chunks of %d, %.2f%% were played again; messages and bookkeeping of a check take %v: all checks cost %.2f%%",
		per, real.games, size, 100*share, each, 100*cost)
	t.Logf("the processor time of real games with checks, of that without: median %.3f of %.3f", median(real.ratios), real.ratios)
	if cost > 0.03 || share < 0.01 {
		t.Error("the checks cost more than they should, or there are none")
	}
	if slices.Min(real.ratios) > 1.03 {
		t.Error("the farm with checks took more than 3% longer every time")
	}
}

// turns compares farms with and without checks, that take turns because the machine does
// other things, too.
type turns struct {
	games  int
	shares []float64 // of the games that were played again
	ratios []float64 // of the processor times
	each   []float64 // nanoseconds of a check
}

func takeTurns(t *testing.T, spec string, games, size, rounds int) turns {
	t.Helper()
	all := turns{games: games}
	for i := range rounds {
		var without, with time.Duration
		var checked int
		for j := range 2 {
			if (i+j)%2 == 0 {
				without, _ = throughFarm(t, fmt.Sprintf(spec, games), size, -1)
			} else {
				with, checked = throughFarm(t, fmt.Sprintf(spec, games), size, 0)
			}
		}
		all.shares = append(all.shares, float64(checked)/float64(games))
		all.ratios = append(all.ratios, float64(with)/float64(without))
		all.each = append(all.each, float64(with-without)/float64(checked))
		t.Logf("%d games: %v of a processor without checks, %v with, %d played again", games, without, with, checked)
	}
	return all
}

func median(all []float64) float64 {
	sorted := slices.Sorted(slices.Values(all))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// TestCost compares the games per processor second of a farm with two worker processes,
// everything included, with those of two bare loops that play the same games at the same
// time: at chunks of about ten seconds, and as they shrink to ten milliseconds. Time is
// that of the processor, because the machine does other things; loop and farm take turns,
// because it does not do them evenly.
func TestCost(t *testing.T) {
	if os.Getenv("VEIL_FULL") == "" {
		t.Skip("takes minutes: tools/nightly farm-scale")
	}
	const few, many = 200, 6200
	nothing := bareLoops(t, few) // the start of the processes, mostly
	per := (bareLoops(t, many) - nothing) / (many - few)
	t.Logf("a game takes %v of a processor", per)
	for _, c := range []struct {
		chunk  time.Duration
		chunks int // that each of the two workers plays
		rounds int
		least  float64
	}{
		{10 * time.Second, 1, 3, 0.97},
		{3 * time.Second, 2, 1, 0},
		{time.Second, 4, 1, 0},
		{300 * time.Millisecond, 10, 1, 0},
		{100 * time.Millisecond, 30, 1, 0},
		{30 * time.Millisecond, 60, 1, 0},
		{10 * time.Millisecond, 100, 1, 0},
	} {
		size := max(int(c.chunk/per), 1)
		games := 2 * c.chunks * size
		var bare, farm time.Duration
		for range c.rounds {
			bare += bareLoops(t, games)
			cpu, _ := throughFarm(t, fmt.Sprintf(minesSpec, games), size, -1)
			farm += cpu
		}
		ratio := float64(bare) / float64(farm)
		t.Logf("chunks of %-6v %5d games: %v bare, %v through the farm: %.3f of the games per processor second",
			c.chunk, games*c.rounds, bare.Round(time.Millisecond), farm.Round(time.Millisecond), ratio)
		if ratio < c.least {
			t.Errorf("chunks of %v: %.3f, want at least %v", c.chunk, ratio, c.least)
		}
	}
}

// bareLoops plays games in two processes, and returns the processor time they took.
func bareLoops(t *testing.T, games int) (sum time.Duration) {
	t.Helper()
	half := uint64(games / 2)
	spec := fmt.Sprintf(minesSpec, games)
	loops := []*process{start(t, role{Spec: spec, Bare: [2]uint64{0, half}}), start(t, role{Spec: spec, Bare: [2]uint64{half, 2 * half}})}
	for _, p := range loops {
		if <-p.over; p.err != nil {
			t.Fatalf("%v\n%s", p.err, p.said.String())
		}
		sum += p.cpu()
	}
	return sum
}

// throughFarm plays a spec on a farm of four processes, and returns the processor time of
// all of them, and how many games were played again.
func throughFarm(t *testing.T, spec string, chunk int, check float64) (sum time.Duration, checked int) {
	t.Helper()
	w := &world{t: t, dir: t.TempDir(), spec: spec}
	w.role = role{Spec: w.spec, Chunk: chunk, Wait: 30 * time.Second, Check: check}
	w.serve()
	w.hire(2, nil)
	w.start()
	if <-w.run.over; w.run.err != nil {
		t.Fatalf("%v\n%s", w.run.err, tail(w.run.said.String()))
	}
	for _, p := range append(w.workers, w.servers...) {
		if err := p.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		<-p.over
	}
	for _, p := range append(append(w.workers, w.servers...), w.run) {
		sum += p.cpu()
	}
	_, said, _ := strings.Cut(w.run.said.String(), " checked=")
	if _, err := fmt.Sscan(said, &checked); err != nil {
		t.Errorf("how many were checked? %v", err)
	}
	return sum, checked
}
