// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/veilplan/veil/experiment/durable"
)

// storing is a chunk on its way to the disk.
type storing struct {
	*Chunk
	done chan error
}

// batch collects chunks while the disk is busy with others. Forcing many to the disk
// costs as much as forcing one, and a farm returns hundreds a second.
type batch struct {
	mu   sync.Mutex
	busy bool
	next []storing
}

// Check refuses a chunk that does not hold what it says.
func (d *Dir) Check(c *Chunk) error { return d.decode.each(c, func(*Episode) {}) }

// Store appends a chunk and returns when it is on the disk. It shows its episodes to
// see, which may be nil; a chunk that does not hold what it says is refused.
func (d *Dir) Store(c *Chunk, see func(*Episode)) error {
	if see == nil {
		see = func(*Episode) {}
	}
	if err := d.decode.each(c, see); err != nil {
		return err
	}
	s := storing{c, make(chan error, 1)}
	d.batch.mu.Lock()
	d.batch.next = append(d.batch.next, s)
	first := !d.batch.busy
	d.batch.busy = true
	d.batch.mu.Unlock()
	if first {
		d.storeAll()
	}
	return <-s.done
}

// storeAll stores what has come, and what comes meanwhile.
func (d *Dir) storeAll() {
	for {
		d.batch.mu.Lock()
		now := d.batch.next
		d.batch.next, d.batch.busy = nil, len(now) > 0
		d.batch.mu.Unlock()
		if len(now) == 0 {
			return
		}
		err := d.storeBatch(now)
		for _, s := range now {
			s.done <- err
		}
	}
}

// storeBatch forces chunks to the disk: who played them first, then their episodes.
func (d *Dir) storeBatch(all []storing) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := errors.Join(d.startSegment(), d.addTimes(all)); err != nil {
		return err
	}
	for _, s := range all {
		if _, err := d.segment.Write(s.Lines); err != nil {
			return err
		}
	}
	if err := d.segment.Sync(); err != nil {
		return err
	}
	for _, s := range all {
		size := int64(len(s.Lines))
		d.note(extent{s.First, s.End, d.number, d.offset, size})
		d.offset += size
	}
	return nil
}

// addTimes stores how long chunks took and who played them. Losing the times would be no
// harm, but what a stranger played must be known as his even after a power cut.
func (d *Dir) addTimes(all []storing) error {
	var text []byte
	for _, s := range all {
		line, err := s.timesLine()
		if err != nil {
			return err
		}
		text = append(text, line...)
	}
	if len(text) == 0 {
		return nil
	}
	if d.times == nil {
		f, err := os.OpenFile(filepath.Join(d.Path, timesName), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return err
		}
		d.times = f
	}
	_, err := d.times.Write(text)
	if err != nil || !slices.ContainsFunc(all, func(s storing) bool { return s.By != "" }) {
		return err
	}
	return d.times.Sync()
}

// startSegment makes the segment of this session, once.
func (d *Dir) startSegment() error {
	if d.segment != nil {
		return nil
	}
	d.number++
	f, err := os.OpenFile(d.segmentPath(d.number), os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	d.segment = f
	return durable.SyncDir(filepath.Dir(f.Name()))
}
