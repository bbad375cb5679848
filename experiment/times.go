// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"time"

	"github.com/veilplan/veil/experiment/stats"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/play"
)

// Clock returns the time since some fixed moment.
type Clock func() time.Duration

// Times are the durations of a run. They depend on the machine and its load, and may lack work that
// was in progress during a crash.
type Times struct {
	Episodes uint64            // that were timed
	Busy     time.Duration     // the sum over all workers
	Moves    []stats.Histogram // nanoseconds per move, by policy; empty if not recorded
	Spent    []spent           // CPU time of all moves, by policy; zero if not recorded
}

// ChunkTimes are the durations of a chunk.
type ChunkTimes struct {
	Nanoseconds int64       `json:"ns"`
	Moves       []MoveTimes `json:"moves,omitempty"` // by policy
	Spent       []spent     `json:"spent,omitempty"` // by policy
}

// spent is the CPU time, in nanoseconds, of a player and of everybody else at its tables: the world,
// the opponents, and the processes that these keep.
type spent struct {
	Player int64 `json:"player"`
	Others int64 `json:"others"`
}

// MoveTimes is a histogram of nanoseconds without its empty bins: pairs of bin and
// count.
type MoveTimes struct {
	Max  uint64   `json:"max"`
	Bins [][2]int `json:"bins"`
}

// watch measures a chunk. A nil one measures nothing.
type watch struct {
	clock Clock
	start time.Duration
	move  Clock             // that times moves; nil if none does
	moves []stats.Histogram // by policy
	spent []spent           // by policy, if CPU time is recorded
	skip  []bool            // policies whose time this process cannot measure
}

func startWatch(clock Clock, spec *Spec) *watch {
	if clock == nil {
		return nil
	}
	w := &watch{clock: clock, start: clock()}
	switch {
	case spec.keeps(Time):
		w.move = clock
	case spec.keeps(CPU):
		w.move = ThreadTime
	default:
		return w
	}
	w.moves, w.skip = make([]stats.Histogram, len(spec.Policies)), make([]bool, len(spec.Policies))
	for i, p := range spec.Policies {
		w.skip[i] = spec.keeps(CPU) && p.Player == play.Outside
	}
	if spec.keeps(CPU) {
		w.spent = make([]spent, len(spec.Policies))
	}
	return w
}

// ThreadTime returns the CPU time of the calling thread, which measures the cost of a computation
// even on a busy machine. Lock the goroutine to its thread while you measure: see
// [runtime.LockOSThread]. On systems without a clock per thread, it is the CPU time of the process.
func ThreadTime() time.Duration { return rusage.Thread() }

// ProcessTime returns the CPU time of this process.
func ProcessTime() time.Duration { return rusage.CPU() }

// moveClock returns the clock for moves, or nil.
func (w *watch) moveClock() Clock {
	if w == nil {
		return nil
	}
	return w.move
}

func (w *watch) add(policy int, plies []play.Ply) {
	if w.moveClock() == nil || w.skip[policy] {
		return
	}
	for i := range plies {
		w.moves[policy].Add(uint64(plies[i].Time))
		if w.spent != nil {
			w.spent[policy].Player += int64(plies[i].Time)
			w.spent[policy].Others += int64(plies[i].Others)
		}
	}
}

// times returns the measurements.
func (w *watch) times() *ChunkTimes {
	if w == nil {
		return nil
	}
	t := &ChunkTimes{Nanoseconds: int64(w.clock() - w.start), Spent: w.spent}
	for i := range w.moves {
		t.Moves = append(t.Moves, sparse(&w.moves[i]))
	}
	return t
}

func sparse(h *stats.Histogram) MoveTimes {
	t := MoveTimes{Max: h.Max, Bins: [][2]int{}}
	for bin, n := range h.Counts {
		if n > 0 {
			t.Bins = append(t.Bins, [2]int{bin, n})
		}
	}
	return t
}
