// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math"
	"path/filepath"
)

const (
	// maxLine is the maximum length of a line, in bytes.
	maxLine = 1 << 24
	// maxTorn is the maximum size of the data after the last complete batch: a crash spoils one
	// batch, and batches have a few megabytes. More than this is damage, and is not read.
	maxTorn = 1 << 28
)

func segmentFile(number int) string { return fmt.Sprintf("%06d.jsonl", number) }

func (d *Dir) segmentPath(number int) string {
	return filepath.Join(d.Path, segmentsName, segmentFile(number))
}

// scan is the content of a segment.
type scan struct {
	number  int
	changes []change
	batches int
	good    int64  // size of the complete batches
	sum     string // their SHA-256
	size    int64  // of all that was read
	fault   string // the fault after the complete batches, if any
	// deep reports that a crash cannot have caused the fault: it spoils only the last batch,
	// because no other is started before that is on the disk.
	deep bool
}

// scanner reads a segment batch by batch.
type scanner struct {
	dir     *Dir
	in      *bufio.Reader
	sum     hash.Hash
	offset  int64
	root    string // root of the seal, or empty if the seal has changed since
	sealed  bool   // any fault is damage
	episode Episode
	found   scan
}

// scanSegment reads a segment. An error means that it could not be read; faults of its content are
// part of the scan.
func (d *Dir) scanSegment(number int) (*scan, error) { return d.scanFrom(number, "") }

// scanFrom is scanSegment for a segment that was started under a seal with the given root.
func (d *Dir) scanFrom(number int, root string) (*scan, error) {
	return d.scanWith(number, math.MaxInt64, scanner{root: root})
}

// scanSealed reads a segment that must match the seal, up to its sealed size or its first fault.
func (d *Dir) scanSealed(s sealedSegment) (*scan, error) {
	most := s.Bytes + 1 // one byte more shows that it has grown
	if s.Plain {
		return d.scanPlainTo(s.Number, most)
	}
	return d.scanWith(s.Number, most, scanner{sealed: true})
}

func (d *Dir) scanWith(number int, most int64, s scanner) (*scan, error) {
	f, err := d.fsys.Open(d.segmentPath(number))
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	s.dir, s.in, s.sum, s.found = d, bufio.NewReaderSize(io.LimitReader(f, most), 1<<16), sha256.New(), scan{number: number}
	s.found.sum = hexSum(s.sum)
	s.episode.Plays = make([]Play, len(d.Spec.Policies))
	if err := s.all(); err != nil {
		return nil, fmt.Errorf("%s: %w", d.segmentPath(number), err)
	}
	s.found.size = s.offset
	return &s.found, nil
}

func hexSum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

// all reads batches to the end of the segment.
func (s *scanner) all() error {
	for s.found.fault == "" {
		line, err := s.line()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		m, fault := s.mark(line)
		s.found.fault = fault
		if fault == "" {
			if err := s.batch(m); err != nil {
				return err
			}
		}
	}
	if s.sealed {
		return nil
	}
	return s.search()
}

// line returns the next line, or io.EOF at the end of the segment.
func (s *scanner) line() ([]byte, error) {
	line, err := readLine(s.in)
	if len(line) > 0 && errors.Is(err, io.EOF) {
		err = nil
	}
	s.sum.Write(line)
	s.offset += int64(len(line))
	return line, err
}

// mark parses the mark of the next batch, or returns its fault.
func (s *scanner) mark(line []byte) (m mark, fault string) {
	m, ok := s.dir.check.mark(line)
	s.found.deep = ok
	switch {
	case !ok:
		return m, s.foreign(line)
	case m.Segment != s.found.number:
		return m, fmt.Sprintf("this is segment %d", m.Segment)
	case m.Batch == 0 && s.found.batches == 0 && s.root != "" && m.Before != s.root:
		return m, "belongs to another run of this experiment"
	case m.Batch != s.found.batches || m.Batch > 0 && m.Before != s.found.sum:
		return m, fmt.Sprintf("batch %d does not follow what is before it", m.Batch)
	default:
		s.found.deep = false
		return m, ""
	}
}

// foreign describes a line in place of a mark.
func (s *scanner) foreign(line []byte) string {
	var m mark
	if body, ok := bytes.CutSuffix(bytes.TrimSpace(line), []byte("}")); ok && readObjectBody(body, &m) && m.Spec != "" && m.Spec != s.dir.Hash {
		s.found.deep = true
		return fmt.Sprintf("belongs to another experiment, %.12s", m.Spec)
	}
	return fmt.Sprintf("batch %d is damaged", s.found.batches)
}

// batch reads the lines of a batch, and processes them if all are valid.
func (s *scanner) batch(m mark) error {
	changes := s.found.changes
	policy, start, sum := 0, s.offset, uint32(0)
	for range m.Lines {
		line, err := s.line()
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		sum = crc32.Update(sum, crcTable(), line)
		body, ok := s.dir.check.body(line)
		if forgotten, is := readForget(body); ok && is && policy == 0 {
			changes = append(changes, change{extent{first: forgotten.First, end: forgotten.End}, true})
			start = s.offset
			continue
		}
		if !ok || !s.dir.decode.body(body, policy, &s.episode) {
			s.found.fault = fmt.Sprintf("batch %d is damaged", s.found.batches)
			return nil
		}
		if policy++; policy == len(s.episode.Plays) {
			e := extent{first: s.episode.Index, end: s.episode.Index + 1, base: s.episode.Index, segment: s.found.number, offset: start, size: s.offset - start}
			changes = appendStored(changes, e)
			policy, start = 0, s.offset
		}
	}
	if policy > 0 || crcText(sum) != m.Body {
		s.found.fault = fmt.Sprintf("batch %d is incomplete, or does not match its checksum", s.found.batches)
		return nil
	}
	s.found.changes, s.found.good, s.found.sum = changes, s.offset, hexSum(s.sum)
	s.found.batches++
	return nil
}

func appendStored(changes []change, e extent) []change {
	if n := len(changes); n > 0 && !changes[n-1].forgotten && e.follows(changes[n-1].extent) {
		changes[n-1].end, changes[n-1].size = e.end, changes[n-1].size+e.size
		return changes
	}
	return append(changes, change{extent: e})
}

// search looks for a batch after the damaged one.
func (s *scanner) search() error {
	for s.offset-s.found.good <= maxTorn {
		line, err := s.line()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if m, ok := s.dir.check.mark(line); ok && m.Batch > s.found.batches {
			s.found.deep = true
		}
	}
	s.found.deep = true
	return nil
}

// readLine returns the next line with its newline; it is valid until the next call.
func readLine(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	long := bytes.Clone(line)
	for errors.Is(err, bufio.ErrBufferFull) && len(long) < maxLine {
		line, err = in.ReadSlice('\n')
		long = append(long, line...)
	}
	if errors.Is(err, bufio.ErrBufferFull) {
		err = nil // far too long: the caller notices the missing newline
	}
	return long, err
}
