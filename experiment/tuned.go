// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/veilplan/veil/play"
)

// tuned is the part of a plan that changes while a run tunes. In every block of episodes the
// policies play with other values.
type tuned struct {
	library play.Library

	mu     sync.Mutex
	climb  *spsa // nil if the spec gives the trials
	trials map[uint64]trial
	cache  map[uint64][]play.Match
}

// errNotKnown reports an episode whose values depend on episodes that are not played yet.
var errNotKnown = errors.New("its parameters are not known before the iterations before it are complete")

// tune prepares a plan whose policies are resolved at the start.
func (p *Plan) tune(library play.Library) error {
	params := p.Spec.Policies[0].Params
	tree, err := decodeAny(params)
	if err != nil {
		return err
	}
	t := p.Spec.Tune
	starts := make([]float64, 0, len(t.Parameters))
	for _, name := range t.names() {
		at, err := find(tree, name)
		if err != nil {
			return err
		}
		if err := t.fill(name, at.get()); err != nil {
			return fmt.Errorf("parameter %q: %w", name, err)
		}
		starts = append(starts, *t.Parameters[name].Start)
	}
	if params, err = withValues(params, t.names(), starts); err != nil {
		return err
	}
	for i := range p.Spec.Policies {
		p.Spec.Policies[i].Params = params
	}
	if err := p.Close(); err != nil {
		return err
	}
	p.matches, p.tuned = nil, &tuned{library: library, trials: map[uint64]trial{}, cache: map[uint64][]play.Match{}}
	if len(p.Spec.Trials) > 0 {
		note(p.Spec.Trials, p.tuned.trials)
		return nil
	}
	p.tuned.adopt(p.start())
	return p.probe()
}

// fill fills in the start of a parameter from the params.
func (t *Tune) fill(name string, value any) error {
	p := t.Parameters[name]
	if n, ok := value.(json.Number); p.Start == nil && ok {
		x, err := n.Float64()
		if err != nil {
			return err
		}
		p.Start = &x
	}
	t.Parameters[name] = p
	return p.check()
}

// probe checks the params that the run will need: values between integers, and the bounds.
func (p *Plan) probe() error {
	var near, far trial
	for _, name := range p.Spec.Tune.names() {
		v := p.Spec.Tune.Parameters[name]
		near.Plus = append(near.Plus, v.number(v.value(0.618)))
		near.Minus = append(near.Minus, v.number(v.value(-0.618)))
		near.Centre = append(near.Centre, v.number(*v.Start))
		far.Plus, far.Minus = append(far.Plus, v.number(v.From)), append(far.Minus, v.number(v.To))
	}
	far.Centre = near.Centre
	for _, at := range []trial{near, far} {
		if _, err := p.compile(at); err != nil {
			return err
		}
	}
	return nil
}

// adopt replaces the climber by another, which the trials known so far are from.
func (t *tuned) adopt(c *spsa, trials map[uint64]trial) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.climb, t.trials, t.cache = c, trials, map[uint64][]play.Match{}
	c.told = func(list []trial) { note(list, t.trials) }
}

// start returns a climber before the first episode, and where it notes its trials.
func (p *Plan) start() (*spsa, map[uint64]trial) {
	c, trials := newSPSA(&p.Spec), map[uint64]trial{}
	c.told = func(list []trial) { note(list, trials) }
	c.told(c.trials())
	return c, trials
}

func note(list []trial, trials map[uint64]trial) {
	for _, one := range list {
		trials[one.Block] = one
	}
}

// see processes the score of an episode, and returns the number of episodes that may be played.
func (t *tuned) see(index uint64, difference float64) uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.climb.see(index, difference)
	return t.climb.open()
}

// open returns the number of episodes that may be played.
func (t *tuned) open() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.climb.open()
}

