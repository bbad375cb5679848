// SPDX-License-Identifier: BSD-3-Clause

package troubleshoot

import "math"

// ending is an end as a common cost and exceptions, since most ends treat most causes alike.
type ending struct {
	base   float64
	causes []int32
	more   []float64 // added to base
}

func newEnding(costs []float64) ending {
	count := map[float64]int{}
	e := ending{base: costs[0]}
	for _, c := range costs {
		if count[c]++; count[c] > count[e.base] {
			e.base = c
		}
	}
	for i, c := range costs {
		if c != e.base {
			e.causes, e.more = append(e.causes, int32(i)), append(e.more, c-e.base)
		}
	}
	return e
}

// cost returns the expected cost of ending; the belief adds up to mass.
func (e *ending) cost(b []float64, mass float64) float64 {
	sum := e.base * mass
	for k, c := range e.causes {
		sum += e.more[k] * b[c]
	}
	return max(sum, 0)
}

// end returns the cheapest end and its cost.
func (s *Solver) end(b []float64, mass float64) (best int, cost float64) {
	cost = math.Inf(1)
	for i := range s.ends {
		if c := s.ends[i].cost(b, mass); c < cost {
			best, cost = i, c
		}
	}
	return best, cost
}

// setPerfect computes the cost of each cause once it is known.
func (s *Solver) setPerfect() {
	s.perfect = make([]float64, len(s.p.Priors))
	for c := range s.perfect {
		least := math.Inf(1)
		for i := range s.p.Ends {
			least = min(least, s.p.Ends[i].Costs[c])
		}
		for i := range s.p.Repairs {
			if s.p.Repairs[i].Mends[c] {
				least = min(least, s.p.Repairs[i].Cost)
			}
		}
		s.perfect[c] = least
	}
}

// known returns the expected cost if the cause were known.
func (s *Solver) known(b []float64) float64 {
	sum := 0.0
	for c, p := range b {
		sum += p * s.perfect[c]
	}
	return sum
}

// oneMore bounds a belief from below: end, repair, or pay at least price for one more test.
func (s *Solver) oneMore(b []float64, known, end, price float64) float64 {
	least := min(end, known+price)
	for i := range s.p.Repairs {
		rest := known + s.p.Repairs[i].Cost
		for _, c := range s.mends[i] {
			rest -= b[c] * s.perfect[c]
		}
		least = min(least, rest)
	}
	return least
}

// mostTried is the number of repairs that the greedy upper bound tries before it ends.
const mostTried = 4

// tryParts returns the cost of replacing parts, the likeliest for its price first, and then ending, where ending at
// once is among the choices. It returns the first repair, or -1.
func (s *Solver) tryParts(b []float64, end float64) (cost float64, first int) {
	if len(s.p.Repairs) == 0 {
		return end, -1
	}
	left := append(s.rest[:0], b...)
	s.rest = left
	var price, stop [mostTried]float64
	first, tried, mass := -1, 0, 1.0
	for tried < mostTried && mass > 1e-12 {
		i, gone := s.likeliest(left)
		if i < 0 {
			break
		}
		if tried == 0 {
			first = i
		}
		price[tried] = s.p.Repairs[i].Cost * mass
		for _, c := range s.mends[i] {
			left[c] = 0
		}
		mass = max(mass-gone, 0)
		_, stop[tried] = s.end(left, mass)
		tried++
	}
	if tried == 0 {
		return end, -1
	}
	value := stop[tried-1]
	for k := tried - 1; k > 0; k-- {
		value = min(stop[k-1], price[k]+value)
	}
	if value += price[0]; value < end {
		return value, first
	}
	return end, -1
}

// likeliest returns the repair with the highest chance for its price, and the chance.
func (s *Solver) likeliest(b []float64) (best int, chance float64) {
	best, most := -1, 0.0
	for i := range s.p.Repairs {
		p := 0.0
		for _, c := range s.mends[i] {
			p += b[c]
		}
		if rate := p / (s.p.Repairs[i].Cost + 1e-9); rate > most {
			best, most, chance = i, rate, p
		}
	}
	return best, chance
}
