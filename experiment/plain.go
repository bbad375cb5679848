// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"

	"github.com/veilplan/veil/experiment/durable"
)

// Runs were once stored without checksums and seal: segments contain only the lines of episodes,
// and anything else in them was torn by a crash. These runs can be read, and sealed without
// conversion.

// loadPlain reads a directory without a seal: an old one, or one without stored episodes.
func (d *Dir) loadPlain() error {
	numbers, err := d.numbers()
	if err != nil {
		return err
	}
	if len(numbers) == 0 {
		_, err := d.sumStart(summaryName, 1)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return errors.Join(err, &FileError{sealName, "missing"})
	}
	d.plain = true
	for _, number := range numbers {
		found, err := d.scanPlain(number)
		if err != nil {
			return err
		}
		if found.fault == noPlain {
			d.plain = false
			return &FileError{sealName, "missing"}
		}
		d.index.apply(found.changes)
		if found.fault != "" {
			d.note("%s: %s", segmentFile(number), found.fault)
		}
	}
	return nil
}

// noPlain is the fault of a segment with checksums.
const noPlain = "has checksums"

// scanPlain reads a segment without checksums. The good bytes are those of its complete episodes,
// wherever they are.
func (d *Dir) scanPlain(number int) (*scan, error) { return d.scanPlainTo(number, math.MaxInt64) }

// scanPlainTo is scanPlain limited to the first bytes of a segment.
func (d *Dir) scanPlainTo(number int, most int64) (*scan, error) {
	f, err := d.fsys.Open(d.segmentPath(number))
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	sum := sha256.New()
	in := bufio.NewReaderSize(io.TeeReader(io.LimitReader(f, most), sum), 1<<16)
	found := &scan{number: number}
	start, err := in.Peek(len(markStart))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", d.segmentPath(number), err)
	}
	if string(start) == markStart {
		found.fault = noPlain
	}
	e := Episode{Plays: make([]Play, len(d.Spec.Policies))}
	var begin, last int64 // start of the current episode, and end of the last one
	for policy := 0; ; {
		line, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: %w", d.segmentPath(number), err)
		}
		if len(line) == 0 {
			break
		}
		at := found.size
		found.size += int64(len(line))
		if at-last > maxTorn {
			break // no session leaves this many invalid bytes
		}
		text, whole := bytes.CutSuffix(line, []byte("\n"))
		switch good := whole && d.decode.line(text, policy, &e); {
		case good && policy == 0:
			begin = at
		case !good && policy > 0 && whole && d.decode.line(text, 0, &e):
			begin, policy = at, 0 // the episode before was cut short
		case !good:
			policy = 0
			continue
		}
		if policy++; policy == len(e.Plays) {
			found.changes = appendStored(found.changes, extent{
				first: e.Index, end: e.Index + 1, base: e.Index, segment: number, offset: begin, size: found.size - begin, plain: true,
			})
			found.good += found.size - begin
			last = found.size
			policy = 0
		}
	}
	if bad := found.size - found.good; bad > 0 && found.fault == "" {
		found.fault = fmt.Sprintf("%d bytes are not episodes", bad)
	}
	found.sum = hexSum(sum)
	return found, nil
}

// cutPlain replaces a segment without checksums by its complete episodes.
func (d *Dir) cutPlain(found *scan) (*scan, error) {
	f, err := d.fsys.Open(d.segmentPath(found.number))
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	err = durable.Replace(d.fsys, d.segmentPath(found.number), func(out io.Writer) error {
		for _, c := range found.changes {
			if _, err := io.Copy(out, io.NewSectionReader(f, c.offset, c.size)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return d.scanPlain(found.number)
}
