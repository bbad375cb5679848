// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bufio"
	"io"
	"iter"
)

// Counted yields the episodes that a summary counts: all, or those up to the one at which the
// sequential test decided.
func (d *Dir) Counted(s *Summary) iter.Seq2[*Episode, error] {
	return func(yield func(*Episode, error) bool) {
		n := uint64(0)
		for e, err := range d.Episodes() {
			if n == s.Episodes || !yield(e, err) {
				return
			}
			n++
		}
	}
}

// WriteJSONL writes the episodes that a summary counts, in order, one line per episode
// and policy: the same bytes however they were played.
func (d *Dir) WriteJSONL(w io.Writer, s *Summary) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var line []byte
	for e, err := range d.Counted(s) {
		if err != nil {
			return err
		}
		line = d.Spec.appendEpisode(line[:0], e)
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}
