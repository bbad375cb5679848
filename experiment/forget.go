// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/veilplan/veil/experiment/durable"
)

// Lacks reports whether none of the episodes from first up to end is there.
func (d *Dir) Lacks(first, end uint64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return !slices.ContainsFunc(d.extents, func(e extent) bool { return e.first < end && first < e.end })
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
	err := d.eachTime(func(line *timesLine, _ []byte) {
		if line.By == who && line.First < line.End {
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

// Forget removes every episode that someone played who turned out not to be trusted:
// they are missing from then on, and are played again. His name goes last, so that a
// crash on the way leaves nothing of his behind: Forget can be called again.
func (d *Dir) Forget(who string) error {
	spans, err := d.spansOf(who)
	if err != nil || len(spans) == 0 {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.endSegment(); err != nil {
		return err
	}
	touched := map[int]bool{}
	for _, e := range d.extents {
		touched[e.segment] = touched[e.segment] || overlaps(spans, e.first, e.end)
	}
	for number := range d.number {
		if touched[number+1] {
			err = errors.Join(err, d.drop(number+1, spans))
		}
	}
	if err != nil {
		return err
	}
	if _, err := d.scan(); err != nil {
		return err
	}
	return d.forgetTimes(who)
}

// overlaps reports whether an episode from first up to end is in one of the spans, which
// are in order.
func overlaps(spans []span, first, end uint64) bool {
	i, _ := slices.BinarySearchFunc(spans, first, func(s span, first uint64) int { return cmp.Compare(s.end, first+1) })
	return i < len(spans) && spans[i].first < end
}

// endSegment lets the next chunk start a segment of its own.
func (d *Dir) endSegment() error {
	if d.segment == nil {
		return nil
	}
	err := d.segment.Close()
	d.segment, d.offset = nil, 0
	return err
}

// drop rewrites a segment without some episodes.
func (d *Dir) drop(number int, spans []span) error {
	f, err := os.Open(d.segmentPath(number))
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	return durable.Replace(f.Name(), func(out io.Writer) error {
		in := bufio.NewReaderSize(f, 1<<20)
		e := Episode{Plays: make([]Play, len(d.Spec.Policies))}
		for policy := 0; ; policy = (policy + 1) % len(e.Plays) {
			line, err := readLine(in)
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err == nil && !d.decode.line(bytes.TrimSuffix(line, []byte("\n")), policy, &e) {
				err = ErrDamaged
			}
			if err == nil && !overlaps(spans, e.Index, e.Index+1) {
				_, err = out.Write(line)
			}
			if err != nil {
				return err
			}
		}
	})
}

// forgetTimes removes what is known of when someone played.
func (d *Dir) forgetTimes(who string) error {
	var errs []error
	if d.times != nil {
		errs = append(errs, d.times.Close())
		d.times = nil
	}
	errs = append(errs, durable.Replace(filepath.Join(d.Path, timesName), func(out io.Writer) error {
		var failed error
		err := d.eachTime(func(line *timesLine, text []byte) {
			if line.By != who && failed == nil {
				_, failed = out.Write(append(text, '\n'))
			}
		})
		return errors.Join(err, failed)
	}))
	return errors.Join(errs...)
}
