// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"github.com/veilplan/veil/experiment/durable"
)

const (
	sealName   = "seal.json"
	sealSchema = "experiment.seal/1"
	maxSeal    = 1 << 26
)

// seal lists the files of a run with their digests. It is written when a run directory is created,
// when a session starts to change it, and when the session ends. While it is open there may be one
// segment more than it lists, and more times.
type seal struct {
	Schema string `json:"schema"`
	Spec   string `json:"spec"` // the hash of the spec
	Open   bool   `json:"open,omitempty"`
	// Manifest is the SHA-256 of the manifest, or of two versions while it is being replaced.
	Manifest []string        `json:"manifest"`
	Segments []sealedSegment `json:"segments"`
	Times    *sealedFile     `json:"times,omitempty"`
	Summary  string          `json:"summary,omitempty"` // SHA-256
	// Root is the SHA-256 of the seal without this field: one number that identifies the run.
	Root string `json:"root"`
}

type sealedFile struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

type sealedSegment struct {
	Number int `json:"number"`
	// Plain marks a segment from before lines had checksums.
	Plain bool `json:"plain,omitempty"`
	sealedFile
}

// text returns the seal in its written form, with its root.
func (s seal) text() ([]byte, error) {
	s.Root = ""
	bare, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	s.Root = sha(bare)
	text, err := json.MarshalIndent(s, "", "  ")
	return append(text, '\n'), err
}

func sha(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// parseSeal parses a seal. It accepts only the exact text that would be written.
func parseSeal(text []byte) (s seal, err error) {
	if err := json.Unmarshal(text, &s); err != nil {
		return s, errors.New("damaged")
	}
	if s.Schema != sealSchema {
		return s, fmt.Errorf("schema %q is not known: want %s", s.Schema, sealSchema)
	}
	want, err := s.text()
	if err == nil && !bytes.Equal(text, want) {
		err = errors.New("damaged")
	}
	return s, err
}

// last returns the number of the last segment.
func (s *seal) last() int {
	last := 0
	for _, segment := range s.Segments {
		last = max(last, segment.Number)
	}
	return last
}

func (s *seal) segment(number int) (sealedSegment, bool) {
	i := slices.IndexFunc(s.Segments, func(s sealedSegment) bool { return s.Number == number })
	if i < 0 {
		return sealedSegment{}, false
	}
	return s.Segments[i], true
}

// writeSeal replaces the seal.
func (d *Dir) writeSeal(s seal) error {
	s.Schema, s.Spec = sealSchema, d.Hash
	text, err := s.text()
	if err != nil {
		return err
	}
	if err := durable.WriteText(d.fsys, filepath.Join(d.Path, sealName), text); err != nil {
		return err
	}
	d.seal, err = parseSeal(text)
	return err
}

// unseal allows this session to change the run.
func (d *Dir) unseal() error {
	if d.seal.Open {
		return nil
	}
	s := d.seal
	s.Open, s.Summary, d.summary = true, "", ""
	return d.writeSeal(s)
}

// closeSeal seals everything that this session has written.
func (d *Dir) closeSeal() error {
	s := d.seal
	if d.segment != nil {
		s.Segments = append(slices.Clip(s.Segments), sealedSegment{Number: d.segment.number, sealedFile: d.segment.sealed()})
	}
	if d.times != nil {
		if err := d.times.Sync(); err != nil {
			return err
		}
		times, err := d.sumFile(timesName)
		if err != nil {
			return err
		}
		s.Times = &times
	}
	s.Open, s.Manifest, s.Summary = false, []string{d.manifest}, d.summary
	return d.writeSeal(s)
}

// sumFile returns the size and digest of a file of the run.
func (d *Dir) sumFile(name string) (sealedFile, error) { return d.sumStart(name, math.MaxInt64) }
