// SPDX-License-Identifier: BSD-3-Clause

package identify

import (
	"cmp"
	"math"
	"slices"
)

// kraft bounds the cost of a set if tests have different prices.
//
// Give the readings of every test odds that add up to at most 1. In a plan, multiply the odds of
// all readings on the way to a cause: over all causes these products add up to at most 1, as in
// Kraft's inequality. So a cause whose product is 2^-b costs at least as much as tests of b bits
// together, where a reading of odds q counts -log q bits; the cheapest tests, by price per bit, are
// a fractional knapsack. The least sum of weight times cost under that inequality is bounded from
// below by Lagrange's method, for any multiplier and any odds. Ascent finds good ones, in which a
// cheap test that is rarely informative counts few bits for most causes.
type kraft struct {
	p      *Problem
	first  []int32  // the index of each test's first reading among the places
	places []int32  // by cause and test: the place of its reading
	count  int      // of places
	tests  []uint16 // those of the present set
	order  []uint16 // by cause of the set and test: the cheapest bits first

	odds, mass      []float64 // by place
	bits, rate, log []float64 // by place: -log2 of the odds, price per bit, its log2
	worth           []float64 // by cause of the set: log2 of the value of the first bit
	parts           []partial
}

// partial holds the sums of one part of a test.
type partial struct {
	sum   float64
	place int32
}

// The ascent.
const (
	firstStep  = 1.0
	coldSteps  = 60
	warmSteps  = 8
	leastOdds  = 1e-9
	safety     = 1 - 1e-9 // for the rounding of sums of up to 2^16 numbers
	kraftLeast = 4        // smaller sets are soon solved
)

// newKraft returns nil if the bound would not help: prices are equal, or the end is not a single
// cause.
func newKraft(p *Problem) *kraft {
	if p.MustFind || len(p.Actions) > 0 || !slices.ContainsFunc(p.Tests, func(t Test) bool { return t.Cost != p.Tests[0].Cost }) {
		return nil
	}
	k := &kraft{p: p, places: make([]int32, len(p.Tests)*len(p.Weights))}
	for t := range p.Tests {
		k.first = append(k.first, int32(k.count))
		slot := map[uint16]int32{}
		for i, r := range p.Tests[t].Reads {
			place, ok := slot[r]
			if !ok {
				place = int32(k.count)
				slot[r] = place
				k.count++
			}
			k.places[i*len(p.Tests)+t] = place
		}
	}
	k.first = append(k.first, int32(k.count))
	for _, list := range []*[]float64{&k.odds, &k.mass, &k.bits, &k.rate, &k.log} {
		*list = make([]float64, k.count)
	}
	return k
}

// at returns the places of a cause's readings, by test.
func (k *kraft) at(cause int32) []int32 {
	m := len(k.p.Tests)
	return k.places[int(cause)*m : int(cause)*m+m]
}

// load sets the odds: those of a set above, or equal ones.
func (k *kraft) load(odds []float32) {
	if odds != nil {
		for j, q := range odds {
			k.odds[j] = float64(q)
		}
		return
	}
	for t := range k.p.Tests {
		for j := k.first[t]; j < k.first[t+1]; j++ {
			k.odds[j] = 1 / float64(k.first[t+1]-k.first[t])
		}
	}
}

// store returns the odds in single precision.
func (k *kraft) store() []float32 {
	odds := make([]float32, k.count)
	for j, q := range k.odds {
		odds[j] = float32(q)
	}
	return odds
}

// appraise computes the price of a bit at every place.
func (k *kraft) appraise() {
	for _, t := range k.tests {
		price := float64(k.p.Tests[t].Cost)
		for j := k.first[t]; j < k.first[t+1]; j++ {
			k.bits[j] = max(-math.Log2(k.odds[j]), leastOdds)
			k.rate[j] = price / k.bits[j]
			k.log[j] = math.Log2(k.rate[j])
			k.mass[j] = 0
		}
	}
}

// bound returns a lower bound on the cost of a set and its multiplier; the odds stay in k.
func (k *kraft) bound(set []int32, weight uint64, tests []uint16, above []float32) (most, multiplier float64) {
	k.begin(set, tests)
	k.load(above)
	steps, step := coldSteps, firstStep
	if above != nil {
		steps, step = warmSteps, firstStep/2
	}
	mu := float64(weight) * k.start()
	best := slices.Clone(k.odds)
	for n := range steps {
		k.appraise()
		sum, total := k.evaluate(set, mu)
		if v := sum - mu; v > most {
			most, multiplier = v, mu
			copy(best, k.odds)
		}
		mu *= total
		if n+1 < steps {
			k.climb(step/(1+0.05*float64(n)), total)
		}
	}
	copy(k.odds, best)
	k.appraise()
	k.worth = k.worth[:0]
	for n, i := range set {
		k.sort(k.order[n*len(tests):(n+1)*len(tests)], k.at(i))
		k.worth = append(k.worth, math.Log2(multiplier*math.Ln2/float64(k.p.Weights[i])))
	}
	return most, multiplier
}

