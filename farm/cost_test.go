// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"fmt"
	"os"
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
			farm += throughFarm(t, games, size)
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
// all of them.
func throughFarm(t *testing.T, games, chunk int) (sum time.Duration) {
	t.Helper()
	w := &world{t: t, dir: t.TempDir(), spec: fmt.Sprintf(minesSpec, games)}
	w.role = role{Spec: w.spec, Chunk: chunk, Wait: 30 * time.Second, Check: -1}
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
	return sum
}
