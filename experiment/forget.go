// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"encoding/json"
	"slices"
)

// Lacks reports whether none of the episodes from first up to end is there.
func (d *Dir) Lacks(first, end uint64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return !slices.ContainsFunc(d.index, func(e extent) bool { return e.first < end && first < e.end })
}

// PlayedBy returns how many episodes were stored in someone's name.
func (d *Dir) PlayedBy(who string) (n uint64, err error) {
	spans, err := d.Of(who)
	for _, s := range spans {
		n += s.End - s.First
	}
	return n, err
}

// Forgotten returns how many names were forgotten.
func (d *Dir) Forgotten() (int, error) {
	names := map[string]bool{}
	err := d.eachTimesLine(func(line *timesLine) {
		if line.Forget != "" {
			names[line.Forget] = true
		}
	})
	return len(names), err
}

// Contribution is a stretch of episodes that was stored in someone's name.
type Contribution struct {
	Span
	By string
}

// Contributions lists what was stored in names, in the order in which it was stored. An
// episode that was stored more than once is listed in the last name only.
func (d *Dir) Contributions() (all []Contribution, err error) {
	err = d.eachTime(func(line *timesLine, left []Span) {
		for _, s := range left {
			if line.By != "" {
				all = append(all, Contribution{s, line.By})
			}
		}
	})
	return all, err
}

// Lines calls see with the lines of every wanted episode, as they are in a [Chunk]. The
// lines are valid only during the call.
func (d *Dir) Lines(want func(episode uint64) bool, see func(episode uint64, lines []byte)) error {
	var text []byte
	for e, err := range d.Episodes() {
		if err != nil {
			return err
		}
		if want(e.Index) {
			text = d.Spec.appendEpisode(text[:0], e)
			see(e.Index, text)
		}
	}
	return nil
}

// Of lists the episodes that are stored in someone's name: in order, and nothing twice.
func (d *Dir) Of(who string) ([]Span, error) {
	var all cover
	err := d.eachTime(func(line *timesLine, left []Span) {
		for _, s := range left {
			if line.By == who {
				all.add(s)
			}
		}
	})
	return d.there(all), err
}

// there leaves out the episodes that are not there: of a chunk that a crash has cut off
// only the times may be.
func (d *Dir) there(all []Span) (left []Span) {
	var gaps cover
	for _, gap := range d.missing() {
		gaps.add(gap)
	}
	for _, s := range all {
		left = append(left, gaps.lacks(s)...)
	}
	return left
}

// Forget removes every episode that was stored in a name that turned out not to be
// trusted: they are missing from then on, and are played again. Nothing is rewritten: a
// line in the segment says which episodes no longer count. The times say so last, so that
// after a crash on the way Forget can be called again.
func (d *Dir) Forget(who string) error {
	spans, err := d.Of(who)
	if err != nil || len(spans) == 0 {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.broken == nil {
		d.broken = d.tryForget(who, spans)
	}
	return d.broken
}

func (d *Dir) tryForget(who string, spans []Span) error {
	if err := d.unseal(); err != nil {
		return err
	}
	var lines []byte
	for _, s := range spans {
		lines = appendForget(lines, s)
	}
	if _, err := d.addBatch(lines); err != nil {
		return err
	}
	for _, s := range spans {
		d.index.forget(s)
	}
	line, err := json.Marshal(timesLine{Forget: who})
	if err != nil {
		return err
	}
	return d.addTimes(append(line, '\n'), true)
}
