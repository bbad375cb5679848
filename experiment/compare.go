// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"errors"
	"fmt"
	"iter"

	"github.com/veilplan/veil/experiment/stats"
)

// Comparison compares two policies of two runs, episode by episode.
type Comparison struct {
	Schema   string      `json:"schema"`
	First    string      `json:"first"`  // the run
	Second   string      `json:"second"` // the run
	Episodes int         `json:"episodes"`
	Judged   bool        `json:"judged"`
	Pair     PairSummary `json:"pair"`
	SPRT     *TestResult `json:"sprt,omitempty"`
}

// ErrNotPaired reports runs whose episodes have different hidden states.
var ErrNotPaired = errors.New("the runs did not meet the same hidden states")

// Compare pairs a policy of one run with a policy of another on the episodes that both have. A
// test, if given, is applied to these episodes in order.
func Compare(a, b *Dir, first, second string, test *Test) (*Comparison, error) {
	if err := comparable(&a.Spec, &b.Spec); err != nil {
		return nil, err
	}
	i, j := a.Spec.policy(first), b.Spec.policy(second)
	if i < 0 || j < 0 {
		return nil, fmt.Errorf("no policy %q in %s or no policy %q in %s", first, a.Spec.Name, second, b.Spec.Name)
	}
	// The two policies, as one run would have recorded them.
	both := &Spec{Name: a.Spec.Name, Policies: []Policy{{ID: second}, {ID: first}}, Episodes: min(a.Spec.Episodes, b.Spec.Episodes)}
	c := newCount(both)
	c.judge.test, c.judge.first, c.judge.second = test, 1, 0
	merged := &Episode{Plays: make([]Play, 2)}
	for pair, err := range zip(a.Episodes(), b.Episodes()) {
		if err != nil {
			return nil, err
		}
		merged.Index, merged.Plays[0], merged.Plays[1] = pair[0].Index, pair[1].Plays[j], pair[0].Plays[i]
		c.add(merged)
	}
	s := c.summary()
	return &Comparison{
		Schema: "experiment.comparison/1", First: a.Path, Second: b.Path,
		Episodes: int(s.Episodes), Judged: s.Judged(), Pair: s.Pairs[0], SPRT: s.SPRT,
	}, nil
}

func comparable(a, b *Spec) error {
	switch {
	case a.Tune != nil || b.Tune != nil:
		return fmt.Errorf("%w: a run that tunes plays with other parameters in every iteration", ErrNotPaired)
	case a.Domain != b.Domain || string(a.Rules) != string(b.Rules):
		return fmt.Errorf("%w: %s %s and %s %s", ErrNotPaired, a.Domain, a.Rules, b.Domain, b.Rules)
	case a.Seed != b.Seed:
		return fmt.Errorf("%w: seeds %d and %d", ErrNotPaired, a.Seed, b.Seed)
	case a.MaxMoves != b.MaxMoves:
		return fmt.Errorf("%w: max_moves %d and %d", ErrNotPaired, a.MaxMoves, b.MaxMoves)
	default:
		return nil
	}
}

// zip yields the episodes that both sequences have.
func zip(a, b iter.Seq2[*Episode, error]) iter.Seq2[[2]*Episode, error] {
	return func(yield func([2]*Episode, error) bool) {
		next, stop := iter.Pull2(b)
		defer stop()
		other, err, ok := next()
		for e, failed := range a {
			for ok && failed == nil && err == nil && other.Index < e.Index {
				other, err, ok = next()
			}
			if failed = errors.Join(failed, err); failed != nil {
				yield([2]*Episode{}, failed)
				return
			}
			if !ok {
				return
			}
			if e.Index == other.Index && !yield([2]*Episode{e, other}, nil) {
				return
			}
		}
	}
}

// Failed reports whether the test accepted H0.
func (c *Comparison) Failed() bool { return c.SPRT != nil && c.SPRT.Verdict == stats.AcceptH0 }
