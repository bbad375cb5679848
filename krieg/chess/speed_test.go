// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package chess_test

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/krieg/chess"
)

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, fen string
		depth     int
	}{{"start", startFEN, 5}, {"kiwipete", kiwipete, 4}} {
		b.Run(fmt.Sprintf("position=%s/depth=%d", c.name, c.depth), func(b *testing.B) {
			p := parse(b, c.fen)
			b.ReportAllocs()
			var n uint64
			for b.Loop() {
				n += chess.Perft(p, c.depth)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// TestSpeedAgainstStockfish asks for at least 0.8 of the speed of Stockfish's own
// "go perft", CPU time against CPU time, in alternating runs. A time on a shared
// machine is no fact about the code, so it runs on request: VEIL_FULL=1.
func TestSpeedAgainstStockfish(t *testing.T) {
	if os.Getenv("VEIL_FULL") == "" {
		t.Skip("compares speeds; set VEIL_FULL=1 to run it")
	}
	name := stockfish(t)
	idle := stockfishTime(t, name, "isready\nquit\n")
	for _, c := range []struct {
		name, fen string
		depth     int
		nodes     uint64
	}{{"start", startFEN, 6, 119060324}, {"kiwipete", kiwipete, 5, 193690690}} {
		p := parse(t, c.fen)
		ours, theirs := time.Duration(1<<62), time.Duration(1<<62)
		for range 3 {
			theirs = min(theirs, stockfishTime(t, name, fmt.Sprintf("position fen %s\ngo perft %d\nquit\n", c.fen, c.depth))-idle)
			ours = min(ours, cpuTime(func() {
				if got := chess.Perft(p, c.depth); got != c.nodes {
					t.Errorf("%s: %d nodes, want %d", c.name, got, c.nodes)
				}
			}))
		}
		ratio := theirs.Seconds() / ours.Seconds()
		mn := float64(c.nodes) / 1e6
		t.Logf("%s depth %d: %.0f Mnodes/s, Stockfish %.0f Mnodes/s, ratio %.2f", c.name, c.depth, mn/ours.Seconds(), mn/theirs.Seconds(), ratio)
		if ratio < 0.8 {
			t.Errorf("%s: %.2f of Stockfish's speed, want at least 0.8", c.name, ratio)
		}
	}
}

func stockfishTime(t *testing.T, name, script string) time.Duration {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name)
	cmd.Stdin = strings.NewReader(script)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("stockfish: %v\n%s", err, out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// cpuTime returns the processor time f takes.
func cpuTime(f func()) time.Duration {
	runtime.GC()
	before := rusage.CPU()
	f()
	return rusage.CPU() - before
}
