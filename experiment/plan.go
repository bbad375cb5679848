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
	tuned   *tuned // instead of the matches, if the spec tunes
}

// Resolve resolves the names of a spec. As in [Parse], a policy without a player is played by the
// player of the same name.
func Resolve(spec Spec, library play.Library) (*Plan, error) {
	if err := spec.settle(); err != nil {
		return nil, err
	}
	if err := spec.check(); err != nil {
		return nil, err
	}
	p := &Plan{Spec: spec}
	if err := p.settleRules(library); err != nil {
		return nil, err
	}
	for i := range p.Spec.Policies {
		m, err := p.seat(i, library)
		if err != nil {
			return nil, fmt.Errorf("policy %s: %w", p.Spec.Policies[i].ID, err)
		}
		p.matches = append(p.matches, m)
	}
	if spec.Tune != nil {
		if err := p.tune(library); err != nil {
			return nil, fmt.Errorf("tune: %w", err)
		}
	}
	hash, err := p.Spec.Hash()
	p.Hash = hash
	return p, err
}

// settleRules fills in the rules of the spec, if every policy replaces some of them.
func (p *Plan) settleRules(library play.Library) error {
	if slices.ContainsFunc(p.Spec.Policies, func(p Policy) bool { return len(p.Rules) == 0 }) {
		return nil // that policy's match does it
	}
	first := &p.Spec.Policies[0]
	_, settled, err := library.Match(play.Setup{Domain: p.Spec.Domain, Rules: p.Spec.Rules, Player: first.Player, Params: first.Params})
	if err != nil {
		return fmt.Errorf("policy %s: %w", first.ID, err)
	}
	p.Spec.Rules = settled.Rules
	return nil
}

// seat resolves a policy, and fills in its defaults.
func (p *Plan) seat(i int, library play.Library) (play.Match, error) {
	policy := &p.Spec.Policies[i]
	rules, err := override(p.Spec.Rules, policy.Rules)
	if err != nil {
		return play.Match{}, err
	}
	m, settled, err := library.Match(play.Setup{Domain: p.Spec.Domain, Rules: rules, Player: policy.Player, Params: policy.Params})
	if err != nil {
		return m, err
	}
	policy.Player, policy.Params = settled.Player, settled.Params
	if len(policy.Rules) > 0 {
		policy.Rules = settled.Rules
	} else {
		p.Spec.Rules = settled.Rules
	}
	return p.fit(m, policy), nil
}

// fit applies the limits of the spec to a match.
func (p *Plan) fit(m play.Match, policy *Policy) play.Match {
	m.MaxMoves = cmp.Or(p.Spec.MaxMoves, m.MaxMoves)
	m.MoveTime = time.Duration(policy.MoveMS * float64(time.Millisecond))
	return m
}

// match returns the match of a policy in an episode.
func (p *Plan) match(policy int, episode uint64) (play.Match, error) {
	if p.tuned == nil {
		return p.matches[policy], nil
	}
	matches, err := p.tuned.matches(p, p.Spec.Tune.block(episode))
	if err != nil {
		return play.Match{}, fmt.Errorf("episode %d: %w", episode, err)
	}
	return matches[policy], nil
}

// until returns one after the last episode, at most end, with the same matches.
func (p *Plan) until(episode, end uint64) uint64 {
	if p.tuned == nil {
		return end
	}
	return min(end, p.Spec.Tune.end(p.Spec.Tune.block(episode)))
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
