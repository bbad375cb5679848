// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Limits of a tuning run.
const (
	maxParameters = 24
	maxObjectives = 8
	minChains     = 2
	maxChains     = 32
	maxIterations = 100_000
	maxPairs      = 1 << 20
	maxTrials     = 1 << 18

	defaultChains = 8
	defaultGain   = 2
)

// Tune makes a run that looks for the parameters with which a player scores best, by simultaneous
// perturbation (Spall, IEEE Transactions on Automatic Control 37(3), 1992). Some chains climb
// independently of each other. In an iteration, a chain shifts all its parameters at the same time,
// each up or down at random; "plus" plays with these, "minus" with the opposite shifts, in the same
// episodes; and the chain moves by the difference of their scores. The last episodes compare
// the estimate, as "plus", with the start, as "minus".
type Tune struct {
	// Parameters are numbers among the params of the player. A name with points leads into
	// objects and lists: weights.3.
	Parameters map[string]Parameter `json:"parameters"`
	Iterations int                  `json:"iterations"`
	// Pairs is the number of episodes of a chain in an iteration.
	Pairs int `json:"pairs"`
	// Chains is the number of independent chains; the error is from their spread.
	Chains int `json:"chains,omitempty"`
	// Check is the number of episodes that compare the estimate with the start; if 0, a quarter of
	// those before. Nothing is tuned on them.
	Check uint64 `json:"check,omitempty"`
	// Gain is the first move of a chain, in steps; later ones are smaller.
	Gain       float64     `json:"gain,omitempty"`
	Objectives []Objective `json:"objectives,omitempty"`
}

// Parameter is a number to be tuned.
type Parameter struct {
	From float64 `json:"from"`
	To   float64 `json:"to"`
	// Start is where every chain begins; if nil, the value among the params.
	Start *float64 `json:"start,omitempty"`
	// Step is the first shift: a change whose effect may be noticed. The optimum may be about ten
	// steps away.
	Step  float64 `json:"step"`
	Whole bool    `json:"whole,omitempty"` // played as the nearest integer
}

// Objective is a part of what is maximised: the score under some rules, for instance against another
// opponent. Every episode is played under the rules of each objective.
type Objective struct {
	ID string `json:"id"`
	// Weight is relative to those of the other objectives; if 0, it is 1.
	Weight float64 `json:"weight,omitempty"`
	// Rules replace rules of the domain.
	Rules json.RawMessage `json:"rules,omitempty"`
	// Mirror, if not empty, names a rule that receives params of the player itself, for an opponent
	// of the same kind.
	Mirror string `json:"mirror,omitempty"`
	// Point is the place of these params: "centre", where the chain is, so that plus and minus meet the
	// same opponent; or "other", where plus meets minus, and minus plus. If empty, it is the centre.
	Point string `json:"point,omitempty"`
}

// The places of an opponent's params.
const centre, other = "centre", "other"

// trial contains the values of the parameters in one block of episodes: those of a chain in an
// iteration, or those of the comparison at the end. The values are in the order of the names.
type trial struct {
	Block  uint64    `json:"block"`
	Plus   []float64 `json:"plus"`
	Minus  []float64 `json:"minus"`
	Centre []float64 `json:"centre"`
}

// names returns the names of the parameters, in order.
func (t *Tune) names() []string { return slices.Sorted(maps.Keys(t.Parameters)) }

// stage is the number of episodes of an iteration, in all chains.
func (t *Tune) stage() uint64 { return uint64(t.Chains) * uint64(t.Pairs) }

// tuning is the number of episodes of all iterations.
func (t *Tune) tuning() uint64 { return t.stage() * uint64(t.Iterations) }

// block returns the block of an episode. The last block is the comparison.
func (t *Tune) block(episode uint64) uint64 {
	return min(episode/uint64(t.Pairs), uint64(t.Chains)*uint64(t.Iterations))
}

// end returns one after the last episode of a block.
func (t *Tune) end(block uint64) uint64 {
	if block == t.block(t.tuning()) {
		return t.tuning() + t.Check
	}
	return (block + 1) * uint64(t.Pairs)
}

// settle fills in what follows from other fields. It may be called again.
func (s *Spec) settle() error {
	s.Policies = slices.Clone(s.Policies)
	s.namePlayers()
	if s.Tune == nil {
		return nil
	}
	t := *s.Tune
	s.Tune = &t
	t.Parameters, t.Objectives = maps.Clone(t.Parameters), slices.Clone(t.Objectives)
	if t.Chains == 0 {
		t.Chains = defaultChains
	}
	if t.Gain == 0 {
		t.Gain = defaultGain
	}
	for i := range t.Objectives {
		o := &t.Objectives[i]
		if o.Weight == 0 {
			o.Weight = 1
		}
		if o.Mirror != "" && o.Point == "" {
			o.Point = centre
		}
	}
	if err := t.check(); err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	if t.Check == 0 {
		t.Check = max(1, t.tuning()/4)
	}
	if s.Episodes == 0 {
		s.Episodes = t.tuning() + t.Check
	}
	s.seat()
	return nil
}

