// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSPSA compares the climber with the formulas, computed by powers, in one dimension and with the
// scores in any order.
func TestSPSA(t *testing.T) {
	t.Parallel()
	const iterations, chains, pairs, gain, step, start = 40, 3, 2, 1.5, 0.25, 7.0
	at := start
	spec := &Spec{Seed: 11, Tune: &Tune{
		Parameters: map[string]Parameter{"x": {From: 0, To: 20, Step: step, Start: &at}},
		Iterations: iterations, Chains: chains, Pairs: pairs, Gain: gain, Check: 1,
	}}
	c := newSPSA(spec)
	r := rand.New(rand.NewPCG(1, 2))
	scores := make([]float64, iterations*chains*pairs)
	for i := range scores {
		scores[i] = r.NormFloat64()
	}
	for k := range iterations {
		if want := uint64((k + 1) * chains * pairs); c.open() != want {
			t.Fatalf("iteration %d: %d episodes may be played, want %d", k, c.open(), want)
		}
		for _, i := range r.Perm(chains * pairs) {
			e := k*chains*pairs + i
			c.see(uint64(e), scores[e])
		}
	}
	for chain := range chains {
		x, squares, tail := 0.0, 0.0, 0.0
		for k := range iterations {
			first := (k*chains + chain) * pairs
			sign := c.signs(uint64(k*chains + chain))[0]
			shift := math.Pow(float64(k+1), -0.125)
			slope := (scores[first] + scores[first+1]) / 2 / shift
			squares += slope * slope
			x += gain * math.Pow(float64(k+1), -0.6875) * slope / math.Sqrt(squares/float64(k+1)) * sign
			x = max(min(x, (20-start)/step), (0-start)/step)
			if k >= iterations/2 {
				tail += x / (iterations / 2)
			}
		}
		if got := c.chains[chain].at[0]; math.Abs(got-x) > 1e-9 {
			t.Errorf("chain %d is at %v, want %v", chain, got, x)
		}
		q := c.chains[chain].quarters
		if got := (q[2][0] + q[3][0]) / (iterations / 2); math.Abs(got-tail) > 1e-9 {
			t.Errorf("chain %d: mean %v, want %v", chain, got, tail)
		}
	}
	if c.open() != math.MaxUint64 {
		t.Error("the comparison is not open")
	}
}

// TestSigns: both directions of every parameter are equally likely, and parameters are independent.
func TestSigns(t *testing.T) {
	t.Parallel()
	at := 0.0
	p := Parameter{From: -1, To: 1, Step: 1, Start: &at}
	c := newSPSA(&Spec{Seed: 1, Tune: &Tune{Parameters: map[string]Parameter{"a": p, "b": p}, Iterations: 4, Chains: 2, Pairs: 1}})
	ups, same := 0.0, 0.0
	const blocks = 10_000
	for block := range uint64(blocks) {
		signs := c.signs(block)
		ups += signs[0]
		same += signs[0] * signs[1]
	}
	if most := 4 * math.Sqrt(blocks); math.Abs(ups) > most || math.Abs(same) > most {
		t.Errorf("sums %v and %v, want at most %v", ups, same, most)
	}
}
