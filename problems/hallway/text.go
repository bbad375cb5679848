// SPDX-License-Identifier: BSD-3-Clause

package hallway

import (
	"fmt"
	"slices"
)

// Action is an action of the robot.
type Action uint8

// The actions.
const (
	Stay Action = iota
	Forward
	Right
	Left
	Around

	actions = 5
)

func words() []string { return []string{"stay", "forward", "right", "left", "around"} }

// String returns "stay", "forward", "right", "left" or "around".
func (a Action) String() string { return words()[a] }

// MarshalText returns the action's name.
func (a Action) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads the action's name.
func (a *Action) UnmarshalText(text []byte) error {
	i := slices.Index(words(), string(text))
	if i < 0 {
		return fmt.Errorf("action %q: want stay, forward, right, left or around", text)
	}
	*a = Action(i)
	return nil
}

// Seen is an observation: bits for walls in front, to the right, behind and to the left, or one of
// the constants.
type Seen uint8

// The signs, and the goal.
const (
	SignA Seen = 16 + iota
	SignB
	SignC
	SignD
	Goal

	// SeenCount is the number of observations.
	SeenCount = 21
)

// String returns "goal", "sign-a" to "sign-d", or the sides on which walls are seen, such as "walls-fr", from f, r, b
// and l.
func (o Seen) String() string {
	switch {
	case o == Goal:
		return "goal"
	case o >= SignA:
		return "sign-" + string(rune('a'+o-SignA))
	}
	text := []byte("walls-")
	for side := range 4 {
		if o>>side&1 == 1 {
			text = append(text, "frbl"[side])
		}
	}
	return string(text)
}

// MarshalText returns the result of String.
func (o Seen) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads the result of String.
func (o *Seen) UnmarshalText(text []byte) error {
	for other := range Seen(SeenCount) {
		if other.String() == string(text) {
			*o = other
			return nil
		}
	}
	return fmt.Errorf("observation %q: want goal, sign-a or walls-fr, for example", text)
}
