// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/veilplan/veil/experiment/durable"
)

// Span is the half-open range [First, End) of episodes.
type Span struct{ First, End uint64 }

// Have returns how many of the requested episodes are stored.
func (d *Dir) Have() uint64 {
	have := d.Spec.Episodes
	for _, gap := range d.missing() {
		have -= gap.End - gap.First
	}
	return have
}

// missing returns the episodes that are not stored, in order.
func (d *Dir) missing() []Span {
	var gaps []Span
	next := uint64(0)
	for _, e := range d.sorted() {
		if first := min(e.first, d.Spec.Episodes); first > next {
			gaps = append(gaps, Span{next, first})
		}
		next = max(next, e.end)
	}
	if next < d.Spec.Episodes {
		gaps = append(gaps, Span{next, d.Spec.Episodes})
	}
	return gaps
}

func (d *Dir) sorted() []extent {
	d.mu.Lock()
	defer d.mu.Unlock()
	sorted := slices.Clone([]extent(d.index))
	slices.SortFunc(sorted, func(a, b extent) int { return cmp.Compare(a.first, b.first) })
	return sorted
}

// Episodes yields the stored episodes in order, each once, however they were stored. An episode is
// valid until the next one.
func (d *Dir) Episodes() iter.Seq2[*Episode, error] {
	return func(yield func(*Episode, error) bool) {
		r := reader{dir: d, files: map[int]durable.ReadFile{}, end: d.Spec.Episodes}
		r.episode.Plays = make([]Play, len(d.Spec.Policies))
		err := r.all(func(e *Episode) bool { return yield(e, nil) })
		for _, f := range r.files {
			err = errors.Join(err, f.Close())
		}
		if err != nil && !r.stopped {
			yield(nil, err)
		}
	}
}

// reader reads the segments of a run in the order of the episodes.
type reader struct {
	dir     *Dir
	files   map[int]durable.ReadFile
	next    uint64 // the first episode not yet seen
	end     uint64
	stopped bool
	episode Episode
}

func (r *reader) all(yield func(*Episode) bool) error {
	in := bufio.NewReaderSize(nil, 1<<16)
	for _, e := range r.dir.sorted() {
		if e.end <= r.next || e.first >= r.end || r.stopped {
			continue // stored twice, or not asked for
		}
		f, err := r.open(e.segment)
		if err != nil {
			return err
		}
		in.Reset(io.NewSectionReader(f, e.offset, e.size))
		if err := r.extent(in, e, yield); err != nil {
			return fmt.Errorf("%s: %w", r.dir.segmentPath(e.segment), err)
		}
	}
	return nil
}

func (r *reader) open(segment int) (durable.ReadFile, error) {
	if f, ok := r.files[segment]; ok {
		return f, nil
	}
	f, err := r.dir.fsys.Open(r.dir.segmentPath(segment))
	if err == nil {
		r.files[segment] = f
	}
	return f, err
}

func (r *reader) extent(in *bufio.Reader, e extent, yield func(*Episode) bool) error {
	for index := e.base; index < e.end && index < r.end; index++ {
		for policy := range r.episode.Plays {
			line, err := readLine(in)
			if err != nil {
				return fmt.Errorf("episode %d: %w", index, err)
			}
			if !r.dir.line(line, e.plain, policy, &r.episode) || r.episode.Index != index {
				return fmt.Errorf("%w: episode %d has changed since it was indexed", ErrCorrupt, index)
			}
		}
		if index < e.first || index < r.next {
			continue
		}
		r.next = index + 1
		if !yield(&r.episode) {
			r.stopped = true
			return nil
		}
	}
	return nil
}

// line parses the stored line of one policy.
func (d *Dir) line(line []byte, plain bool, policy int, e *Episode) bool {
	if plain {
		return d.decode.line(bytes.TrimSuffix(line, []byte("\n")), policy, e)
	}
	body, ok := d.check.body(line)
	return ok && d.decode.body(body, policy, e)
}
