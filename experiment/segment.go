// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/veilplan/veil/experiment/durable"
)

// maxLine is the size of the longest line that is read.
const maxLine = 1 << 24

// extent is a stretch of consecutive episodes in a segment.
type extent struct {
	first, end   uint64 // episodes
	segment      int
	offset, size int64
}

// follows reports whether e goes on where before stops.
func (e extent) follows(before extent) bool {
	return e.first == before.end && e.segment == before.segment && e.offset == before.offset+before.size
}

// note adds an extent to the index.
func (d *Dir) note(e extent) {
	if n := len(d.extents); n > 0 && e.follows(d.extents[n-1]) {
		d.extents[n-1].end = e.end
		d.extents[n-1].size += e.size
		return
	}
	d.extents = append(d.extents, e)
}

func (d *Dir) segmentPath(number int) string {
	return filepath.Join(d.Path, segmentsName, fmt.Sprintf("%06d.jsonl", number))
}

// damage is a segment with bytes that are not episodes.
type damage struct {
	segment int
	bytes   int64
}

// scan indexes every segment.
func (d *Dir) scan() ([]damage, error) {
	entries, err := os.ReadDir(filepath.Join(d.Path, segmentsName))
	if err != nil {
		return nil, err
	}
	var found []damage
	d.extents, d.number = nil, 0
	for _, entry := range entries {
		base, ok := strings.CutSuffix(entry.Name(), ".jsonl")
		number, err := strconv.Atoi(base)
		if !ok || err != nil {
			continue
		}
		d.number = max(d.number, number)
		bad, err := d.scanSegment(number)
		if err != nil {
			return nil, err
		}
		if bad > 0 {
			found = append(found, damage{number, bad})
		}
	}
	return found, nil
}

// scanSegment indexes the whole episodes of a segment and returns how many bytes are
// something else.
func (d *Dir) scanSegment(number int) (bad int64, err error) {
	f, err := os.Open(d.segmentPath(number))
	if err != nil {
		return 0, err
	}
	defer f.Close() //nolint:errcheck // only read
	in := bufio.NewReaderSize(f, 1<<20)
	e := Episode{Plays: make([]Play, len(d.Spec.Policies))}
	var offset, start int64 // of the line, and of its episode
	for policy := 0; ; {
		line, err := readLine(in)
		if len(line) == 0 && errors.Is(err, io.EOF) {
			return bad + offset - start, nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, fmt.Errorf("%s: %w", f.Name(), err)
		}
		text, whole := bytes.CutSuffix(line, []byte("\n"))
		offset += int64(len(line))
		switch good := whole && d.decode.line(text, policy, &e); {
		case good && policy+1 < len(e.Plays):
			policy++
			continue
		case good:
			d.note(extent{e.Index, e.Index + 1, number, start, offset - start})
		case policy > 0 && whole && d.decode.line(text, 0, &e):
			// The episode before was cut short, and a whole one may start here.
			bad += offset - int64(len(line)) - start
			start, policy = offset-int64(len(line)), 1
			continue
		default:
			bad += offset - start
		}
		start, policy = offset, 0
	}
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
		err = nil // far too long: the caller sees that it does not end
	}
	return long, err
}

// repair cuts off what is not whole, and returns how many bytes that was. Nothing is
// lost by it: an episode that is missing is played again.
func (d *Dir) repair() (int64, error) {
	damaged, err := d.scan()
	if err != nil || len(damaged) == 0 {
		return 0, err
	}
	var sum int64
	for _, bad := range damaged {
		sum += bad.bytes
		if err := d.rewrite(bad.segment); err != nil {
			return sum, err
		}
	}
	_, err = d.scan()
	return sum, err
}

// rewrite replaces a segment by its whole episodes.
func (d *Dir) rewrite(number int) error {
	text, err := os.Open(d.segmentPath(number))
	if err != nil {
		return err
	}
	defer text.Close() //nolint:errcheck // only read
	return durable.Replace(text.Name(), func(out io.Writer) error {
		for _, e := range d.extents {
			if e.segment != number {
				continue
			}
			if _, err := io.Copy(out, io.NewSectionReader(text, e.offset, e.size)); err != nil {
				return err
			}
		}
		return nil
	})
}
