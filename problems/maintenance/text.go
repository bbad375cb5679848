// SPDX-License-Identifier: BSD-3-Clause

package maintenance

import (
	"fmt"
	"strconv"
)

// Action is an action: [Wait], the inspection of a part, or its replacement.
type Action uint8

// Wait does nothing.
const Wait Action = 0

// ActionCount is the number of actions.
const ActionCount = 1 + 2*Parts

// Inspect returns the action that inspects a part, from 0.
func Inspect(part int) Action { return Action(1 + part) }

// Replace returns the action that replaces a part, from 0.
func Replace(part int) Action { return Action(1 + Parts + part) }

// Inspects returns the part that a inspects, if it does.
func (a Action) Inspects() (part int, ok bool) {
	part = int(a) - 1
	return part, part >= 0 && part < Parts
}

// Replaces returns the part that a replaces, if it does.
func (a Action) Replaces() (part int, ok bool) {
	part = int(a) - 1 - Parts
	return part, part >= 0 && part < Parts
}

// String returns "wait", "inspect-1" to "inspect-6" or "replace-1" to "replace-6".
func (a Action) String() string {
	if part, ok := a.Inspects(); ok {
		return "inspect-" + strconv.Itoa(part+1)
	}
	if part, ok := a.Replaces(); ok {
		return "replace-" + strconv.Itoa(part+1)
	}
	return "wait"
}

// MarshalText returns the action's name.
func (a Action) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads the action's name.
func (a *Action) UnmarshalText(text []byte) error {
	for other := range Action(ActionCount) {
		if string(text) == other.String() {
			*a = other
			return nil
		}
	}
	return fmt.Errorf("action %q: want wait, inspect-1 to inspect-%d or replace-1 to replace-%d", text, Parts, Parts)
}

// Seen is an observation: what an inspection shows, or nothing.
type Seen uint8

// The observations.
const (
	Nothing Seen = iota
	LooksNew
	LooksWorn
	LooksFailed
)

// String returns "nothing", "new", "worn" or "failed".
func (o Seen) String() string { return [4]string{"nothing", "new", "worn", "failed"}[o] }
