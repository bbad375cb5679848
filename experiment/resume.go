// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/veilplan/veil/experiment/durable"
)

// ErrPlain reports a run directory from before runs were sealed.
var ErrPlain = errors.New("made before runs were sealed; to continue the run, seal it first: veil exp seal")

// resume prepares a directory for a session: it seals the data that the last session left open. It
// returns the number of bytes of a torn batch that were cut off.
func (d *Dir) resume() (torn int64, err error) {
	switch {
	case d.plain:
		return 0, ErrPlain
	case d.seal.Schema == "": // new
		return 0, d.writeSeal(seal{Manifest: []string{d.manifest}})
	case d.seal.Open:
		return d.tie()
	default:
		return 0, nil
	}
}

// tie seals the loose ends. They are copied, because readable bytes may not be on the disk, and
// never get there once an fsync has failed.
func (d *Dir) tie() (torn int64, err error) {
	s := d.seal
	if found := d.loose.segment; found != nil {
		if err := d.copySegment(found); err != nil {
			return 0, err
		}
		torn = found.size - found.good
		s.Segments = append(slices.Clip(s.Segments), sealedSegment{Number: found.number, sealedFile: sealedFile{found.good, found.sum}})
	}
	if d.loose.times {
		times, err := d.copyTimes()
		if err != nil {
			return torn, err
		}
		s.Times = &times
	}
	s.Open, s.Summary, s.Manifest = false, "", []string{d.manifest}
	d.loose, d.notes = loose{}, nil
	return torn, d.writeSeal(s)
}

// copySegment replaces a segment by its complete batches.
func (d *Dir) copySegment(found *scan) error {
	name := d.segmentPath(found.number)
	f, err := d.fsys.Open(name)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	return durable.Replace(d.fsys, name, func(out io.Writer) error {
		sum := sha256.New()
		_, err := io.Copy(io.MultiWriter(out, sum), io.NewSectionReader(f, 0, found.good))
		if err == nil && hexSum(sum) != found.sum {
			err = fmt.Errorf("%w: %s has changed while it was read", ErrCorrupt, name)
		}
		return err
	})
}

// copyTimes replaces the times by their complete lines.
func (d *Dir) copyTimes() (sealedFile, error) {
	sum := sha256.New()
	var size int64
	err := durable.Replace(d.fsys, filepath.Join(d.Path, timesName), func(out io.Writer) error {
		_, err := d.eachTimesText(func(text []byte) error {
			size += int64(len(text))
			_, err := io.MultiWriter(out, sum).Write(text)
			return err
		})
		return err
	})
	return sealedFile{size, hexSum(sum)}, err
}
