// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"math"
	"math/rand/v2"
	"path/filepath"

	"github.com/veilplan/veil/experiment/durable"
	"github.com/veilplan/veil/experiment/stats"
)

// Verification is the result of checking a run.
type Verification struct {
	Schema   string `json:"schema"`
	Name     string `json:"name"`
	Hash     string `json:"hash"`
	Root     string `json:"root"` // see [Dir.Root]
	Episodes uint64 `json:"episodes"`
	Wanted   uint64 `json:"wanted"`
	// Content is the SHA-256 of the stored episodes in order, in their exported form. It does not
	// depend on how they were played.
	Content   string     `json:"content"`
	Replayed  uint64     `json:"replayed"`
	Different []uint64   `json:"different"` // of the replayed ones
	Missed    []MissOdds `json:"missed"`
}

// MissOdds is the probability that a number of forged episodes is missed.
type MissOdds struct {
	Forged      uint64  `json:"forged"`
	Probability float64 `json:"probability"`
}

// Root returns a digest of the whole directory, or "" if it is not sealed.
func (d *Dir) Root() string {
	if d.seal.Open {
		return ""
	}
	return d.seal.Root
}

// Verify reads every episode of a run that [Open] has accepted, checks that the stored summary
// follows from them, and plays a random share again. If the share is 0, the plan may be nil.
func Verify(ctx context.Context, d *Dir, p *Plan, share float64, r *rand.Rand) (*Verification, error) {
	if err := d.verifySummary(); err != nil {
		return nil, err
	}
	have := d.Have()
	v := &Verification{
		Schema: "experiment.verification/1", Name: d.Spec.Name, Hash: d.Hash, Root: d.Root(), Episodes: have, Wanted: d.Spec.Episodes,
		Different: []uint64{}, Missed: []MissOdds{},
	}
	choose := sample{left: have, want: uint64(math.Ceil(share * float64(have))), random: r}
	v.Replayed = choose.want
	content := sha256.New()
	if p != nil {
		if err := p.Follow(d); err != nil {
			return nil, err
		}
		p = p.Fresh()
	}
	var stored []byte
	for e, err := range d.Episodes() {
		if err != nil {
			return nil, err
		}
		stored = d.Spec.appendEpisode(stored[:0], e)
		content.Write(stored)
		if !choose.next() {
			continue
		}
		again, err := p.Play(ctx, e.Index, e.Index+1, nil)
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(again.Lines, stored) {
			v.Different = append(v.Different, e.Index)
		}
	}
	v.Content = hexSum(content)
	v.Missed = missed(have, v.Replayed)
	return v, nil
}

// missed returns the probabilities for one forged episode, and for 0.1, 1 and 10%.
func missed(have, replayed uint64) []MissOdds {
	list := []MissOdds{}
	for _, part := range []uint64{have, 1000, 100, 10} {
		forged := have / max(part, 1)
		if n := len(list); forged > 0 && replayed > 0 && (n == 0 || list[n-1].Forged < forged) {
			list = append(list, MissOdds{forged, stats.NoneDrawn(have, forged, replayed)})
		}
	}
	return list
}

// verifySummary compares the sealed summary with the episodes.
func (d *Dir) verifySummary() error {
	if d.seal.Summary == "" {
		return nil
	}
	s, err := Summarize(d)
	if err != nil {
		return err
	}
	want, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	text, err := durable.ReadText(d.fsys, filepath.Join(d.Path, summaryName), maxSummary)
	if err == nil && string(text) != string(want)+"\n" {
		err = &FileError{summaryName, "does not follow from the episodes"}
	}
	return err
}

// sample draws without replacement, in one pass (Knuth, The Art of Computer Programming,
// volume 2, 3.4.2, algorithm S).
type sample struct {
	left, want uint64
	random     *rand.Rand
}

func (s *sample) next() bool {
	if s.left == 0 {
		return false
	}
	drawn := s.random.Uint64N(s.left) < s.want
	s.left--
	if drawn {
		s.want--
	}
	return drawn
}
