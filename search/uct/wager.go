// SPDX-License-Identifier: BSD-3-Clause

package uct

// wager tests by betting whether paired differences have a mean above zero.
//
// It starts with a capital of 1 and stakes a share of it on each difference before it is
// seen: the capital becomes Π(1 + stakeᵢ·dᵢ). As long as no difference is expected to be
// positive, the capital is a nonnegative supermartingale, so it exceeds 1/α with
// probability at most α, at whatever time one looks and stops (Ville's inequality). A
// capital of 1/α therefore means that the lower 1−α confidence bound of the mean is above
// zero (Waudby-Smith & Ramdas, "Estimating means of bounded random variables by betting",
// JRSS B 2024, §4).
//
// The stake approximates the one that lets the capital grow fastest: the mean over the
// second moment of the differences so far ("aGRAPA", ibid., App. B.3).
type wager struct {
	capital float64
	n       int
	sum     float64
	square  float64
}

// mostStaked is the largest part of the capital that one difference may cost.
const mostStaked = 0.9

func newWager() wager { return wager{capital: 1} }

// add sees a difference that is certainly not below -worst.
func (w *wager) add(d, worst float64) {
	w.capital *= 1 + float64(w.stake(worst)*d)
	w.n++
	w.sum += d
	w.square += float64(d * d)
}

// stake depends only on the differences seen before. An imagined difference of half the
// worst, of either sign, keeps the first stakes small.
func (w *wager) stake(worst float64) float64 {
	mean := w.sum / float64(w.n+1)
	second := (w.square + float64(worst*worst)/4) / float64(w.n+1)
	return min(max(mean/second, 0), mostStaked/worst)
}

// against returns a fresh wager on the lead of one plan over another, given the leads of both over
// the same third one. It starts with a capital of 1, but the differences seen set its stakes.
func (w *wager) against(o wager) wager {
	mean := w.mean() - o.mean()
	return wager{capital: 1, n: w.n, sum: float64(float64(w.n) * mean), square: w.square}
}

// mean returns the average difference.
func (w *wager) mean() float64 { return w.sum / float64(max(w.n, 1)) }

// wins reports whether the mean is above zero with confidence 1-risk.
func (w *wager) wins(risk float64) bool { return w.capital*risk >= 1 }
