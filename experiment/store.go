// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"hash/crc32"
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

// batch collects chunks while the disk is busy: one fsync for many costs as much as for one, and a
// farm returns hundreds per second.
type batch struct {
	mu   sync.Mutex
	busy bool
	next []storing
}

// Check reports a chunk whose lines are not exactly its episodes, complete and in order.
func (d *Dir) Check(c *Chunk) error { return d.decode.each(c, func(*Episode) {}) }

// Store appends a chunk and returns when it is on the disk. It passes the episodes to see, unless
// that is nil. A chunk that fails Check is refused.
func (d *Dir) Store(c *Chunk, see func(*Episode)) error { return d.StoreAll([]*Chunk{c}, see) }

// StoreAll is Store for several chunks, which are fsynced together. If one of them is refused, all are.
func (d *Dir) StoreAll(chunks []*Chunk, see func(*Episode)) error {
	if see == nil {
		see = func(*Episode) {}
	}
	done := make(chan error, len(chunks))
	var all []storing
	for _, c := range chunks {
		if err := d.decode.each(c, see); err != nil {
			return err
		}
		all = append(all, storing{c, done})
	}
	d.batch.mu.Lock()
	d.batch.next = append(d.batch.next, all...)
	first := !d.batch.busy
	d.batch.busy = true
	d.batch.mu.Unlock()
	if first {
		d.storeAll()
	}
	var failed error
	for range all {
		if err := <-done; err != nil {
			failed = err
		}
	}
	return failed
}

// storeAll stores the collected chunks, and those that arrive meanwhile.
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

// segment is the segment that a session writes.
type segment struct {
	file    durable.WriteFile
	number  int
	root    string // of the seal
	batches int
	size    int64
	sum     hash.Hash
}

func (s *segment) sealed() sealedFile { return sealedFile{s.size, hexSum(s.sum)} }

// batch adds lines to the segment. It returns the text to write, and the offset of the first line.
func (s *segment) batch(check checker, spec string, lines []byte) (text []byte, offset int64) {
	records, n := check.appendLines(nil, lines)
	m := mark{s.batches, s.number, spec, s.root, n, crcText(crc32.Checksum(records, crcTable()))}
	if s.batches > 0 {
		m.Before = hexSum(s.sum)
	}
	text = check.append(nil, m.text())
	offset = s.size + int64(len(text))
	text = append(text, records...)
	s.sum.Write(text)
	s.size += int64(len(text))
	s.batches++
	return text, offset
}

// storeBatch stores chunks. After a failure nothing more is stored: the content of the disk is
// unknown until the directory is opened again.
func (d *Dir) storeBatch(all []storing) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.broken == nil {
		d.broken = d.tryStore(all)
	}
	return d.broken
}

// tryStore writes chunks to the disk: first the names of their workers, then the episodes. Where
// episodes are replaced, the name comes last: after a crash in between, the new episodes are still
// under the name of the former worker. That worker is not trusted, so they are played again.
func (d *Dir) tryStore(all []storing) error {
	var lines, before, after []byte
	for _, s := range all {
		line, err := s.timesLine()
		if err != nil {
			return err
		}
		if s.replaces {
			lines, after = appendForget(lines, Span{s.First, s.End}), append(after, line...)
		} else {
			before = append(before, line...)
		}
		lines = append(lines, s.Lines...)
	}
	if err := d.unseal(); err != nil {
		return err
	}
	named := slices.ContainsFunc(all, func(s storing) bool { return s.By != "" })
	if err := d.addTimes(before, named); err != nil {
		return err
	}
	offset, err := d.addBatch(lines)
	if err != nil {
		return err
	}
	for _, s := range all {
		offset = d.noteStored(s.Chunk, offset)
	}
	return d.addTimes(after, true)
}

// noteStored indexes a chunk, and returns the offset of the next one.
func (d *Dir) noteStored(c *Chunk, offset int64) int64 {
	if s := (Span{c.First, c.End}); c.replaces {
		d.index.forget(s)
		offset += storedSize(appendForget(nil, s))
	}
	size := storedSize(c.Lines)
	d.index.note(extent{first: c.First, end: c.End, base: c.First, segment: d.segment.number, offset: offset, size: size})
	return offset + size
}

// storedSize returns the size of lines with their checksums.
func storedSize(lines []byte) int64 {
	return int64(len(lines)) + int64(crcSize-1)*int64(bytes.Count(lines, []byte("\n")))
}

// addBatch appends a batch to the segment and syncs it to the disk. It returns the offset of the first line.
func (d *Dir) addBatch(lines []byte) (offset int64, err error) {
	if err := d.startSegment(); err != nil {
		return 0, err
	}
	text, offset := d.segment.batch(d.check, d.Hash, lines)
	if _, err := d.segment.file.Write(text); err != nil {
		return 0, err
	}
	return offset, d.segment.file.Sync()
}

// addTimes stores the times of chunks and the names of their workers. Losing the times would do no
// harm, but episodes by strangers must be known as theirs even after a power cut.
func (d *Dir) addTimes(lines []byte, named bool) error {
	if len(lines) == 0 {
		return nil
	}
	if d.times == nil {
		f, err := d.fsys.OpenFile(filepath.Join(d.Path, timesName), os.O_WRONLY|os.O_CREATE|os.O_APPEND)
		if err != nil {
			return err
		}
		d.times = f
		if err := d.fsys.SyncDir(d.Path); err != nil {
			return err
		}
	}
	text, _ := d.check.appendLines(nil, lines)
	if _, err := d.times.Write(text); err != nil || !named {
		return err
	}
	return d.times.Sync()
}

// startSegment creates the segment of this session, once.
func (d *Dir) startSegment() error {
	if d.segment != nil {
		return nil
	}
	number := d.seal.last() + 1
	f, err := d.fsys.OpenFile(d.segmentPath(number), os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND)
	if err != nil {
		return err
	}
	d.segment = &segment{file: f, number: number, root: d.seal.Root, sum: sha256.New()}
	return d.fsys.SyncDir(filepath.Join(d.Path, segmentsName))
}
