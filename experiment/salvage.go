// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"io"
	"path/filepath"
	"slices"

	"github.com/veilplan/veil/experiment/durable"
)

// salvage seals the intact parts of a damaged directory, and drops the rest. Forgotten episodes
// must not come back because the line that revokes them was lost: if chunks have names, nothing
// stored before the end of the damage is kept.
func (d *Dir) salvage() (dropped int64, err error) {
	numbers, err := d.numbers()
	if err != nil {
		return 0, err
	}
	damaged, last, err := d.findDamage(numbers)
	if err != nil {
		return 0, err
	}
	named, err := d.named()
	if err != nil {
		return 0, err
	}
	s := seal{Manifest: []string{d.manifest}}
	for _, number := range numbers {
		kept, n, err := d.salvageSegment(number, damaged[number], named && number <= last)
		if err != nil {
			return dropped, err
		}
		dropped += n
		s.Segments = append(s.Segments, kept)
	}
	return dropped, d.sealRest(s)
}

// findDamage returns the damaged segments, and the last one that is damaged or missing.
func (d *Dir) findDamage(numbers []int) (damaged map[int]bool, last int, err error) {
	for _, s := range d.seal.Segments {
		if !slices.Contains(numbers, s.Number) {
			last = max(last, s.Number)
		}
	}
	damaged = map[int]bool{}
	for _, number := range numbers {
		whole, err := d.isWhole(number)
		if err != nil {
			return nil, 0, err
		}
		if !whole {
			damaged[number], last = true, max(last, number)
		}
	}
	return damaged, last, nil
}

// sealed returns the entry of a segment in the seal; for an unknown segment, only whether its lines
// have checksums.
func (d *Dir) sealed(number int) (s sealedSegment, known bool, err error) {
	if s, ok := d.seal.segment(number); ok {
		return s, true, nil
	}
	found, err := d.scanPlain(number)
	return sealedSegment{Number: number, Plain: err == nil && found.fault != noPlain}, false, err
}

// isWhole reports whether a segment matches the seal, or, if the seal does not list it, whether it
// is consistent.
func (d *Dir) isWhole(number int) (bool, error) {
	s, known, err := d.sealed(number)
	if err != nil {
		return false, err
	}
	found, err := d.scanAs(s, known)
	if err != nil {
		return false, err
	}
	return found.fault == "" && (!known || found.sum == s.SHA256 && found.size == s.Bytes), nil
}

// scanAs reads a segment that the seal lists, or one whose kind alone is known.
func (d *Dir) scanAs(s sealedSegment, known bool) (*scan, error) {
	switch {
	case known:
		return d.scanSealed(s)
	case s.Plain:
		return d.scanPlain(s.Number)
	default:
		return d.scanSegment(s.Number)
	}
}

// named reports whether chunks have names, even if the times file, which contains the names, is
// damaged. In that case only its lines with checksums are used from now on.
func (d *Dir) named() (named bool, err error) {
	err = d.checkTimes()
	if errors.Is(err, ErrCorrupt) {
		d.seal.Times = nil
		return true, nil
	}
	if err != nil {
		return false, err
	}
	err = d.eachTimesLine(func(line *timesLine) { named = named || line.By != "" || line.Forget != "" })
	return named, err
}

// salvageSegment keeps the intact episodes of a segment, or none.
func (d *Dir) salvageSegment(number int, damaged, none bool) (_ sealedSegment, dropped int64, err error) {
	old, known, err := d.sealed(number)
	if err != nil {
		return old, 0, err
	}
	before, err := d.sumFile(filepath.Join(segmentsName, segmentFile(number)))
	if err != nil {
		return old, 0, err
	}
	name := d.segmentPath(number)
	if !damaged && !none {
		if !known {
			err = d.copyLoose(number, old.Plain)
		}
		return sealedSegment{number, old.Plain, before}, 0, err
	}
	f, err := d.fsys.Open(name)
	if err != nil {
		return old, 0, err
	}
	defer f.Close() //nolint:errcheck // only read
	out := segment{number: number, sum: sha256.New()}
	err = durable.Replace(d.fsys, name, func(w io.Writer) error {
		if none || old.Plain {
			return nil
		}
		return d.copyWhole(w, f, &out)
	})
	return sealedSegment{Number: number, sealedFile: out.sealed()}, before.Bytes - out.size, err
}

// copyLoose copies an intact segment that the seal does not list: readable bytes may not be on the disk.
func (d *Dir) copyLoose(number int, plain bool) error {
	if plain {
		found, err := d.scanPlain(number)
		if err == nil {
			_, err = d.cutPlain(found)
		}
		return err
	}
	found, err := d.scanSegment(number)
	if err != nil {
		return err
	}
	return d.copySegment(found)
}

// copyWhole copies the lines of intact episodes into new batches.
func (d *Dir) copyWhole(w io.Writer, from io.Reader, out *segment) error {
	const enough = 1 << 20
	in := bufio.NewReaderSize(from, 1<<16)
	lines := wholeLines{dir: d, episode: Episode{Plays: make([]Play, len(d.Spec.Policies))}}
	for {
		line, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		lines.add(line)
		if len(lines.whole) > enough || len(line) == 0 && len(lines.whole) > 0 {
			text, _ := out.batch(d.check, d.Hash, lines.whole)
			if _, err := w.Write(text); err != nil {
				return err
			}
			lines.whole = nil
		}
		if len(line) == 0 {
			return nil
		}
	}
}

// wholeLines collects intact lines of intact episodes, without their checksums.
type wholeLines struct {
	dir     *Dir
	whole   []byte
	begun   []byte // of an episode
	policy  int    // that comes next
	episode Episode
}

func (l *wholeLines) add(line []byte) {
	body, ok := l.dir.check.body(line)
	if _, forgets := readForget(body); ok && forgets {
		l.whole = append(append(l.whole, body...), "}\n"...)
	} else if ok && (l.dir.decode.body(body, l.policy, &l.episode) || l.restart(body)) {
		l.begun = append(append(l.begun, body...), "}\n"...)
		if l.policy++; l.policy < len(l.episode.Plays) {
			return
		}
		l.whole = append(l.whole, l.begun...)
	}
	l.begun, l.policy = nil, 0
}

// restart reports whether a new episode starts here although the current one is incomplete.
func (l *wholeLines) restart(body []byte) bool {
	l.begun, l.policy = nil, 0
	return l.dir.decode.body(body, 0, &l.episode)
}
