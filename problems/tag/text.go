// SPDX-License-Identifier: BSD-3-Clause

package tag

import (
	"fmt"
	"strconv"
)

// Action is an action of the robot.
type Action uint8

// The actions.
const (
	North Action = iota
	South
	East
	West
	Tag
)

func words() [5]string { return [5]string{"north", "south", "east", "west", "tag"} }

// String returns "north", "south", "east", "west" or "tag".
func (a Action) String() string { return words()[a] }

// MarshalText returns the action's name.
func (a Action) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads the action's name.
func (a *Action) UnmarshalText(text []byte) error {
	for i, word := range words() {
		if string(text) == word {
			*a = Action(i)
			return nil
		}
	}
	return fmt.Errorf("action %q: want north, south, east, west or tag", text)
}

// Seen is an observation: the robot's cell if the person is elsewhere, or one of the constants.
type Seen uint8

// Together means that the person is in the robot's cell, which is then not shown. Tagged
// ends the episode.
const (
	Together Seen = Cells + iota
	Tagged
)

// String returns "together", "tagged" or "cell-0" to "cell-28".
func (o Seen) String() string {
	switch o {
	case Together:
		return "together"
	case Tagged:
		return "tagged"
	default:
		return "cell-" + strconv.Itoa(int(o))
	}
}
