// SPDX-License-Identifier: BSD-3-Clause

package api

import (
	"errors"
	"math"
	"math/big"

	"github.com/veilplan/veil"
)

// Turn is one decision of an episode.
type Turn struct {
	Action string     // what was done
	Best   []string   // what would have been best
	Value  veil.Value // of best play before the decision
	Played veil.Value // of the action, before its answer was seen
	After  veil.Value // of best play after it; after the last decision, the result
}

// ErrNotExact reports a question about a turn whose values are not all exact.
var ErrNotExact = errors.New("not every value is exact")

// Exact reports whether all values of the turn are exact.
func (t Turn) Exact() bool {
	return t.Value.Badge() == veil.Exact && t.Played.Badge() == veil.Exact && t.After.Badge() == veil.Exact
}

// GivenAway returns the cost of the decision: the best value minus the value of the action played.
// All values must be exact.
func (t Turn) GivenAway() *big.Rat { return new(big.Rat).Sub(t.Value.Rat(), t.Played.Rat()) }

// Luck returns the effect of the answer: the value after it minus the value of the action played.
// All values must be exact.
func (t Turn) Luck() *big.Rat { return new(big.Rat).Sub(t.After.Rat(), t.Played.Rat()) }

// Verdict is how bad a decision was, always relative to the best one.
type Verdict uint8

// The verdicts, by points of winning chance given away: from 5, 10 and 15 on, the
// scale that chess sites use.
const (
	Fine Verdict = iota
	Inaccuracy
	Mistake
	Blunder
)

// String returns the chess annotation.
func (v Verdict) String() string {
	switch v {
	case Inaccuracy:
		return "?!"
	case Mistake:
		return "?"
	case Blunder:
		return "??"
	case Fine:
		return ""
	default:
		return ""
	}
}

// Word returns the verdict in one word, and "" if the decision was fine.
func (v Verdict) Word() string {
	switch v {
	case Inaccuracy:
		return "inaccuracy"
	case Mistake:
		return "mistake"
	case Blunder:
		return "blunder"
	case Fine:
		return ""
	default:
		return ""
	}
}

// VerdictNamed returns the verdict whose Word is given; Fine for any other word.
func VerdictNamed(word string) Verdict {
	for _, v := range []Verdict{Inaccuracy, Mistake, Blunder} {
		if v.Word() == word {
			return v
		}
	}
	return Fine
}

// Judge returns the verdict on the decision. For bounds, it is the verdict that holds at both ends.
func (t Turn) Judge() Verdict {
	if t.Value.Badge() == veil.Exact && t.Played.Badge() == veil.Exact {
		return t.Verdict()
	}
	if t.Value.Badge() == veil.Unknown || t.Played.Badge() == veil.Unknown {
		return Fine
	}
	bestLo, _ := t.Value.Interval()
	_, playedHi := t.Played.Interval()
	if bestLo-playedHi >= 0.15 {
		return Blunder
	}
	return Fine // a milder verdict would depend on where in the bounds the values are
}

// Verdict returns the verdict on the decision. All values must be exact.
func (t Turn) Verdict() Verdict {
	points := new(big.Rat).Mul(t.GivenAway(), big.NewRat(100, 1))
	switch {
	case points.Cmp(big.NewRat(15, 1)) >= 0:
		return Blunder
	case points.Cmp(big.NewRat(10, 1)) >= 0:
		return Mistake
	case points.Cmp(big.NewRat(5, 1)) >= 0:
		return Inaccuracy
	default:
		return Fine
	}
}

// Accuracy returns how close a decision was to the best one, in percent: 100 for the
// best, falling with the points given away along the curve that lichess publishes.
func (t Turn) Accuracy() float64 {
	points, _ := new(big.Rat).Mul(t.GivenAway(), big.NewRat(100, 1)).Float64()
	return min(100, max(0, 103.1668*math.Exp(-0.04354*points)-3.1669))
}

// Ledger splits the result of an episode into mistakes and luck. It balances exactly: Start −
// GivenAway + Luck = Result.
type Ledger struct {
	Start, GivenAway, Luck, Result *big.Rat
}

// Balance adds up consecutive turns, each of which starts where the one before ended. It fails with
// ErrNotExact if a value is not exact.
func Balance(turns []Turn) (Ledger, error) {
	l := Ledger{Start: new(big.Rat), GivenAway: new(big.Rat), Luck: new(big.Rat), Result: new(big.Rat)}
	for i, t := range turns {
		if !t.Exact() {
			return Ledger{}, ErrNotExact
		}
		if i == 0 {
			l.Start = t.Value.Rat()
		}
		l.GivenAway.Add(l.GivenAway, t.GivenAway())
		l.Luck.Add(l.Luck, t.Luck())
		l.Result = t.After.Rat()
	}
	return l, nil
}

// Balanced reports whether the identity holds. It does unless the turns do not follow one another.
func (l Ledger) Balanced() bool {
	sum := new(big.Rat).Sub(l.Start, l.GivenAway)
	return sum.Add(sum, l.Luck).Cmp(l.Result) == 0
}
