// SPDX-License-Identifier: BSD-3-Clause

package analysis

import "math"

// pairs holds the scores of games that were played twice on the same layouts: by veil's play (x),
// and after the cell that the player opened (y). The pairing makes their difference more certain
// than either (common random numbers).
type pairs struct {
	n                int
	x, y, xx, xy, yy float64
}

func (p *pairs) add(x, y float64) {
	p.n++
	p.x += x
	p.y += y
	p.xx += x * x
	p.xy += x * y
	p.yy += y * y
}

// mean returns the mean of a·x + b·y.
func (p *pairs) mean(a, b float64) float64 { return (a*p.x + b*p.y) / float64(max(1, p.n)) }

// variance returns the variance of a·x + b·y of one game. One pseudo-game far from the mean stands
// for rare losses that the first games may all have missed.
func (p *pairs) variance(a, b float64) float64 {
	const typical, far = 0.2, 0.5 // the standard deviation of a score, and the distance of a loss
	if p.n < 2 {
		return typical * typical * (a*a + b*b)
	}
	n := float64(p.n)
	sum := a*p.x + b*p.y
	square := a*a*p.xx + 2*a*b*p.xy + b*b*p.yy
	pseudo := far * far * max(a*a, b*b) / n
	return max(0, square-sum*sum/n)/(n-1) + pseudo
}

// part is a·x + b·y of one position's games.
type part struct {
	of   *gamesAt
	a, b float64
}

// mixture is a constant and a sum of parts: a winning chance, a cost or luck, as far as it is known.
type mixture struct {
	constant float64
	parts    []part
}

// plus returns m + k·o. Parts of the same games are added, so that what cancels has no error.
func (m mixture) plus(k float64, o mixture) mixture {
	sum := mixture{constant: m.constant + k*o.constant}
	sum.parts = append(sum.parts, m.parts...)
	for _, p := range o.parts {
		sum.add(part{p.of, k * p.a, k * p.b})
	}
	return sum
}

func (m *mixture) add(p part) {
	for i := range m.parts {
		if q := &m.parts[i]; q.of == p.of {
			q.a += p.a
			q.b += p.b
			return
		}
	}
	m.parts = append(m.parts, p)
}

// ready reports whether every part has enough games.
func (m mixture) ready() bool {
	for _, p := range m.parts {
		if p.of.games.n < p.enough() {
			return false
		}
	}
	return true
}

// enough returns how many games make a first estimate of the part: fewer where it counts for little.
func (p part) enough() int {
	if p.vanishes() {
		return 0
	}
	return max(leastBatch, min(firstBatch, int(math.Ceil(firstBatch*max(math.Abs(p.a), math.Abs(p.b))))))
}

func (p part) vanishes() bool { return math.Abs(p.a) < 1e-12 && math.Abs(p.b) < 1e-12 }

func (m mixture) mean() float64 {
	sum := m.constant
	for _, p := range m.parts {
		sum += p.of.games.mean(p.a, p.b)
	}
	return sum
}

// wide is the number of standard errors on each side of a 95% interval.
const wide = 1.96

// half returns half the width of the 95% confidence interval.
func (m mixture) half() float64 {
	sum := 0.0
	for _, p := range m.parts {
		sum += p.error()
	}
	return wide * math.Sqrt(sum)
}

// error returns the variance that the part adds to the mean.
func (p part) error() float64 {
	if p.vanishes() {
		return 0
	}
	return p.of.games.variance(p.a, p.b) / float64(max(1, p.of.games.n))
}

// worst returns the games that add most to the error, for what one of them costs.
func (m mixture) worst() *gamesAt {
	var worst *gamesAt
	most := 0.0
	for _, p := range m.parts {
		gain := p.error() / float64(max(1, p.of.games.n)) / p.of.price()
		if gain > most && !p.of.failed {
			worst, most = p.of, gain
		}
	}
	return worst
}
