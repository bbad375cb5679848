// SPDX-License-Identifier: BSD-3-Clause

package rocksample

import (
	"fmt"
	"strconv"
	"strings"
)

// Action is an action of the rover: a move, Sample, or a [Check].
type Action uint8

// The actions that are not checks.
const (
	North Action = iota
	South
	East
	West
	Sample
	firstCheck
)

// Check returns the action that examines a rock, from 0.
func Check(rock int) Action { return firstCheck + Action(rock) }

func words() [firstCheck]string {
	return [firstCheck]string{"north", "south", "east", "west", "sample"}
}

// String returns "north", "south", "east", "west", "sample" or "check-1" for the first rock.
func (a Action) String() string {
	if a < firstCheck {
		return words()[a]
	}
	return "check-" + strconv.Itoa(int(a-firstCheck)+1)
}

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
	number, ok := strings.CutPrefix(string(text), "check-")
	rock, err := strconv.Atoi(number)
	if !ok || err != nil || rock < 1 || rock > MaxRocks || number != strconv.Itoa(rock) {
		return fmt.Errorf("action %q: want one of %s, or check-1 to check-%d", text, strings.Join(wordList(), ", "), MaxRocks)
	}
	*a = Check(rock - 1)
	return nil
}

func wordList() []string {
	all := words()
	return all[:]
}

// Seen is an observation of the rover.
type Seen uint8

// The observations. Only a check shows anything.
const (
	Nothing Seen = iota
	LooksGood
	LooksBad
)

// String returns "nothing", "good" or "bad".
func (o Seen) String() string { return [3]string{"nothing", "good", "bad"}[o] }
