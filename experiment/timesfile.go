// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"time"

	"github.com/veilplan/veil/experiment/stats"
)

// timesLine is a line of times.jsonl: a chunk, or a name whose chunks so far no longer count.
type timesLine struct {
	First uint64 `json:"first"`
	End   uint64 `json:"end"`
	By    string `json:"by,omitempty"`
	Month string `json:"month,omitempty"`
	ChunkTimes
	Forget string `json:"forget,omitempty"`
}

// timesLine returns the line of a chunk, or nil if there is nothing to record.
func (c *Chunk) timesLine() ([]byte, error) {
	if c.Times == nil && c.By == "" && !c.replaces {
		return nil, nil
	}
	line := timesLine{First: c.First, End: c.End, By: c.By, Month: c.Month}
	if c.Times != nil {
		line.ChunkTimes = *c.Times
	}
	text, err := json.Marshal(line)
	return append(text, '\n'), err
}

// Times returns the durations of the run.
func (d *Dir) Times() (Times, error) {
	sum := Times{Moves: make([]stats.Histogram, len(d.Spec.Policies)), Spent: make([]spent, len(d.Spec.Policies))}
	err := d.eachTime(func(line *timesLine, _ []Span) { sum.merge(line) })
	return sum, err
}

// eachTime calls see for the chunks in the times that still count: not the forgotten ones, nor
// those whose episodes were all stored again. left lists the episodes that the chunk still stands
// for.
func (d *Dir) eachTime(see func(line *timesLine, left []Span)) error {
	standing, err := d.standing()
	if err != nil {
		return err
	}
	lines := 0
	return d.eachTimesLine(func(line *timesLine) {
		if lines < len(standing) && len(standing[lines]) > 0 { // further lines were added meanwhile
			see(line, standing[lines])
		}
		lines++
	})
}

// standing returns, for every line of the times, the episodes that nobody has stored later.
func (d *Dir) standing() ([][]Span, error) {
	var all []Span
	var by []string
	forgotten := map[string]int{} // by name: the lines before the last one that forgets it
	err := d.eachTimesLine(func(line *timesLine) {
		if line.Forget != "" {
			forgotten[line.Forget] = len(all)
		}
		all, by = append(all, Span{line.First, line.End}), append(by, line.By)
	})
	standing := make([][]Span, len(all))
	var later cover
	for i, s := range slices.Backward(all) {
		if s.First < s.End && i >= forgotten[by[i]] {
			standing[i] = later.add(s)
		}
	}
	return standing, err
}

// cover is a set of episodes: sorted ranges that do not touch.
type cover []Span

// touching returns the ranges of the set that touch s.
func (c cover) touching(s Span) (from, to int) {
	from, _ = slices.BinarySearchFunc(c, s.First, func(have Span, first uint64) int { return cmp.Compare(have.End, first) })
	for to = from; to < len(c) && c[to].First <= s.End; to++ {
	}
	return from, to
}

// lacks returns the parts of a range that are not in the set.
func (c cover) lacks(s Span) (left []Span) {
	from, to := c.touching(s)
	for _, have := range c[from:to] {
		if s.First < have.First {
			left = append(left, Span{s.First, have.First})
		}
		s.First = max(s.First, have.End)
	}
	if s.First < s.End {
		left = append(left, s)
	}
	return left
}

// has reports whether any part of a range is in the set.
func (c cover) has(s Span) bool {
	left := c.lacks(s)
	return len(left) != 1 || left[0] != s
}

// add adds a range, and returns the parts that were not in the set.
func (c *cover) add(s Span) (news []Span) {
	news = c.lacks(s)
	from, to := c.touching(s)
	for _, have := range (*c)[from:to] {
		s = Span{min(s.First, have.First), max(s.End, have.End)}
	}
	*c = slices.Replace(*c, from, to, s)
	return news
}

func (d *Dir) eachTimesLine(see func(*timesLine)) error {
	_, err := d.eachTimesText(func(text []byte) error {
		var line timesLine
		if json.Unmarshal(text, &line) == nil { // fails for lines torn before they had checksums
			see(&line)
		}
		return nil
	})
	return err
}

// eachTimesText reads the times line by line: sealed lines unconditionally, others only if they are
// valid. It returns the size of the skipped lines.
func (d *Dir) eachTimesText(see func(line []byte) error) (torn int64, err error) {
	f, err := d.fsys.Open(filepath.Join(d.Path, timesName))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer f.Close() //nolint:errcheck // only read
	in := bufio.NewReader(f)
	for left := d.sealedTimes(); ; {
		line, err := readLine(in)
		if len(line) == 0 || err != nil && !errors.Is(err, io.EOF) {
			return torn, notEOF(err)
		}
		_, whole := d.check.body(line)
		cut := line[len(line)-1] != '\n'
		runsOn := d.plain && cut // without a newline it would run into the next line
		if left -= int64(len(line)); left >= 0 && !runsOn || whole {
			if err := see(line); err != nil {
				return torn, err
			}
			continue
		}
		if torn += int64(len(line)); cut && len(line) >= maxLine {
			return torn, nil
		}
	}
}

func notEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// sealedTimes returns the number of sealed bytes of the times.
func (d *Dir) sealedTimes() int64 {
	switch {
	case d.plain:
		return math.MaxInt64
	case d.seal.Times == nil:
		return 0
	default:
		return d.seal.Times.Bytes
	}
}

// checkTimes compares the times with the seal. More may follow the sealed part while a session is
// running; it is not fsynced, so a crash may tear any of it.
func (d *Dir) checkTimes() error {
	sealed, more, err := d.sumAndMore(timesName, d.sealedTimes())
	if errors.Is(err, fs.ErrNotExist) {
		if d.seal.Times == nil {
			return nil
		}
		return &FileError{timesName, "missing, but seal.json lists it"}
	}
	if err != nil {
		return err
	}
	if d.seal.Times != nil && sealed != *d.seal.Times || !d.seal.Open && more {
		return &FileError{timesName, notSealed}
	}
	if d.loose.times = more; !more {
		return nil
	}
	torn, err := d.eachTimesText(func([]byte) error { return nil })
	if torn > 0 {
		d.note("%s: %d bytes are not complete lines", timesName, torn)
	}
	return err
}

// sumStart returns the size and digest of the first bytes of a file.
func (d *Dir) sumStart(name string, size int64) (sealedFile, error) {
	start, _, err := d.sumAndMore(name, size)
	return start, err
}

// sumAndMore is sumStart, and reports whether more follows.
func (d *Dir) sumAndMore(name string, size int64) (start sealedFile, more bool, err error) {
	f, err := d.fsys.Open(filepath.Join(d.Path, name))
	if err != nil {
		return sealedFile{}, false, err
	}
	defer f.Close() //nolint:errcheck // only read
	sum := sha256.New()
	n, err := io.Copy(sum, io.LimitReader(f, size))
	if err == nil {
		_, err = io.ReadFull(f, make([]byte, 1))
		more, err = err == nil, notEOF(err)
	}
	return sealedFile{n, hexSum(sum)}, more, err
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
	for i, s := range line.Spent[:min(len(line.Spent), len(t.Spent))] {
		t.Spent[i].Player += s.Player
		t.Spent[i].Others += s.Others
	}
}
