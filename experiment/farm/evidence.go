// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"fmt"
	"maps"

	"github.com/veilplan/veil/experiment"
)

// claimant is a worker and an episode about which it has signed a claim.
type claimant struct {
	by      string
	episode uint64
}

// remember keeps the signed claims about episodes that are to be checked: if one turns out wrong,
// its claim is the proof.
func (s *session) remember(a *answer, c *experiment.Chunk) {
	const most = 1 << 14
	if len(s.evidence) > most {
		maps.DeleteFunc(s.evidence, func(of claimant, _ Signed) bool { return !s.ledger.Doubted(of.episode) })
	}
	lines, of := s.linesOf(c), tree(nil)
	for e := c.First; e < c.End && len(s.evidence) <= most; e++ {
		if !s.ledger.Doubted(e) {
			continue
		}
		if of == nil {
			of = grow(a.leaves())
		}
		s.evidence[claimant{a.by, e}] = a.shown(a.Spans.find(e), lines(e), of)
	}
}

// find returns the place of an episode.
func (s spans) find(e uint64) (place uint64) {
	for _, span := range s {
		if span[0] <= e && e < span[1] {
			return place + e - span[0]
		}
		place += span[1] - span[0]
	}
	return place
}

// provable returns the proof against a worker that was wrong about an episode. After a restart
// there is none: then the quarantine applies to this run only.
func (s *session) provable(name string, episode uint64) *Proof {
	s.mu.Lock()
	defer s.mu.Unlock()
	signed, ok := s.evidence[claimant{name, episode}]
	if !ok {
		return nil
	}
	return &Proof{Schema: proofSchema, Kind: proofDifferent, Episode: episode, Signed: []Signed{signed}}
}

// storeProof writes a proof into the run directory and returns the file's name. An invalid proof is
// not stored: a message may be damaged in transit.
func (s *session) storeProof(worker string, proof *Proof) string {
	if proof == nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), s.rescueTime())
	defer cancel()
	text, err := s.complete(ctx, proof)
	name := fmt.Sprintf("farm.proof.%s.json", worker)
	if err == nil && len(text) <= maxProof {
		err = writeOwn(s.dir.Path, name, text)
	}
	if err != nil {
		s.Log.Warn("no proof against a worker", "worker", Quote(worker), "error", quoted{err})
		return ""
	}
	return name
}

// complete adds the spec to a proof, checks it, and returns its text.
func (s *session) complete(ctx context.Context, proof *Proof) ([]byte, error) {
	heads, err := proof.heads()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	proof.Spec, _, err = s.part(heads[0].Spans)
	s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if _, err := proof.Check(ctx, s.Build, s.plan.For); err != nil {
		return nil, err
	}
	return proof.encode()
}

// accused checks a proof that this worker has signed a wrong result. Any runner can send one; the
// worker ends only if the proof is valid. The most likely cause is a machine that miscalculates.
func (w *Worker) accused(ctx context.Context, text []byte) error {
	now := max(int64(w.now()), 1)
	if last := w.checked.Swap(now); last > 0 && now-last < int64(patient) {
		return nil // checks are expensive
	}
	p, err := ReadProof(text)
	if err != nil {
		w.Metrics.ignore("notice")
		return nil //nolint:nilerr // unreadable: proves nothing
	}
	found, err := p.Check(ctx, w.Build, func(spec experiment.Spec) (*experiment.Plan, error) { return w.Resolve(spec) })
	if err != nil || found.Key != w.me.key() {
		w.Metrics.ignore("notice")
		w.Log.Warn("a run refuses the results of this worker without a valid proof", "error", err)
		return nil
	}
	return fmt.Errorf("%w: a run proved a wrong result for episode %d", ErrQuarantined, found.Episode)
}
