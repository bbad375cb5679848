// SPDX-License-Identifier: BSD-3-Clause

package lightdark

import (
	"fmt"
	"math"
	"strconv"
)

// String returns "stop", or the distance with its sign: "+10".
func (a Action) String() string {
	if a == Stop {
		return "stop"
	}
	return fmt.Sprintf("%+d", int8(a))
}

// MarshalText returns the action's name.
func (a Action) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads the action's name.
func (a *Action) UnmarshalText(text []byte) error {
	for _, other := range Actions() {
		if string(text) == other.String() {
			*a = other
			return nil
		}
	}
	return fmt.Errorf("action %q: want -10, -1, stop, +1 or +10", text)
}

// String returns the shortest number that is read back as the same.
func (o Seen) String() string { return strconv.FormatFloat(float64(o), 'g', -1, 64) }

// MarshalText returns the number.
func (o Seen) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads a finite number.
func (o *Seen) UnmarshalText(text []byte) error {
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return fmt.Errorf("measurement %q: want a finite number", text)
	}
	*o = Seen(x)
	return nil
}
