// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/farm/internal/audit"
)

// outcastsFile, in the directory of a run, lists the workers from which the run accepts nothing,
// and the results of replaying their episodes.
const outcastsFile = "farm.outcasts"

// outcastLine is a line of the file: a worker that was caught, or episodes of it that were played
// again. It is authenticated with the key of the run.
type outcastLine struct {
	Worker   string `json:"worker"`
	Reason   string `json:"reason,omitempty"`
	Proof    string `json:"proof,omitempty"` // a file in the directory
	Replayed uint64 `json:"replayed,omitempty"`
	Wrong    uint64 `json:"wrong,omitempty"`
	MAC      string `json:"mac"`
}

func (l *outcastLine) sign(key []byte) string {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "outcast %q %q %q %d %d", l.Worker, l.Reason, l.Proof, l.Replayed, l.Wrong)
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// record contains the state of a worker in quarantine.
type record struct {
	reason string
	proof  []byte // sent to the worker
	caught bool   // by this run

	aside, replayed, wrong uint64 // episodes
}

// book is the outcasts file of a run with its parsed content.
type book struct {
	dir     string
	key     []byte
	records map[string]*record
}

func openBook(dir string, key []byte) (*book, error) {
	b := &book{dir, key, map[string]*record{}}
	text, err := readOwn(dir, outcastsFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for text := range bytes.Lines(text) {
		if line, ok := readOutcast(text, key); ok {
			b.take(line)
		}
	}
	return b, nil
}

func readOutcast(text, key []byte) (line outcastLine, ok bool) {
	ok = json.Unmarshal(text, &line) == nil && hmac.Equal([]byte(line.MAC), []byte(line.sign(key)))
	return line, ok
}

func (b *book) of(worker string) *record {
	r := b.records[worker]
	if r == nil {
		r = &record{}
		b.records[worker] = r
	}
	return r
}

func (b *book) take(line outcastLine) {
	r := b.of(line.Worker)
	r.replayed += line.Replayed
	r.wrong += line.Wrong
	if line.Reason != "" {
		r.caught, r.reason = true, line.Reason
	}
	if line.Proof != "" && filepath.IsLocal(line.Proof) {
		r.proof, _ = readOwn(b.dir, line.Proof) // without it the worker is not told why
	}
}

// add appends a line. It starts with a newline, so that a torn line spoils only itself.
func (b *book) add(line outcastLine) error {
	line.MAC = line.sign(b.key)
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	b.take(line)
	f, err := ownFile(b.dir, outcastsFile, os.O_WRONLY|os.O_CREATE|os.O_APPEND)
	if err != nil {
		return err
	}
	_, err = f.Write(append([]byte("\n"), text...))
	return errors.Join(err, f.Sync(), f.Close())
}

// caught returns the number of workers that this run has caught.
func (b *book) caught() (n int) {
	for _, r := range b.records {
		if r.caught {
			n++
		}
	}
	return n
}

// claimed is the digest of a stored episode by a worker in quarantine.
type claimed struct {
	by     string
	digest audit.Digest
}

// setAside returns the episodes played by workers in quarantine. They stay stored until others have
// played them: correct ones are kept, and only wrong ones are dropped.
func (s *session) setAside() (again []experiment.Span, err error) {
	s.aside = map[uint64]claimed{}
	for _, name := range slices.Sorted(maps.Keys(s.outcasts)) {
		theirs, err := s.dir.Of(name)
		if err != nil {
			return nil, fmt.Errorf("what %s has played: %w", Quote(name), err)
		}
		r := s.book.of(name)
		r.aside = r.replayed
		for _, span := range theirs {
			r.aside += span.End - span.First
			for e := span.First; e < span.End; e++ {
				s.aside[e] = claimed{by: name}
			}
		}
		again = append(again, theirs...)
	}
	return again, s.dir.Lines(func(e uint64) bool { _, ok := s.aside[e]; return ok }, func(e uint64, lines []byte) {
		s.aside[e] = claimed{s.aside[e].by, digest(lines)}
	})
}

// replaced records, for episodes that were set aside, whether the replacement differs.
func (s *session) replaced(c *experiment.Chunk) {
	said := s.digests(c)
	counts := map[string]*outcastLine{}
	for e := c.First; e < c.End; e++ {
		old, ok := s.aside[e]
		if !ok {
			continue
		}
		delete(s.aside, e)
		line := counts[old.by]
		if line == nil {
			line = &outcastLine{Worker: old.by}
			counts[old.by] = line
		}
		if line.Replayed++; said(e) != old.digest {
			line.Wrong++
		}
	}
	for _, line := range counts {
		if err := s.book.add(*line); err != nil {
			s.Log.Warn("the counts of a quarantine will be too low", "error", err)
		}
	}
}

// account logs the results of replaying the episodes of workers in quarantine.
func (s *session) account() {
	for _, name := range slices.Sorted(maps.Keys(s.book.records)) {
		if r := s.book.records[name]; r.aside > 0 {
			s.Log.Warn("the episodes of a worker in quarantine were played again", "worker", Quote(name), "aside", r.aside, "replayed", r.replayed, "wrong", r.wrong, "kept", r.replayed-r.wrong)
		}
	}
}
