// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"cmp"
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
	spans, err := d.spansOf(who)
	for _, s := range spans {
		n += s.end - s.first
	}
	return n, err
}

// spansOf lists what someone played: in order, and nothing twice.
func (d *Dir) spansOf(who string) ([]span, error) {
	var all, joined []span
	err := d.eachTime(func(line *timesLine) {
		if line.By == who {
			all = append(all, span{line.First, line.End})
		}
	})
	slices.SortFunc(all, func(a, b span) int { return cmp.Compare(a.first, b.first) })
	for _, s := range all {
		if n := len(joined); n > 0 && s.first <= joined[n-1].end {
			joined[n-1].end = max(joined[n-1].end, s.end)
		} else {
			joined = append(joined, s)
		}
	}
	return joined, err
}

// Forget removes every episode that was stored in a name that turned out not to be
// trusted: they are missing from then on, and are played again. Nothing is rewritten: a
// line in the segment says which episodes no longer count. The times say so last, so that
// after a crash on the way Forget can be called again.
func (d *Dir) Forget(who string) error {
	spans, err := d.spansOf(who)
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

func (d *Dir) tryForget(who string, spans []span) error {
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
