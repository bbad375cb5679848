// SPDX-License-Identifier: BSD-3-Clause

package veil

import (
	"fmt"
	"math"
)

// Unit is the quantity that the number of a value measures: a chance, a reward or a cost.
type Unit uint8

// The units. A value is a chance unless [Value.As] says otherwise.
const (
	Chance Unit = iota
	Reward
	Cost
)

// String returns the name of the unit.
func (u Unit) String() string {
	switch u {
	case Reward:
		return "reward"
	case Cost:
		return "cost"
	case Chance:
		return "chance"
	default:
		return "chance"
	}
}

// As returns the same value in another unit.
func (v Value) As(u Unit) Value {
	v.unit = u
	return v
}

// Unit returns the quantity that the number measures.
func (v Value) Unit() Unit { return v.unit }

// amount prints a reward or a cost. Bounds and intervals are rounded outward.
func (v Value) amount() string {
	switch v.badge {
	case Exact:
		if v.den.IsInt64() && v.den.Int64() == 1 {
			return v.num.String()
		}
		return fmt.Sprintf("%.2f (%v/%v)", v.mean, v.num, v.den)
	case Bounds:
		return fmt.Sprintf("[%.2f, %.2f]", math.Floor(v.lo*100)/100, math.Ceil(v.hi*100)/100)
	case Estimate:
		return fmt.Sprintf("%.2f ", v.mean) + v.doubt(1, 2, math.IsInf(v.lo, -1) && math.IsInf(v.hi, 1))
	case Unknown:
		return Unknown.String()
	default:
		return Unknown.String()
	}
}