// seat replaces the one policy of a spec by the two of every objective.
func (s *Spec) seat() {
	if len(s.Policies) != 1 {
		return
	}
	base := s.Policies[0]
	s.Policies = nil
	for j, id := range s.Tune.ids() {
		p := base
		if p.ID = id; len(s.Tune.Objectives) > 0 {
			p.Rules = s.Tune.Objectives[j/2].Rules
		}
		s.Policies = append(s.Policies, p)
	}
}

// ids returns the policies' names: minus and plus, or those of each objective in turn.
func (t *Tune) ids() []string {
	if len(t.Objectives) == 0 {
		return []string{"minus", "plus"}
	}
	ids := make([]string, 0, 2*len(t.Objectives))
	for _, o := range t.Objectives {
		ids = append(ids, "minus-"+o.ID, "plus-"+o.ID)
	}
	return ids
}

func (t *Tune) check() error {
	switch {
	case t.Iterations < 4 || t.Iterations > maxIterations:
		return fmt.Errorf("iterations %d: want 4 to %d", t.Iterations, maxIterations)
	case t.Chains < minChains || t.Chains > maxChains:
		return fmt.Errorf("chains %d: want %d to %d", t.Chains, minChains, maxChains)
	case t.Iterations*t.Chains > maxTrials:
		return fmt.Errorf("%d iterations of %d chains: want at most %d in all", t.Iterations, t.Chains, maxTrials)
	case t.Pairs < 1 || t.Pairs > maxPairs:
		return fmt.Errorf("pairs %d: want 1 to %d", t.Pairs, maxPairs)
	case t.Check > MaxEpisodes:
		return fmt.Errorf("check %d: want at most %d episodes", t.Check, uint64(MaxEpisodes))
	case !(t.Gain > 0 && t.Gain <= 100):
		return fmt.Errorf("gain %v: want a number of steps up to 100", t.Gain)
	case len(t.Parameters) == 0 || len(t.Parameters) > maxParameters:
		return fmt.Errorf("%d parameters: want 1 to %d", len(t.Parameters), maxParameters)
	case len(t.Objectives) > maxObjectives:
		return fmt.Errorf("%d objectives: want at most %d", len(t.Objectives), maxObjectives)
	}
	for _, name := range t.names() {
		p := t.Parameters[name]
		if err := p.check(); err != nil {
			return fmt.Errorf("parameter %q: %w", name, err)
		}
	}
	return t.checkObjectives()
}

func (p *Parameter) check() error {
	const most = 1e15
	switch {
	case !(p.From < p.To && p.From >= -most && p.To <= most):
		return fmt.Errorf("from %v to %v: want the lower bound first", p.From, p.To)
	case !(p.Step > 0 && p.Step <= p.To-p.From):
		return fmt.Errorf("step %v: want a part of the range from %v to %v", p.Step, p.From, p.To)
	case p.Whole && p.Step < 1:
		return fmt.Errorf("step %v: want 1 or more, since the values are integers", p.Step)
	case p.Start != nil && !(*p.Start >= p.From && *p.Start <= p.To):
		return fmt.Errorf("start %v: want %v to %v", *p.Start, p.From, p.To)
	default:
		return nil
	}
}

func (t *Tune) checkObjectives() error {
	for i, o := range t.Objectives {
		switch {
		case !isName(o.ID):
			return fmt.Errorf("objective %q: want an id of letters, digits and ._- only", o.ID)
		case slices.IndexFunc(t.Objectives, func(p Objective) bool { return p.ID == o.ID }) != i:
			return fmt.Errorf("objective %q is given twice", o.ID)
		case !(o.Weight > 0 && o.Weight <= 1e6):
			return fmt.Errorf("objective %s: weight %v: want a positive number", o.ID, o.Weight)
		case o.Mirror == "" && o.Point != "":
			return fmt.Errorf("objective %s: point %q: want mirror, the rule that receives the params", o.ID, o.Point)
		case o.Mirror != "" && o.Point != centre && o.Point != other:
			return fmt.Errorf("objective %s: point %q: want %s or %s", o.ID, o.Point, centre, other)
		}
	}
	return nil
}

