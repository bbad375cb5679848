// SPDX-License-Identifier: BSD-3-Clause

// Package playtest plays episodes for tests of players.
package playtest

import (
	"testing"

	"github.com/veilplan/veil/play"
)

// Scores plays the first episodes of a seed and returns their scores. Players that are to be compared meet the same
// hidden states.
func Scores(tb testing.TB, within play.Domains, setup play.Setup, seed uint64, episodes int) []float64 {
	tb.Helper()
	m, _, err := within.MatchWith(play.Typed(""), setup)
	if err != nil {
		tb.Fatal(err)
	}
	list := make([]float64, episodes)
	for i := range list {
		rec, err := m.Play(tb.Context(), seed, uint64(i))
		if err != nil {
			tb.Fatal(err)
		}
		list[i] = rec.Score
	}
	return list
}

// Mean returns the mean of some scores.
func Mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x / float64(len(list))
	}
	return sum
}
