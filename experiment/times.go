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

// chunkTimes measures a chunk. A nil one measures nothing.
type chunkTimes struct {
	clock Clock
	start time.Duration
	moves []stats.Histogram // by policy; nil if moves are not timed
}

func startTimes(clock Clock, spec *Spec) *chunkTimes {
	if clock == nil {
		return nil
	}
	t := &chunkTimes{clock: clock, start: clock()}
	if spec.keeps(Time) {
		t.moves = make([]stats.Histogram, len(spec.Policies))
	}
	return t
}

// moveClock is the clock for moves, or nil.
func (t *chunkTimes) moveClock() Clock {
	if t == nil || t.moves == nil {
		return nil
	}
	return t.clock
}

func (t *chunkTimes) add(policy int, plies []play.Ply) {
	if t.moveClock() == nil {
		return
	}
	for i := range plies {
		t.moves[policy].Add(uint64(plies[i].Time))
	}
}

// timesLine is a line of times.jsonl: one chunk.
type timesLine struct {
	First       uint64      `json:"first"`
	End         uint64      `json:"end"`
	Nanoseconds int64       `json:"ns"`
	Moves       []movesLine `json:"moves,omitempty"`
}

// movesLine is a histogram without its empty bins: pairs of bin and count.
type movesLine struct {
	Max  uint64   `json:"max"`
	Bins [][2]int `json:"bins"`
}

// addTimes stores how long a chunk took. Losing it would be no harm, so it is not
// forced to the disk.
func (d *Dir) addTimes(s span, t *chunkTimes) error {
	if t == nil {
		return nil
	}
	line := timesLine{First: s.first, End: s.end, Nanoseconds: int64(t.clock() - t.start)}
	for i := range t.moves {
		line.Moves = append(line.Moves, sparse(&t.moves[i]))
	}
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.times == nil {
		name := filepath.Join(d.Path, timesName)
		if d.times, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644); err != nil {
			return err
		}
	}
	// A newline first: the line before may be torn.
	_, err = d.times.Write(append(append([]byte("\n"), text...), '\n'))
	return err
}

func sparse(h *stats.Histogram) movesLine {
	line := movesLine{Max: h.Max, Bins: [][2]int{}}
	for bin, n := range h.Counts {
		if n > 0 {
			line.Bins = append(line.Bins, [2]int{bin, n})
		}
	}
	return line
}

// Times reads how long the run took.
func (d *Dir) Times() (Times, error) {
	sum := Times{Moves: make([]stats.Histogram, len(d.Spec.Policies))}
	f, err := os.Open(filepath.Join(d.Path, timesName))
	if errors.Is(err, fs.ErrNotExist) {
		return sum, nil
	}
	if err != nil {
		return sum, err
	}
	defer f.Close() //nolint:errcheck // only read
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var line timesLine
		if json.Unmarshal(lines.Bytes(), &line) == nil { // else empty, or torn
			sum.merge(&line)
		}
	}
	return sum, lines.Err()
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
