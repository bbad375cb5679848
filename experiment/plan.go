// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/play"
)

// Plan is a spec with resolved names, ready to play.
type Plan struct {
	Spec Spec   // with every default filled in
	Hash string // see [Spec.Hash]

	matches []play.Match
}

// Resolve resolves the names of a spec. As in [Parse], a policy without a player is played by the
// player of the same name.
func Resolve(spec Spec, library play.Library) (*Plan, error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	p := &Plan{Spec: spec}
	p.Spec.Policies = slices.Clone(spec.Policies)
	p.Spec.namePlayers()
	for i, policy := range p.Spec.Policies {
		m, settled, err := library.Match(play.Setup{
			Domain: spec.Domain, Rules: spec.Rules, Player: policy.Player, Params: policy.Params,
		})
		if err != nil {
			return nil, fmt.Errorf("policy %s: %w", policy.ID, err)
		}
		m.MaxMoves = cmp.Or(spec.MaxMoves, m.MaxMoves)
		m.MoveTime = time.Duration(policy.MoveMS * float64(time.Millisecond))
		p.matches = append(p.matches, m)
		p.Spec.Rules = settled.Rules
		p.Spec.Policies[i].Player, p.Spec.Policies[i].Params = settled.Player, settled.Params
	}
	hash, err := p.Spec.Hash()
	p.Hash = hash
	return p, err
}

// Episode contains the plays of every policy in one episode, in the order of the spec.
type Episode struct {
	Index uint64
	Plays []Play

	record play.Record // scratch
}

// Play is the record of one policy in one episode. Fields that the spec does not record are zero.
type Play struct {
	Outcome     Outcome
	Score       float64
	Moves       int
	Guesses     int
	Simulations int
	Nodes       int
	Values      []float64 // predictions before each move, where the player made one
	Actions     []string
	Seen        []string
}

// extract returns the fields that the spec records.
func (s *Spec) extract(rec *play.Record) Play {
	p := Play{Outcome: outcomeOf(rec.Status), Score: rec.Score, Moves: len(rec.Plies)}
	if s.keeps(Work) {
		work := rec.Work()
		p.Simulations, p.Nodes = work.Simulations, work.Nodes
	}
	for i := range rec.Plies {
		ply := &rec.Plies[i]
		if s.keeps(Guesses) && ply.Guess {
			p.Guesses++
		}
		if s.keeps(Values) && ply.Value.Badge() != veil.Unknown {
			p.Values = append(p.Values, ply.Value.Float())
		}
		if s.keeps(Actions) {
			p.Actions, p.Seen = append(p.Actions, ply.Action), append(p.Seen, ply.Seen)
		}
	}
	return p
}