// start returns an initial multiplier for a weight of 1.
func (k *kraft) start() float64 {
	sum := 0.0
	for _, t := range k.tests {
		sum += float64(k.p.Tests[t].Cost)
	}
	return 1 + sum/float64(len(k.tests))/math.Ln2
}

// begin sets the tests, sorted by price for every cause.
func (k *kraft) begin(set []int32, tests []uint16) {
	k.tests = tests
	cheap := slices.Clone(tests)
	slices.SortStableFunc(cheap, func(x, y uint16) int { return cmp.Compare(k.p.Tests[x].Cost, k.p.Tests[y].Cost) })
	k.order = k.order[:0]
	for range set {
		k.order = append(k.order, cheap...)
	}
}

// evaluate returns the sum over the causes of the least cost with the multiplier's share, and the
// sum of their products of odds.
func (k *kraft) evaluate(set []int32, mu float64) (sum, total float64) {
	m := len(k.tests)
	for n, i := range set {
		order, at := k.order[n*m:n*m+m], k.at(i)
		k.sort(order, at)
		w := float64(k.p.Weights[i])
		cost, b, used, rest := k.walk(order, at, math.Log2(mu*math.Ln2/w), math.MaxUint16)
		product := math.Exp2(-b)
		sum += w*cost + mu*product
		total += product
		for _, t := range order[:used] {
			k.mass[at[t]] += product
		}
		if rest > 0 {
			k.mass[at[order[used]]] += product * rest
		}
	}
	return sum, total
}

// sort puts the cheapest bits first. The order is nearly right already.
func (k *kraft) sort(order []uint16, at []int32) {
	for x := 1; x < len(order); x++ {
		t := order[x]
		rate, y := k.rate[at[t]], x
		for ; y > 0 && k.rate[at[order[y-1]]] > rate; y-- {
			order[y] = order[y-1]
		}
		order[y] = t
	}
}

// walk buys bits for a cause while their value, which is 2^worth at first and halves with each bit,
// exceeds their price. It returns their cost and number, the number of tests bought, and the share
// of the next one. It leaves out the test skip.
func (k *kraft) walk(order []uint16, at []int32, worth float64, skip uint16) (cost, b float64, used int, rest float64) {
	for x, t := range order {
		if t == skip {
			continue
		}
		j := at[t]
		stop := worth - k.log[j]
		if stop <= b {
			return cost, b, x, 0
		}
		if stop < b+k.bits[j] {
			rest = (stop - b) / k.bits[j]
			return cost + k.rate[j]*(stop-b), stop, x, rest
		}
		b += k.bits[j]
		cost += float64(k.p.Tests[t].Cost)
	}
	return cost, b, len(order), 0
}

// climb moves the odds in the direction of a higher bound.
func (k *kraft) climb(step, total float64) {
	for _, t := range k.tests {
		lo, hi := k.first[t], k.first[t+1]
		mass, sum := 0.0, 0.0
		for j := lo; j < hi; j++ {
			mass += k.mass[j] / total
		}
		for j := lo; j < hi; j++ {
			k.odds[j] *= math.Exp(step * (k.mass[j]/total - k.odds[j]*mass))
			sum += k.odds[j]
		}
		for j := lo; j < hi; j++ {
			k.odds[j] = max(k.odds[j]/sum, leastOdds)
		}
	}
}

// whole returns the least integer cost that a bound allows, minus an allowance for rounding.
func whole(bound float64) uint64 {
	if bound <= 0 {
		return 0
	}
	return uint64(math.Ceil(bound*safety - 1e-6))
}

// after bounds the parts after a test of the set that was bounded last, with the same odds, and
// returns the sum of the bounds.
func (k *kraft) after(set []int32, test uint16, mu float64) float64 {
	m, sum := len(k.tests), 0.0
	k.parts = k.parts[:0]
	for n, i := range set {
		at := k.at(i)
		j := at[test]
		order := k.order[n*m : n*m+m]
		w, share := float64(k.p.Weights[i]), mu*k.odds[j]
		cost, b, used, rest := k.walk(order, at, k.worth[n]-k.bits[j], test)
		if rest > 0 { // there the value of the next bit equals its price
			k.add(j, share, w*(cost+k.rate[at[order[used]]]/math.Ln2))
		} else {
			k.add(j, share, w*cost+share*math.Exp2(-b))
		}
	}
	for _, p := range k.parts {
		sum += max(p.sum, 0)
	}
	return sum
}

// add adds to a part, which begins with the multiplier's share below zero.
func (k *kraft) add(place int32, share, x float64) {
	for n := range k.parts {
		if k.parts[n].place == place {
			k.parts[n].sum += x
			return
		}
	}
	k.parts = append(k.parts, partial{x - share, place})
}
