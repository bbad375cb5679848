// SPDX-License-Identifier: BSD-3-Clause

package veiltest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
)

// testedPairs is how many (state, action) pairs are tested by χ², each separately.
const testedPairs = 60

// outcomes compares every enumerated outcome with the results of Step.
func (c *checker[S, A, O]) outcomes() error {
	exact, ok := c.Model.(veil.Enumerator[S, A, O])
	if !ok {
		return nil
	}
	r := rand.New(rand.NewPCG(3, 0))
	stride := max(len(c.met)/testedPairs, 1)
	for i, m := range c.met {
		for j, a := range m.actions {
			want, err := c.enumerated(exact, m.state, a)
			if err != nil {
				return err
			}
			if i%stride != 0 || j != i/stride%len(m.actions) {
				continue
			}
			err = agree(want, c.cfg.Draws, func() string {
				s := m.state
				o, reward, done := c.Step(r, &s, a)
				return fmt.Sprintf("%v %v %v %s", o, reward, done, c.cfg.Key(s))
			})
			if err != nil {
				return fmt.Errorf("outcomes of %v in %s: %w", a, c.cfg.Key(m.state), err)
			}
		}
	}
	return nil
}

func (c *checker[S, A, O]) enumerated(exact veil.Enumerator[S, A, O], s S, a A) (map[string]float64, error) {
	before, want := c.cfg.Key(s), map[string]float64{}
	for _, out := range exact.AppendOutcomes(nil, &s, a) {
		want[fmt.Sprintf("%v %v %v %s", out.Seen, out.Reward, out.Done, c.cfg.Key(out.State))] += out.P
	}
	if after := c.cfg.Key(s); after != before {
		return nil, fmt.Errorf("AppendOutcomes of %v changed the state from %s to %s", a, before, after)
	}
	if err := sumsToOne(want); err != nil {
		return nil, fmt.Errorf("outcomes of %v in %s: %w", a, before, err)
	}
	return want, nil
}

// starts compares the enumerated prior with the draws of Start.
func (c *checker[S, A, O]) starts() error {
	exact, ok := c.Model.(veil.Enumerator[S, A, O])
	if !ok || c.cfg.NoStarts {
		return nil
	}
	want := map[string]float64{}
	for _, w := range exact.AppendStarts(nil) {
		want[c.cfg.Key(w.State)] += w.P
	}
	err := sumsToOne(want)
	if err == nil {
		r := rand.New(rand.NewPCG(4, 0))
		err = agree(want, max(c.cfg.Draws, 10*len(want)), func() string { return c.cfg.Key(c.Start(r)) })
	}
	if err != nil {
		return fmt.Errorf("starts: %w", err)
	}
	return nil
}

func sumsToOne(law map[string]float64) error {
	sum := 0.0
	for _, key := range sortedKeys(law) {
		if p := law[key]; !(p > 0 && p <= 1+1e-9) {
			return fmt.Errorf("probability %v of %s is not in (0, 1]", p, key)
		}
		sum += law[key]
	}
	if math.Abs(sum-1) > 1e-9 {
		return fmt.Errorf("probabilities sum to %v, not 1", sum)
	}
	return nil
}

// agree draws and tests the counts against the law by Pearson's χ², with categories
// that expect fewer than five draws pooled. The quantile is Wilson & Hilferty's cube
// root approximation (1931); 4.5 standard deviations is a false alarm in 3·10⁵ tests,
// and seeds are fixed, so a test that passed once passes always.
func agree(want map[string]float64, draws int, draw func() string) error {
	got := map[string]int{}
	for range draws {
		key := draw()
		if _, ok := want[key]; !ok {
			return fmt.Errorf("sampling gives %s, which is not enumerated", key)
		}
		got[key]++
	}
	var chi2, pooledWant, pooledGot float64
	cells := -1
	for _, key := range sortedKeys(want) {
		expected := want[key] * float64(draws)
		if expected < 5 {
			pooledWant += expected
			pooledGot += float64(got[key])
			continue
		}
		chi2 += (float64(got[key]) - expected) * (float64(got[key]) - expected) / expected
		cells++
	}
	if pooledWant > 0 {
		chi2 += (pooledGot - pooledWant) * (pooledGot - pooledWant) / pooledWant
		cells++
	}
	if cells < 1 {
		return nil
	}
	k := 2 / (9 * float64(cells))
	if z := (math.Cbrt(chi2/float64(cells)) - (1 - k)) / math.Sqrt(k); z > 4.5 {
		return fmt.Errorf("sampled frequencies disagree with the probabilities: χ² = %.1f with %d degrees of freedom (want %v, got %v of %d)",
			chi2, cells, want, got, draws)
	}
	return nil
}

func sortedKeys(law map[string]float64) []string {
	keys := make([]string, 0, len(law))
	for key := range law {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
