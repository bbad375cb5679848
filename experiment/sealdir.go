// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/veilplan/veil/experiment/durable"
)

// SealOn seals a run directory that was made before runs were sealed, or that a session has left
// open. With repair it also seals a damaged one: damaged episodes are dropped, and the next session
// plays them again. It returns the number of bytes dropped.
func SealOn(fsys durable.FS, path string, repair bool) (dropped int64, err error) {
	lock, err := fsys.Lock(filepath.Join(path, lockName))
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	d, err := load(fsys, path)
	if err != nil && (!repair || d == nil || !errors.Is(err, ErrCorrupt)) {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	switch {
	case err != nil && d.seal.Spec != "" && d.seal.Spec != d.Hash:
		// All episodes would be dropped as those of another experiment.
	case err != nil:
		dropped, err = d.salvage()
	case d.plain:
		dropped, err = d.sealPlain(repair)
	default:
		dropped, err = d.resume()
	}
	if err != nil {
		return dropped, fmt.Errorf("%s: %w", path, err)
	}
	return dropped, nil
}

// Seal is [SealOn] on the file system of the operating system.
func Seal(path string, repair bool) (dropped int64, err error) {
	return SealOn(durable.Inside(path), path, repair)
}

// sealPlain seals segments without checksums. They are copied even if they are intact: readable
// bytes may not be on the disk.
func (d *Dir) sealPlain(repair bool) (dropped int64, err error) {
	s := seal{Manifest: []string{d.manifest}}
	numbers, err := d.numbers()
	if err != nil {
		return 0, err
	}
	for _, number := range numbers {
		found, err := d.scanPlain(number)
		if err != nil {
			return dropped, err
		}
		if found.fault != "" && !repair {
			return dropped, d.segmentFault(number, "%s", found.fault)
		}
		dropped += found.size - found.good
		if found, err = d.cutPlain(found); err != nil {
			return dropped, err
		}
		s.Segments = append(s.Segments, sealedSegment{number, true, sealedFile{found.size, found.sum}})
	}
	return dropped, d.sealRest(s)
}

// sealRest writes the seal of segments that are on the disk, and of the times. It omits the
// summary: the next session writes it.
func (d *Dir) sealRest(s seal) error {
	_, err := d.sumFile(timesName)
	if err == nil {
		var times sealedFile
		times, err = d.copyTimes()
		s.Times = &times
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return d.writeSeal(s)
}