// checkTune reports what does not suit the rest of the spec.
func (s *Spec) checkTune() error {
	t := s.Tune
	if t == nil {
		if len(s.Trials) > 0 {
			return errors.New("trials: want tune beside them")
		}
		return nil
	}
	switch {
	case s.Episodes != t.tuning()+t.Check:
		return fmt.Errorf("episodes %d: tune needs %d; leave episodes out", s.Episodes, t.tuning()+t.Check)
	case s.SPRT != nil:
		return errors.New("sprt: a run that tunes has no sequential test; compare the result in another run")
	case s.Timed():
		return errors.New("move_ms: a run that tunes must be reproducible; limit simulations instead of time")
	}
	ids := t.ids()
	if len(s.Policies) != len(ids) {
		return fmt.Errorf("%d policies: tune needs one, the player at its start", len(s.Policies))
	}
	for i, id := range ids {
		p, first := s.Policies[i], s.Policies[i&^1]
		if p.ID != id || p.Player != first.Player || string(p.Params) != string(first.Params) || string(p.Rules) != string(first.Rules) {
			return fmt.Errorf("policy %s: tune needs one policy, the player at its start", p.ID)
		}
	}
	return s.checkTrials()
}

// checkStarts reports a parameter without a start: in a manifest, every one has one.
func (s *Spec) checkStarts() error {
	if s.Tune == nil {
		return nil
	}
	for _, name := range s.Tune.names() {
		if s.Tune.Parameters[name].Start == nil {
			return fmt.Errorf("tune: parameter %q: start is missing", name)
		}
	}
	return nil
}

func (s *Spec) checkTrials() error {
	names := s.Tune.names()
	for i, one := range s.Trials {
		if i > 0 && one.Block <= s.Trials[i-1].Block {
			return fmt.Errorf("trial %d: want the trials in order", one.Block)
		}
		for _, values := range [][]float64{one.Plus, one.Minus, one.Centre} {
			if len(values) != len(names) {
				return fmt.Errorf("trial %d: %d values for %d parameters", one.Block, len(values), len(names))
			}
			for i, x := range values {
				if p := s.Tune.Parameters[names[i]]; !(x >= p.From && x <= p.To) {
					return fmt.Errorf("trial %d: %s %v: want %v to %v", one.Block, names[i], x, p.From, p.To)
				}
			}
		}
	}
	return nil
}

// number returns a value as it is played, with six digits: enough for any player, and the same on
// machines that differ in the last bit.
func (p *Parameter) number(x float64) float64 {
	x = min(max(x, p.From), p.To)
	if p.Whole {
		return min(max(math.Round(x), math.Ceil(p.From)), math.Floor(p.To))
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	if err != nil {
		return x
	}
	return min(max(short, p.From), p.To)
}

// withValues returns params with the values of some parameters.
func withValues(params json.RawMessage, names []string, values []float64) (json.RawMessage, error) {
	tree, err := decodeAny(params)
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		at, err := find(tree, name)
		if err != nil {
			return nil, err
		}
		at.set(json.Number(appendFloat(nil, values[i])))
	}
	return appendCanonical(nil, tree)
}

// place is a value inside an object or a list.
type place struct {
	object map[string]any
	key    string
	list   []any
	index  int
}

func (p place) get() any {
	if p.object != nil {
		return p.object[p.key]
	}
	return p.list[p.index]
}

func (p place) set(v any) {
	if p.object != nil {
		p.object[p.key] = v
	} else {
		p.list[p.index] = v
	}
}

// find returns the place of a number by its name.
func find(tree any, name string) (at place, err error) {
	for word := range strings.SplitSeq(name, ".") {
		switch v := tree.(type) {
		case map[string]any:
			if _, ok := v[word]; !ok {
				return at, fmt.Errorf("no number %q among the params: there are %s", name, strings.Join(slices.Sorted(maps.Keys(v)), ", "))
			}
			at = place{object: v, key: word}
		case []any:
			i, err := strconv.Atoi(word)
			if err != nil || i < 0 || i >= len(v) {
				return at, fmt.Errorf("no number %q among the params: its list has places 0 to %d", name, len(v)-1)
			}
			at = place{list: v, index: i}
		default:
			return at, fmt.Errorf("no number %q among the params", name)
		}
		tree = at.get()
	}
	if _, ok := tree.(json.Number); !ok {
		return at, fmt.Errorf("param %q is not a number", name)
	}
	return at, nil
}

// override returns rules with some of them replaced.
func override(rules, by json.RawMessage) (json.RawMessage, error) {
	if len(by) == 0 {
		return rules, nil
	}
	base, err := decodeAny(rules)
	if err != nil {
		return nil, err
	}
	over, err := decodeAny(by)
	if err != nil {
		return nil, err
	}
	fields, ok := over.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("rules: want an object, got %.40s", by)
	}
	all, _ := base.(map[string]any)
	if all == nil {
		all = map[string]any{}
	}
	maps.Copy(all, fields)
	return appendCanonical(nil, all)
}
