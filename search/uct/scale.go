// SPDX-License-Identifier: BSD-3-Clause

package uct

import "math"

// span returns Low and High if none are given: winning chances without a discount, any numbers
// with one.
func span(discount float64) (low, high float64) {
	if discount >= 1 {
		return 0, 1
	}
	return math.Inf(-1), math.Inf(1)
}

// horizon returns the default number of steps: until the discount reduces a reward to 1%.
func horizon(discount float64) int {
	const most = 1000
	if !(discount > 0 && discount < 1) {
		return most
	}
	return min(int(math.Ceil(ln(0.01)/ln(discount))), most)
}

// free reports whether nothing is known about the range of returns.
func (c *Config) free() bool { return math.IsInf(c.Low, -1) && math.IsInf(c.High, 1) }

// scale is the range of the returns that simulations have had.
type scale struct{ low, high float64 }

func newScale() scale { return scale{math.Inf(1), math.Inf(-1)} }

func (s *scale) add(x float64) { s.low, s.high = min(s.low, x), max(s.high, x) }

// rescale sets the bandit's constant by the returns so far.
func (t *tree[S, A, O]) rescale() {
	if width := t.seen.high - t.seen.low; width > 0 {
		t.reach = float64(t.cfg.Explore * width)
	}
}

// pickFree is pick where nothing is known about the range of returns: untried actions come first,
// except with priors.
func (t *tree[S, A, O]) pickFree(n *node, offered int32, log float64) int32 {
	best, top := int32(none), math.Inf(-1)
	for e := n.edges; e < n.edges+offered; e++ {
		edge := &t.edges[e]
		if edge.visits == 0 && t.cfg.Bandit < PUCT && !t.whole(edge) {
			return e
		}
		if t.idle(n, e) {
			continue
		}
		q := edge.q
		if edge.visits == 0 && !t.whole(edge) {
			q = n.value
		}
		var score float64
		switch t.cfg.Bandit {
		case PUCT:
			score = q + float64(t.reach*t.notes[e].prior*math.Sqrt(float64(n.visits)))/(1+float64(edge.visits))
		case Optimist:
			score = t.notes[e].hi
		default:
			score = q + float64(t.reach*math.Sqrt(log/(1+float64(edge.visits))))
		}
		if best == none || score > top {
			best, top = e, score
		}
	}
	if best == none {
		return n.lead
	}
	return best
}

// normal returns the 95% interval of the central limit theorem.
func (w *evidence) normal() (lo, hi float64) {
	if w.n < 2 {
		return math.Inf(-1), math.Inf(1)
	}
	mean, half := w.sum/float64(w.n), 1.96*w.stderr()
	return mean - half, mean + half
}

// stderr returns the standard error of the mean return.
func (w *evidence) stderr() float64 {
	return math.Sqrt(w.spent/float64(max(w.n-1, 1))) / math.Sqrt(float64(max(w.n, 1)))
}
