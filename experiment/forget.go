// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"encoding/json"
	"slices"
)

// Lacks reports whether no episode in [first, end) is stored.
func (d *Dir) Lacks(first, end uint64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return !slices.ContainsFunc(d.index, func(e extent) bool { return e.first < end && first < e.end })
}

// PlayedBy returns the number of episodes stored under a worker's name.
func (d *Dir) PlayedBy(who string) (n uint64, err error) {
	spans, err := d.Of(who)
	for _, s := range spans {
		n += s.End - s.First
	}
	return n, err
}

// Forgotten returns the number of names whose episodes were forgotten.
func (d *Dir) Forgotten() (int, error) {
	names := map[string]bool{}
	err := d.eachTimesLine(func(line *timesLine) {
		if line.Forget != "" {
			names[line.Forget] = true
		}
	})
	return len(names), err
}

// Contribution is a range of episodes stored under a worker's name.
type Contribution struct {
	Span
	By string
}

// Contributions lists the ranges stored under names, in the order of storing. An episode that was
// stored more than once is listed only under the last name.
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

// Lines calls see with the lines of every wanted episode, in the form of a [Chunk]. The lines are
// valid only during the call.
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

// Of returns the episodes stored under a name, in order and without repetition.
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

// there removes the episodes that are not stored: of a chunk that a crash has cut off, only the
// times may be stored.
func (d *Dir) there(all []Span) (left []Span) {
	gaps := d.gaps()
	for _, s := range all {
		left = append(left, gaps.lacks(s)...)
	}
	return left
}

// gaps returns the episodes that are not stored.
func (d *Dir) gaps() (gaps cover) {
	for _, gap := range d.missing() {
		gaps.add(gap)
	}
	return gaps
}

// Forget removes every episode stored under a name that is no longer trusted: they count as missing
// and are played again. Nothing is rewritten: a line in the segment lists the episodes that no
// longer count. The times file records it last, so that Forget can be called again after a crash in
// between.
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
	if err := d.drop(spans); err != nil {
		return err
	}
	line, err := json.Marshal(timesLine{Forget: who})
	if err != nil {
		return err
	}
	return d.addTimes(append(line, '\n'), true)
}

// drop stores that some episodes no longer count.
func (d *Dir) drop(spans []Span) error {
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
	return nil
}
