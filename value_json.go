// SPDX-License-Identifier: BSD-3-Clause

package veil

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
)

// valueJSON is the JSON form of a value. Counts and seeds are strings because they
// outgrow the 53 bits of a JavaScript number.
type valueJSON struct {
	Kind string      `json:"kind"`
	Win  *float64    `json:"win,omitempty"`
	Num  string      `json:"num,omitempty"`
	Den  string      `json:"den,omitempty"`
	Lo   *float64    `json:"lo,omitempty"`
	Hi   *float64    `json:"hi,omitempty"`
	CI95 *[2]float64 `json:"ci95,omitempty"`
	N    int         `json:"n,omitempty"`
	Seed string      `json:"seed,omitempty"`
	Unit string      `json:"unit,omitempty"` // none means a chance
}

// none is the kind of a value that was not computed.
const none = "none"

// MarshalJSON writes {"kind":"exact","win":0.57,"num":"379","den":"660"},
// {"kind":"bounds","lo":0.56,"hi":0.59},
// {"kind":"estimate","win":0.57,"ci95":[0.55,0.59],"n":400,"seed":"7"} or {"kind":"none"}.
// A reward or a cost has a "unit" as well.
func (v Value) MarshalJSON() ([]byte, error) {
	doc := valueJSON{Kind: v.badge.String()}
	switch v.badge {
	case Exact:
		doc.Win, doc.Num, doc.Den = &v.mean, v.num.String(), v.den.String()
	case Bounds:
		doc.Lo, doc.Hi = &v.lo, &v.hi
	case Estimate:
		doc.Win, doc.CI95 = &v.mean, &[2]float64{v.lo, v.hi}
		doc.N, doc.Seed = v.n, fmt.Sprint(v.seed)
	case Unknown:
		doc.Kind = none
	}
	if v.unit != Chance {
		doc.Unit = v.unit.String()
	}
	return json.Marshal(doc)
}

// UnmarshalJSON reads what MarshalJSON writes, and null as a value that was not computed. For an
// exact value it recomputes the float from the fraction and ignores the one given.
func (v *Value) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*v = Value{}
		return nil
	}
	var doc valueJSON
	if err := json.Unmarshal(text, &doc); err != nil {
		return fmt.Errorf("value: %w", err)
	}
	unit, ok := map[string]Unit{"": Chance, "chance": Chance, "reward": Reward, "cost": Cost}[doc.Unit]
	if !ok {
		return fmt.Errorf("value: unit %q: want chance, reward or cost", doc.Unit)
	}
	if err := v.read(doc, text); err != nil {
		return err
	}
	v.unit = unit
	return nil
}

func (v *Value) read(doc valueJSON, text []byte) error {
	switch {
	case doc.Kind == none:
		*v = Value{}
		return nil
	case doc.Kind == Exact.String():
		return v.readExact(doc)
	case doc.Kind == Bounds.String() && doc.Lo != nil && doc.Hi != nil && *doc.Lo <= *doc.Hi:
		*v = BoundsValue(*doc.Lo, *doc.Hi)
		return nil
	case doc.Kind == Estimate.String() && doc.Win != nil && doc.CI95 != nil:
		seed, err := strconv.ParseUint(doc.Seed, 10, 64)
		if err != nil {
			return fmt.Errorf("value: seed %q: %w", doc.Seed, err)
		}
		*v = EstimateValue(*doc.Win, doc.CI95[0], doc.CI95[1], doc.N, seed)
		return nil
	default:
		return fmt.Errorf("value: %s is not exact with num and den, bounds with lo <= hi, estimate with win, ci95, n and seed, or none", text)
	}
}

func (v *Value) readExact(doc valueJSON) error {
	num, ok1 := new(big.Int).SetString(doc.Num, 10)
	den, ok2 := new(big.Int).SetString(doc.Den, 10)
	if !ok1 || !ok2 || den.Sign() <= 0 {
		return fmt.Errorf("value: %q/%q is not a fraction", doc.Num, doc.Den)
	}
	*v = ExactValue(num, den)
	return nil
}
