// SPDX-License-Identifier: BSD-3-Clause

package troubleshoot

import "math"

// dual bounds the cost of a belief by the information that a plan must gain.
//
// Let F be the cause and A the way a plan ends. A plan gains at least I(F;A) nats. A test reveals at most
// k(c) = KL(chances given c ‖ odds) nats about cause c, on average over causes, for any odds of its readings. So at a
// price of mu per nat the expected cost is at least
//
//	min over P(A|F) of E[cost of A] + mu·I(F;A)  −  Σ over tests of E[max(0, mu·k(c) − cost)]
//
// This is the rate-distortion function, and for any nu with Σ over c of nu(c)·e^(−cost(A,c)/mu) ≤ 1 for every A, its
// dual bounds the minimum by mu·(entropy of F + E[log nu]). Blahut's iteration finds good nu.
//
// A test that may be repeated allows only prices at which it never gains. A repair at price r that works with chance p
// reveals h(p) nats: charging success r − s, where e^(−s/mu) + e^(−r/mu) = 1, leaves p·s + (1−p)·r ≥ mu·h(p), which
// pays for them.
type dual struct {
	s    *Solver
	nats [][]float64 // by test and cause: k
	// Scratch of Blahut's iteration, by way to end and cause, way, cause, and way:
	match, odds, z, weight []float64
}

// The prices and iterations.
const (
	dualLevels = 12
	dualRange  = 30 // highest price, as a multiple of the lowest
	dualSteps  = 30
	leastOdds  = 1e-9
)

// bound returns a lower bound on the cost of a belief when no test was performed yet. Blahut's iteration makes it too
// dear for every node: pairs bound them.
func (d *dual) bound(b []float64) (most float64) {
	for _, r := range d.s.p.Repairs {
		if r.Cost == 0 {
			return 0 // what it reveals is free
		}
	}
	least, dearest := d.prices(b)
	if !(least > 0) || !(dearest >= least) || math.IsInf(least, 1) { // also if no test reveals anything
		return 0
	}
	for k := range dualLevels {
		mu := least * math.Pow(dearest/least, float64(k)/(dualLevels-1))
		bound := d.ends(b, mu) - d.gain(b, mu)
		if d.s.stopped() {
			break
		}
		most = max(most, bound)
	}
	return most
}

// prices returns the range of prices of a nat that are worth trying: below it no test gains for any cause.
func (d *dual) prices(b []float64) (least, most float64) {
	least, most = math.Inf(1), math.Inf(1)
	for t := range d.s.p.Tests {
		if d.s.stopped() {
			return 0, 0
		}
		d.nats = append(d.nats[:t], d.reveal(t, b))
		top := 0.0
		for _, k := range d.nats[t] {
			top = max(top, k)
		}
		if x := &d.s.p.Tests[t]; top > 1e-12 {
			least = min(least, x.Cost/top)
			if x.Repeat {
				most = min(most, x.Cost/top)
			}
		}
	}
	return least, min(most, dualRange*least)
}

// reveal returns the nats that a test reveals about each cause, with the odds of a belief.
func (d *dual) reveal(t int, b []float64) []float64 {
	nats := make([]float64, len(b))
	for c, row := range d.s.p.Tests[t].Chances {
		nats[c] = -entropy(row)
	}
	for _, like := range d.s.like[t] {
		q := leastOdds
		for c, p := range b {
			q += p * like[c]
		}
		// The odds of all readings add up to at most 1.
		bits := math.Log(q / (1 + leastOdds*float64(len(d.s.like[t]))))
		for c, x := range like {
			nats[c] -= x * bits
		}
	}
	return nats
}

// gain returns what all tests gain at a price, at most. Those that may be repeated gain at no price in the range.
func (d *dual) gain(b []float64, mu float64) (sum float64) {
	for t := range d.s.p.Tests {
		if x := &d.s.p.Tests[t]; !x.Repeat {
			for c, p := range b {
				sum += p * max(0, mu*d.nats[t][c]-x.Cost)
			}
		}
	}
	return sum
}

// ends returns a lower bound on the cost of ending plus the price of the information that it needs.
func (d *dual) ends(b []float64, mu float64) float64 {
	known := d.load(len(b), mu)
	ways := len(d.s.p.Ends) + len(d.s.p.Repairs)
	d.odds, d.z, d.weight = make([]float64, ways), make([]float64, len(b)), make([]float64, ways)
	for a := range d.odds {
		d.odds[a] = 1 / float64(ways)
	}
	top := 1.0
	for range dualSteps {
		if d.s.stopped() {
			return 0
		}
		top = d.step(b)
	}
	sum := 0.0
	for c, p := range b {
		if p > 0 {
			sum += p * (known[c] - mu*math.Log(d.z[c]*top))
		}
	}
	return sum
}

// load computes how well each way to end suits each cause, at a price: e^(−cost/mu), relative to the cheapest way of
// the cause. It returns the cost of these ways.
func (d *dual) load(n int, mu float64) (known []float64) {
	d.match = d.match[:0]
	for _, e := range d.s.p.Ends {
		d.match = append(d.match, e.Costs...)
	}
	for _, r := range d.s.p.Repairs {
		success := r.Cost + mu*math.Log(-math.Expm1(-r.Cost/mu))
		for c := range n {
			if r.Mends[c] {
				d.match = append(d.match, success)
			} else {
				d.match = append(d.match, math.Inf(1))
			}
		}
	}
	for c := range n {
		d.s.stopped() // asked often: half a million powers may be needed
		least := math.Inf(1)
		for at := c; at < len(d.match); at += n {
			least = min(least, d.match[at])
		}
		for at := c; at < len(d.match); at += n {
			d.match[at] = math.Exp((least - d.match[at]) / mu)
		}
		known = append(known, least)
	}
	return known
}

// step is one iteration: it computes z from the odds, then moves the odds, and returns the largest factor by which
// they move. Weights p/z divided by that factor are feasible for the dual.
func (d *dual) step(b []float64) (top float64) {
	n := len(b)
	clear(d.z)
	for a, q := range d.odds {
		for c, m := range d.match[a*n : a*n+n] {
			d.z[c] += q * m
		}
	}
	for a := range d.odds {
		sum := 0.0
		for c, m := range d.match[a*n : a*n+n] {
			if m > 0 {
				sum += b[c] * m / d.z[c]
			}
		}
		top = max(top, sum)
		d.weight[a] = sum
	}
	for a := range d.odds {
		d.odds[a] *= d.weight[a]
	}
	return top
}
