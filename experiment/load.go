// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/veilplan/veil/experiment/durable"
)

// ErrCorrupt reports a run directory whose files do not match its seal or checksums.
var ErrCorrupt = errors.New("the run directory is damaged")

// notSealed is the fault of a file with another digest than in the seal.
const notSealed = "does not match seal.json"

// FileError reports a damaged file of a run directory.
type FileError struct {
	File string // within the run directory
	What string
}

// Error returns "episodes/000001.jsonl: byte 1200: batch 3 is damaged".
func (f *FileError) Error() string { return f.File + ": " + f.What }

// Unwrap makes a fault an [ErrCorrupt].
func (f *FileError) Unwrap() error { return ErrCorrupt }

// loose is the unsealed data of a session that did not end in order.
type loose struct {
	segment *scan // the unsealed segment, or nil
	times   bool  // some times are not sealed
}

// load reads and checks a run directory. The error joins a [FileError] per damaged file; the
// directory is returned even then, with what could be read.
func load(fsys durable.FS, path string) (*Dir, error) {
	text, err := durable.ReadText(fsys, filepath.Join(path, manifestName), MaxSpecBytes)
	if err != nil {
		return nil, fmt.Errorf("not a run directory: %w", err)
	}
	spec, err := Parse(text)
	if err != nil {
		return nil, &FileError{manifestName, err.Error()}
	}
	if err := spec.checkStarts(); err != nil {
		return nil, &FileError{manifestName, err.Error()}
	}
	hash, err := spec.Hash()
	if err != nil {
		return nil, err
	}
	d := &Dir{Path: path, Spec: *spec, Hash: hash, fsys: fsys, decode: newDecoder(spec), check: newChecker(hash), manifest: sha(text)}
	text, err = durable.ReadText(fsys, filepath.Join(path, sealName), maxSeal)
	if errors.Is(err, fs.ErrNotExist) {
		return d, d.loadPlain()
	}
	if err != nil {
		return d, err
	}
	s, err := parseSeal(text)
	if err != nil {
		return d, &FileError{sealName, err.Error()}
	}
	d.seal = s
	return d, errors.Join(d.checkManifest(), d.loadSegments(), d.checkTimes(), d.checkSummary())
}

func (d *Dir) checkManifest() error {
	if d.seal.Spec != d.Hash {
		return &FileError{manifestName, fmt.Sprintf("describes the experiment %.12s, but "+sealName+" %.12s", d.Hash, d.seal.Spec)}
	}
	if !slices.Contains(d.seal.Manifest, d.manifest) {
		return &FileError{manifestName, notSealed}
	}
	return nil
}

// numbers returns the numbers of the segments, in order. Any other file is a fault, except
// temporary and hidden ones.
func (d *Dir) numbers() (numbers []int, err error) {
	entries, err := d.fsys.ReadDir(filepath.Join(d.Path, segmentsName))
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		name := entry.Name()
		number, isNumber := strconv.Atoi(strings.TrimSuffix(name, ".jsonl"))
		switch {
		case isNumber == nil && number > 0 && name == segmentFile(number):
			numbers = append(numbers, number)
		case strings.HasPrefix(name, ".") || strings.HasSuffix(name, durable.TempSuffix):
		default:
			err = errors.Join(err, &FileError{filepath.Join(segmentsName, name), "not a segment of this run"})
		}
	}
	slices.Sort(numbers)
	return numbers, err
}

// loadSegments indexes the segments, and reports those that do not match the seal.
func (d *Dir) loadSegments() error {
	numbers, err := d.numbers()
	errs := []error{err}
	for _, s := range d.seal.Segments {
		if !slices.Contains(numbers, s.Number) {
			errs = append(errs, d.segmentFault(s.Number, "missing, but seal.json lists it"))
		}
	}
	for _, number := range numbers {
		if s, ok := d.seal.segment(number); ok {
			errs = append(errs, d.loadSealed(s))
		} else {
			errs = append(errs, d.loadLoose(number))
		}
	}
	return errors.Join(errs...)
}

func (d *Dir) segmentFault(number int, format string, args ...any) error {
	return &FileError{filepath.Join(segmentsName, segmentFile(number)), fmt.Sprintf(format, args...)}
}

// loadSealed indexes a segment that must match the seal.
func (d *Dir) loadSealed(s sealedSegment) error {
	found, err := d.scanSealed(s)
	switch {
	case err != nil:
		return err
	case found.fault != "":
		return d.segmentFault(s.Number, "byte %d: %s", found.good, found.fault)
	case found.sum != s.SHA256 || found.size != s.Bytes:
		return d.segmentFault(s.Number, notSealed)
	}
	d.index.apply(found.changes)
	return nil
}

// loadLoose indexes the segment of a session that is still running or did not end in order. Its
// last batch may be torn.
func (d *Dir) loadLoose(number int) error {
	if !d.seal.Open || number != d.seal.last()+1 {
		return d.segmentFault(number, "not listed in seal.json")
	}
	found, err := d.scanFrom(number, d.seal.Root)
	if err != nil {
		return err
	}
	if found.deep {
		return d.segmentFault(number, "byte %d: %s", found.good, found.fault)
	}
	d.loose.segment = found
	d.index.apply(found.changes)
	if torn := found.size - found.good; torn > 0 {
		d.note("%s: the last %d bytes are not a complete batch (%s)", segmentFile(number), torn, found.fault)
	}
	return nil
}

func (d *Dir) checkSummary() error {
	if d.seal.Summary == "" {
		return nil
	}
	found, err := d.sumStart(summaryName, maxSummary+1)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &FileError{summaryName, "missing, but seal.json lists it"}
	case err == nil && found.SHA256 != d.seal.Summary:
		return &FileError{summaryName, notSealed}
	}
	d.summary = d.seal.Summary
	return err
}

// note adds a warning for readers of the run.
func (d *Dir) note(format string, args ...any) {
	d.notes = append(d.notes, fmt.Sprintf(format, args...))
}

// Notes returns warnings about a run that can be read but not verified in full.
func (d *Dir) Notes() []string {
	notes := slices.Clone(d.notes)
	switch {
	case d.plain:
		notes = append(notes, "made before runs were sealed: changes cannot be detected; see veil exp seal")
	case d.seal.Open:
		notes = append(notes, "not sealed: a session is running, or was cut off")
	}
	return notes
}
