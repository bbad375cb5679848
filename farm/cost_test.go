// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"fmt"
	"os"
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

// TestCheckCost compares the processor time of a farm that checks with that of one that
// does not, at chunks of ten seconds: what all checks cost, by time and by count.
func TestCheckCost(t *testing.T) {
	if os.Getenv("VEIL_FULL") == "" {
		t.Skip("takes minutes: make farm-scale")
	}
	const few, many = 200, 6200
	per := (bareLoops(t, many) - bareLoops(t, few)) / (many - few)
	size := max(int(10*time.Second/per), 1)
	games := number("VEIL_CHUNKS", 6) * size
	var without, with time.Duration
	var checked int
	for _, check := range []float64{-1, 0, 0, -1} { // in this order, because the machine does other things, too
		cpu, n := throughFarm(t, games, size, check)
		if check < 0 {
			without += cpu
		} else {
			with, checked = with+cpu, checked+n
		}
	}
	share := float64(checked) / float64(2*games)
	t.Logf("%d games in chunks of %d: %v of a processor without checks, %v with: %+.2f%%; %.2f%% of the games were played again",
		2*games, size, without.Round(time.Millisecond), with.Round(time.Millisecond), 100*(float64(with)/float64(without)-1), 100*share)
	if float64(with) > 1.03*float64(without) || share > 0.03 || share < 0.01 {
		t.Error("the checks cost more than they should, or there are none")
	}
}

// TestCost compares the games per processor second of a farm with two worker processes,
// everything included, with those of two bare loops that play the same games at the same
// time: at chunks of about ten seconds, and as they shrink to ten milliseconds. Time is
// that of the processor, because the machine does other things; loop and farm take turns,
// because it does not do them evenly.
func TestCost(t *testing.T) {
	if os.Getenv("VEIL_FULL") == "" {
		t.Skip("takes minutes: make farm-scale")
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
			cpu, _ := throughFarm(t, games, size, -1)
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

// throughFarm plays games on a farm of four processes, and returns the processor time of
// all of them, and how many games were played again.
func throughFarm(t *testing.T, games, chunk int, check float64) (sum time.Duration, checked int) {
	t.Helper()
	w := &world{t: t, dir: t.TempDir(), spec: fmt.Sprintf(minesSpec, games)}
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
