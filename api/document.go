// SPDX-License-Identifier: BSD-3-Clause

package api

import (
	"bytes"
	"encoding/json"
	"math/big"
	"strconv"

	"github.com/veilplan/veil"
)

// States of a document.
const (
	Running = "running" // a better document follows
	Partial = "partial" // the budget ended; the values in it are proved, or marked as estimates
	Done    = "done"
)

// Value is a winning chance and how it is known.
type Value struct {
	Kind string    `json:"kind" enum:"exact,bounds,estimate,none" doc:"Badge of the value: exact fraction, proved bounds, estimate, or none if not computed"`
	Win  *float64  `json:"win,omitempty" doc:"Winning chance as the nearest floating-point number, for exact values and estimates"`
	Num  string    `json:"num,omitempty" pattern:"^[0-9]+$" doc:"Exact: number of hidden states that qualify"`
	Den  string    `json:"den,omitempty" pattern:"^[0-9]+$" doc:"Exact: denominator, not reduced; the document's layouts if omitted"`
	Lo   *float64  `json:"lo,omitempty" doc:"Bounds: proved lower bound"`
	Hi   *float64  `json:"hi,omitempty" doc:"Bounds: proved upper bound"`
	CI95 []float64 `json:"ci95,omitempty" minItems:"2" maxItems:"2" doc:"Estimate: 95% confidence interval"`
	N    int       `json:"n,omitempty" doc:"Estimate: sample size"`
	Seed string    `json:"seed,omitempty" pattern:"^[0-9]+$" doc:"Estimate: seed of the sample"`
}

// NewValue returns v for a document. A value that is not computed has the kind "none".
func NewValue(v veil.Value) Value {
	lo, hi := v.Interval()
	mean := v.Float()
	switch v.Badge() {
	case veil.Exact:
		num, den := v.Fraction()
		return Value{Kind: "exact", Win: &mean, Num: num.String(), Den: den.String()}
	case veil.Bounds:
		return Value{Kind: "bounds", Lo: &lo, Hi: &hi}
	case veil.Estimate:
		n, seed := v.Sample()
		return Value{Kind: "estimate", Win: &mean, CI95: []float64{lo, hi}, N: n, Seed: strconv.FormatUint(seed, 10)}
	default:
		return Value{Kind: "none"}
	}
}

// Fraction is an exact share other than a winning chance: a risk, or points of a ledger, which may
// be negative.
type Fraction struct {
	Kind string `json:"kind" enum:"exact" doc:"Exact quotient of two counts"`
	Num  string `json:"num" pattern:"^-?[0-9]+$"`
	Den  string `json:"den" pattern:"^[0-9]+$"`
}

// newFraction returns the fraction with the given counts, not reduced.
func newFraction(num, den *big.Int) *Fraction { return &Fraction{"exact", num.String(), den.String()} }

// FractionOf returns an exact value as a fraction, and nil for any other value.
func FractionOf(v veil.Value) *Fraction {
	if v.Badge() != veil.Exact {
		return nil
	}
	return newFraction(v.Fraction())
}

// RatFraction returns a rational number.
func RatFraction(r *big.Rat) *Fraction { return newFraction(r.Num(), r.Denom()) }

// Sentence is a sentence of a reason and the cells it refers to, so that they can be marked on a board.
type Sentence struct {
	Text    string   `json:"text"`
	Cells   []string `json:"cells" doc:"Hidden cells and marked mines"`
	Numbers []string `json:"numbers" doc:"Open cells"`
}

// Work is the work that an answer took. It does not contain the time, which depends on the machine.
type Work struct {
	Nodes uint64 `json:"nodes" doc:"Number of positions searched"`
}

// Encode returns a document as JSON on one line, without escaping HTML characters.
func Encode(doc any) []byte {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(doc); err != nil {
		panic("a document that is no JSON: " + err.Error())
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}
