// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	"github.com/veilplan/veil/experiment/durable"
)

// Dir is a run directory, the single source of truth about a run:
//
//	manifest.yaml       the spec with every default filled in, and what made it
//	episodes/*.jsonl    append-only segments, one line per episode and policy
//	times.jsonl         durations; they depend on the machine
//	summary.json        written when a run ends; see [Summarize]
//	seal.json           digests of all of these
//	paused              while the run is asked to wait; see [Pause]
//
// Every session of a run writes a separate segment, batch by batch, with an fsync after each batch.
// A crash tears at most the last batch of the last segment: this batch does not count, and the next
// session cuts it off. Any other mismatch with the seal and the checksums is an [ErrCorrupt].
type Dir struct {
	Path string
	Spec Spec // of the manifest
	Hash string

	fsys   durable.FS
	check  checker
	decode *decoder
	notes  []string
	plain  bool // made before runs were sealed

	mu       sync.Mutex
	seal     seal
	manifest string // SHA-256
	summary  string // SHA-256, if it is known to fit the episodes
	index    index
	loose    loose
	segment  *segment // the one being written
	times    durable.WriteFile
	lock     io.Closer
	broken   error // the error after which nothing is stored
	batch    batch
}

// File names in a run directory.
const (
	manifestName = "manifest.yaml"
	segmentsName = "episodes"
	timesName    = "times.jsonl"
	summaryName  = "summary.json"
	lockName     = ".lock"
)

// ErrOther reports a run directory that belongs to another experiment or program.
var ErrOther = errors.New("the run directory belongs to another run")

// Open opens a run directory for reading and checks all of it. Another process may be writing to
// it. Links in it are not followed.
func Open(path string) (*Dir, error) { return OpenOn(durable.Inside(path), path) }

// OpenOn is [Open] on a file system.
func OpenOn(fsys durable.FS, path string) (*Dir, error) {
	const tries = 5
	for try := 1; ; try++ {
		before, _ := durable.ReadText(fsys, filepath.Join(path, sealName), maxSeal)
		d, err := load(fsys, path)
		if err == nil {
			return d, nil
		}
		// A writer may have changed one file before and another after we read it.
		after, _ := durable.ReadText(fsys, filepath.Join(path, sealName), maxSeal)
		if try == tries || bytes.Equal(before, after) {
			return nil, err
		}
	}
}

// OpenContext is [Open] that ends with a context. Later reads from the directory are not affected.
func OpenContext(ctx context.Context, path string) (*Dir, error) {
	d, err := OpenOn(durable.WithContext(ctx, durable.Inside(path)), path)
	if err != nil {
		return nil, err
	}
	return d.on(durable.Inside(path)), nil
}

// WithContext returns the same directory, readable only until a context ends: then [Summarize], the
// episodes and all exports end with the context's error.
func (d *Dir) WithContext(ctx context.Context) *Dir { return d.on(durable.WithContext(ctx, d.fsys)) }

// on returns the same directory, read through another file system.
func (d *Dir) on(fsys durable.FS) *Dir {
	d.mu.Lock()
	defer d.mu.Unlock()
	return &Dir{
		Path: d.Path, Spec: d.Spec, Hash: d.Hash, fsys: fsys, check: d.check, decode: d.decode, notes: d.notes, plain: d.plain,
		seal: d.seal, manifest: d.manifest, summary: d.summary, index: slices.Clone(d.index), loose: d.loose,
	}
}

// Create opens a run directory to continue it, and creates it if there is none. torn is the number
// of bytes of an incomplete batch that were cut off.
func Create(path string, p *Plan, by Provenance) (d *Dir, torn int64, err error) {
	return CreateOn(durable.Inside(path), path, p, by)
}

// CreateOn is [Create] on a file system.
func CreateOn(fsys durable.FS, path string, p *Plan, by Provenance) (d *Dir, torn int64, err error) {
	if len(p.Spec.Trials) > 0 {
		return nil, 0, errors.New("the spec has trials: it is a part of a run that tunes, for a worker of a farm")
	}
	if err := makeDir(fsys, path); err != nil {
		return nil, 0, err
	}
	lock, err := fsys.Lock(filepath.Join(path, lockName))
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, lock.Close())
		}
	}()
	spec := p.Spec
	spec.MadeBy = &by
	text, err := spec.YAML()
	if err != nil {
		return nil, 0, err
	}
	if err := startManifest(fsys, path, text, p, by); err != nil {
		return nil, 0, err
	}
	if d, err = load(fsys, path); err != nil {
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	d.lock = lock
	if torn, err = d.resume(); err != nil {
		return nil, torn, fmt.Errorf("%s: %w", path, err)
	}
	return d, torn, d.replaceManifest(text)
}

// makeDir creates the directories of a run. Any parent may be new as well; and renames of an
// earlier session may not be durable, if syncing them was its last step and failed.
func makeDir(fsys durable.FS, path string) error {
	if err := fsys.MkdirAll(filepath.Join(path, segmentsName)); err != nil {
		return err
	}
	for dir := path; ; dir = filepath.Dir(dir) {
		if err := fsys.SyncDir(dir); err != nil && !cannotSync(err) {
			return err
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

// cannotSync reports an error about a parent directory that is not ours, or not on a disk.
func cannotSync(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL)
}

// startManifest writes the manifest if there is none; an existing one must agree.
func startManifest(fsys durable.FS, path string, text []byte, p *Plan, by Provenance) error {
	name := filepath.Join(path, manifestName)
	old, err := durable.ReadText(fsys, name, MaxSpecBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return durable.WriteText(fsys, name, text)
	}
	if err == nil {
		err = agree(old, p, by)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func agree(manifest []byte, p *Plan, by Provenance) error {
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

// replaceManifest replaces the manifest by one with other episodes or other fields. The seal lists
// both digests first.
func (d *Dir) replaceManifest(text []byte) error {
	if sha(text) == d.manifest {
		return nil
	}
	spec, err := Parse(text)
	if err != nil {
		return err
	}
	s := d.seal
	s.Open, s.Summary, s.Manifest = true, "", []string{d.manifest, sha(text)}
	if err := d.writeSeal(s); err != nil {
		return err
	}
	if err := durable.WriteText(d.fsys, filepath.Join(d.Path, manifestName), text); err != nil {
		return err
	}
	d.Spec, d.manifest, d.summary = *spec, sha(text), ""
	d.decode = newDecoder(&d.Spec)
	return nil
}

// String returns "veil 0.4.0 go1.26 linux/amd64".
func (p *Provenance) String() string {
	if p == nil {
		return "nobody"
	}
	return fmt.Sprintf("veil %s %s %s", p.Veil, p.Go, p.Arch)
}

// Close seals everything that this session has stored and closes the directory.
func (d *Dir) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var errs []error
	if d.lock != nil && d.seal.Open && d.broken == nil {
		errs = append(errs, d.closeSeal())
	}
	if d.segment != nil {
		errs = append(errs, d.segment.file.Close())
	}
	for _, f := range []io.Closer{d.times, d.lock} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	d.segment, d.times, d.lock = nil, nil, nil
	return errors.Join(errs...)
}