// line returns where the chains are, in one line.
func (t *tuned) line() string {
	if t == nil {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	var line strings.Builder
	fmt.Fprintf(&line, "iteration %d of %d", t.climb.stage, t.climb.tune.Iterations)
	for i, name := range t.climb.names {
		fmt.Fprintf(&line, "  %s %.4g", name, t.climb.centre(i))
	}
	return line.String()
}

// matches returns the matches of a block.
func (t *tuned) matches(p *Plan, block uint64) ([]play.Match, error) {
	const most = 64
	t.mu.Lock()
	defer t.mu.Unlock()
	if m, ok := t.cache[block]; ok {
		return m, nil
	}
	known, ok := t.trials[block]
	if !ok {
		return nil, errNotKnown
	}
	m, err := p.compile(known)
	if err != nil {
		return nil, err
	}
	if len(t.cache) >= most {
		t.cache = map[uint64][]play.Match{}
	}
	t.cache[block] = m
	return m, nil
}

// compile resolves the policies with the values of a trial.
func (p *Plan) compile(at trial) ([]play.Match, error) {
	list := make([]play.Match, len(p.Spec.Policies))
	for i := range list {
		own, against := at.Minus, at.Plus
		if i%2 == 1 {
			own, against = against, own
		}
		policy := &p.Spec.Policies[i]
		rules, err := p.mirrored(i/2, policy, against, at.Centre)
		if err != nil {
			return nil, err
		}
		params, err := withValues(policy.Params, p.Spec.Tune.names(), own)
		if err != nil {
			return nil, err
		}
		m, _, err := p.tuned.library.Match(play.Setup{Domain: p.Spec.Domain, Rules: rules, Player: policy.Player, Params: params})
		if err != nil {
			return nil, fmt.Errorf("policy %s: %w", policy.ID, err)
		}
		if m.Close != nil {
			return nil, errors.Join(fmt.Errorf("policy %s: a program has no params that could be tuned", policy.ID), m.Close())
		}
		list[i] = p.fit(m, policy)
	}
	return list, nil
}

// mirrored returns the rules of a policy. If its objective has a mirror, its opponent plays with
// params of the player itself.
func (p *Plan) mirrored(objective int, policy *Policy, against, middle []float64) (json.RawMessage, error) {
	rules, err := override(p.Spec.Rules, policy.Rules)
	if err != nil || len(p.Spec.Tune.Objectives) == 0 {
		return rules, err
	}
	o := &p.Spec.Tune.Objectives[objective]
	if o.Mirror == "" {
		return rules, nil
	}
	values := middle
	if o.Point == other {
		values = against
	}
	params, err := withValues(policy.Params, p.Spec.Tune.names(), values)
	if err != nil {
		return nil, err
	}
	by, err := appendCanonical(nil, map[string]any{o.Mirror: params})
	if err != nil {
		return nil, err
	}
	return override(rules, by)
}

// Follow reads the stored episodes of a run that tunes, up to the first missing one, so that the
// values of the present iteration are known. It does nothing for other runs.
func (p *Plan) Follow(d *Dir) error { return p.follow(d, nil) }

// follow is Follow that leaves out some episodes.
func (p *Plan) follow(d *Dir, without cover) error {
	if p.tuned == nil {
		return nil
	}
	c, trials := p.start()
	for e, err := range d.Episodes() {
		if err != nil {
			return err
		}
		if !without.has(Span{e.Index, e.Index + 1}) {
			c.see(e.Index, p.Spec.Tune.difference(e))
		}
	}
	p.tuned.adopt(c, trials)
	return nil
}

// Part returns the spec of some episodes, and its hash. That is the spec itself, unless it tunes: then
// its values in these episodes are added, so that they can be played without knowing any other.
// They must be known already: see [Plan.Follow].
func (p *Plan) Part(spans []Span) (*Spec, string, error) {
	spec := p.Spec
	if p.tuned == nil || len(spec.Trials) > 0 {
		return &spec, p.Hash, nil
	}
	blocks := spec.Tune.blocks(spans)
	if len(blocks) == 0 || len(blocks) > mostBlocks {
		return nil, "", fmt.Errorf("%d blocks of episodes: want 1 to %d", len(blocks), mostBlocks)
	}
	p.tuned.mu.Lock()
	for _, block := range blocks {
		known, ok := p.tuned.trials[block]
		if !ok {
			p.tuned.mu.Unlock()
			return nil, "", fmt.Errorf("block %d: %w", block, errNotKnown)
		}
		spec.Trials = append(spec.Trials, known)
	}
	p.tuned.mu.Unlock()
	hash, err := spec.Hash()
	return &spec, hash, err
}

// For returns the plan of a part of the same run.
func (p *Plan) For(part Spec) (*Plan, error) {
	if p.tuned == nil {
		return p, nil
	}
	return Resolve(part, p.tuned.library)
}

// mostBlocks limits the blocks of [Plan.Part], so that its spec is not too long.
const mostBlocks = 44

// MostChecks returns how many episodes from anywhere in the run [Plan.Part] allows beside some of one
// iteration; 0 means any number.
func (p *Plan) MostChecks() int {
	if p.tuned == nil {
		return 0
	}
	return mostBlocks - maxChains
}

// blocks returns the blocks of some episodes, in order.
func (t *Tune) blocks(spans []Span) (list []uint64) {
	for _, s := range spans {
		for e := s.First; e < min(s.End, t.tuning()+t.Check) && len(list) <= mostBlocks; e = t.end(t.block(e)) {
			list = append(list, t.block(e))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Rewind prepares a run that tunes for playing some episodes again. Later iterations started from
// their scores, so whatever is stored of them is dropped, and on the disk no longer counts, before
// any of these episodes is replaced. It reports whether anything was dropped.
func (d *Dir) Rewind(again []Span) (dropped bool, err error) {
	t := d.Spec.Tune
	if t == nil || len(again) == 0 {
		return false, nil
	}
	first := slices.MinFunc(again, func(a, b Span) int { return cmp.Compare(a.First, b.First) }).First
	after := (first/t.stage() + 1) * t.stage() // nothing follows from the comparison
	var gone []Span
	for _, e := range d.sorted() {
		if e.end > after {
			gone = append(gone, Span{max(e.first, after), e.end})
		}
	}
	if len(gone) == 0 {
		return false, nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.broken == nil {
		d.broken = d.drop(gone)
	}
	return true, d.broken
}
