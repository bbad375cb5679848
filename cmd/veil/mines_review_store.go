// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment/durable"
	"github.com/veilplan/veil/mines/analysis"
)

// maxStoredReview is far more than the tallies of the longest game need.
const maxStoredReview = 8 << 20

// storeEvery is the number of games after which they are written again: a review writes some ten times.
const storeEvery = 500

// reviewStore keeps the games that a review plays, in a file. Without a name it keeps nothing.
type reviewStore struct {
	name    string
	key     string
	written int // games in the file
	err     error
}

// storedReview is the file. Tallies mean nothing for another game, other limits or another program, so
// the key is the hash of all three.
type storedReview struct {
	Schema string            `json:"schema"`
	Key    string            `json:"key"`
	Played []api.MinesPlayed `json:"played"`
}

const storedReviewSchema = "veil.mines.stored-review/1"

func (a *app) reviewStore(name string, input []byte, limits api.Limits) *reviewStore {
	if name == "" {
		return &reviewStore{}
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "veil %s\n%+v\n%s", a.Version, limits, input))
	return &reviewStore{name: a.Path(name), key: hex.EncodeToString(sum[:])}
}

// load returns the games of the file, none if the file does not exist yet.
func (s *reviewStore) load() ([]api.MinesPlayed, error) {
	if s.name == "" {
		return nil, nil
	}
	text, err := durable.ReadText(s.files(), s.name, maxStoredReview)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var stored storedReview
	if json.Unmarshal(text, &stored) != nil || stored.Schema != storedReviewSchema {
		return nil, frame.Usage(s.name+" is not a stored review", "name a file that does not exist yet")
	}
	if stored.Key != s.key {
		return nil, frame.Usage(s.name+" belongs to another game, other limits or another version of veil", "name another file, or remove this one")
	}
	s.written = games(stored.Played)
	return stored.Played, nil
}

func (s *reviewStore) files() durable.FS { return durable.Inside(filepath.Dir(s.name)) }

// progress writes the games during a review, so that a process that is killed loses few.
func (s *reviewStore) progress(r *analysis.Review) {
	if s.name != "" && s.err == nil && games(r.Played()) >= s.written+storeEvery {
		s.err = s.save(r)
	}
}

func (s *reviewStore) save(r *analysis.Review) error {
	if s.name == "" {
		return nil
	}
	stored := storedReview{Schema: storedReviewSchema, Key: s.key, Played: r.Played()}
	text, err := json.Marshal(stored)
	if err != nil {
		return err
	}
	s.written = games(stored.Played)
	return durable.WriteText(s.files(), s.name, append(text, '\n'))
}

func games(list []api.MinesPlayed) (n int) {
	for _, p := range list {
		n += p.Games
	}
	return n
}
