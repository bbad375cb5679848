// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/veilplan/veil/experiment/durable"
)

// Dir is a run directory, the only truth about a run:
//
//	manifest.yaml       the spec with every default filled in, and what made it
//	episodes/*.jsonl    append-only segments, one line per episode and policy
//	times.jsonl         how long it took; depends on the machine
//	summary.json        written when a run ends; see [Summarize]
//	paused              while the run is asked to wait; see [Pause]
//
// Every session of a run writes a segment of its own, a chunk at a time, and forces it
// to the disk before the next. Whatever is not a whole episode at the end of a segment
// was torn by a crash: it is not there, and the next session cuts it off.
type Dir struct {
	Path string
	Spec Spec // of the manifest
	Hash string

	mu      sync.Mutex
	decode  *decoder
	extents []extent // what is there, in no particular order
	segment *os.File // the one being written
	number  int      // its number
	offset  int64
	times   *os.File
	lock    *os.File
	batch   batch
}

// Names in a run directory.
const (
	manifestName = "manifest.yaml"
	segmentsName = "episodes"
	timesName    = "times.jsonl"
	summaryName  = "summary.json"
)

// ErrOther reports a run directory that belongs to another experiment or program.
var ErrOther = errors.New("the run directory holds something else")

// Open opens a run directory to read it. It may be in use.
func Open(path string) (*Dir, error) {
	text, err := os.ReadFile(filepath.Join(path, manifestName))
	if err != nil {
		return nil, fmt.Errorf("not a run directory: %w", err)
	}
	spec, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(path, manifestName), err)
	}
	hash, err := spec.Hash()
	if err != nil {
		return nil, err
	}
	d := &Dir{Path: path, Spec: *spec, Hash: hash, decode: newDecoder(spec)}
	_, err = d.scan()
	return d, err
}

// Create opens a run directory to continue it, and makes it if there is none. The
// number of bytes says how much was torn and cut off.
func Create(path string, p *Plan, by MadeBy) (d *Dir, torn int64, err error) {
	if err := os.MkdirAll(filepath.Join(path, segmentsName), 0o755); err != nil {
		return nil, 0, err
	}
	for _, parent := range []string{filepath.Dir(path), filepath.Dir(filepath.Dir(path))} {
		if err := durable.SyncDir(parent); err != nil {
			return nil, 0, err
		}
	}
	lock, err := durable.Lock(filepath.Join(path, ".lock"))
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, lock.Close())
		}
	}()
	if err := settleManifest(path, p, by); err != nil {
		return nil, 0, err
	}
	if d, err = Open(path); err != nil {
		return nil, 0, err
	}
	d.lock = lock
	torn, err = d.repair()
	return d, torn, err
}

// settleManifest writes the manifest, unless one is there that does not agree.
func settleManifest(path string, p *Plan, by MadeBy) error {
	name := filepath.Join(path, manifestName)
	old, err := os.ReadFile(name)
	if err == nil {
		err = agree(old, p, by)
	} else if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	spec := p.Spec
	spec.MadeBy = &by
	text, err := spec.YAML()
	if err != nil || string(text) == string(old) {
		return err
	}
	return durable.WriteFile(name, text)
}

func agree(manifest []byte, p *Plan, by MadeBy) error {
	spec, err := Parse(manifest)
	if err != nil {
		return err
	}
	hash, err := spec.Hash()
	switch {
	case err != nil:
		return err
	case hash != p.Hash:
		return fmt.Errorf("%w: another spec (its episodes are %.12s, yours %.12s); give the run another name or directory", ErrOther, hash, p.Hash)
	case spec.MadeBy == nil || *spec.MadeBy != by:
		return fmt.Errorf("%w: made by %v, this is %v; results of different programs are not mixed", ErrOther, spec.MadeBy, &by)
	default:
		return nil
	}
}

// String returns "veil 0.4.0 go1.26 linux/amd64".
func (m *MadeBy) String() string {
	if m == nil {
		return "nobody"
	}
	return fmt.Sprintf("veil %s %s %s", m.Veil, m.Go, m.Arch)
}

// Close ends the use of a run directory.
func (d *Dir) Close() error {
	var errs []error
	for _, f := range []*os.File{d.segment, d.times, d.lock} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}
