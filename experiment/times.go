// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/veilplan/veil/experiment/stats"
	"github.com/veilplan/veil/play"
)

// Clock tells how much time has passed since some moment.
type Clock func() time.Duration

// Times says how long a run took. It depends on the machine and on what else it did,
// and may miss what was going on during a crash.
type Times struct {
	Episodes uint64            // that were timed
	Busy     time.Duration     // the sum over all workers
	Moves    []stats.Histogram // nanoseconds per move, by policy; empty if not recorded
}

// ChunkTimes says how long a chunk took.
type ChunkTimes struct {
	Nanoseconds int64       `json:"ns"`
	Moves       []MoveTimes `json:"moves,omitempty"` // by policy
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
	moves []stats.Histogram // by policy; nil if moves are not timed
}

func startWatch(clock Clock, spec *Spec) *watch {
	if clock == nil {
		return nil
	}
	w := &watch{clock: clock, start: clock()}
	if spec.keeps(Time) {
		w.moves = make([]stats.Histogram, len(spec.Policies))
	}
	return w
}

// moveClock is the clock for moves, or nil.
func (w *watch) moveClock() Clock {
	if w == nil || w.moves == nil {
		return nil
	}
	return w.clock
}

func (w *watch) add(policy int, plies []play.Ply) {
	if w.moveClock() == nil {
		return
	}
	for i := range plies {
		w.moves[policy].Add(uint64(plies[i].Time))
	}
}

// times returns what was measured.
func (w *watch) times() *ChunkTimes {
	if w == nil {
		return nil
	}
	t := &ChunkTimes{Nanoseconds: int64(w.clock() - w.start)}
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

// timesLine is a line of times.jsonl: one chunk.
type timesLine struct {
	First uint64 `json:"first"`
	End   uint64 `json:"end"`
	By    string `json:"by,omitempty"`
	ChunkTimes
}

// timesLine is the line of a chunk, or nothing if nothing is known.
func (c *Chunk) timesLine() ([]byte, error) {
	if c.Times == nil && c.By == "" {
		return nil, nil
	}
	line := timesLine{First: c.First, End: c.End, By: c.By}
	if c.Times != nil {
		line.ChunkTimes = *c.Times
	}
	text, err := json.Marshal(line)
	// A newline first: the line before may be torn.
	return append(append([]byte("\n"), text...), '\n'), err
}

// Times reads how long the run took.
func (d *Dir) Times() (Times, error) {
	sum := Times{Moves: make([]stats.Histogram, len(d.Spec.Policies))}
	err := d.eachTime(func(line *timesLine, _ []byte) { sum.merge(line) })
	return sum, err
}

// eachTime reads the lines of the times, as values and as they are written.
func (d *Dir) eachTime(see func(line *timesLine, text []byte)) error {
	f, err := os.Open(filepath.Join(d.Path, timesName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var line timesLine
		if json.Unmarshal(lines.Bytes(), &line) == nil { // else empty, or torn
			see(&line, lines.Bytes())
		}
	}
	return lines.Err()
}

func (t *Times) merge(line *timesLine) {
	t.Episodes += line.End - line.First
	t.Busy += time.Duration(line.Nanoseconds)
	for i := range line.Moves[:min(len(line.Moves), len(t.Moves))] {
		h := &t.Moves[i]
		for _, bin := range line.Moves[i].Bins {
			if bin[0] >= 0 && bin[0] < len(h.Counts) {
				h.Counts[bin[0]] += bin[1]
				h.N += bin[1]
			}
		}
		h.Max = max(h.Max, line.Moves[i].Max)
	}
}
