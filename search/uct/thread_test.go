// SPDX-License-Identifier: BSD-3-Clause

package uct_test

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/uct"
)

// watched counts the steps that are not taken on the goroutine home.
type watched struct {
	tiger.Model
	home []byte
	away *int
}

func (m watched) Step(r *rand.Rand, s *tiger.State, a tiger.Action) (tiger.Sound, float64, bool) {
	if !bytes.Equal(goroutine(), m.home) {
		*m.away++
	}
	return m.Model.Step(r, s, a)
}

// goroutine returns the name of the goroutine in a trace.
func goroutine() []byte {
	line := make([]byte, 64)
	name, _, _ := bytes.Cut(line[:runtime.Stack(line, false)], []byte(" ["))
	return name
}

// TestOneTreeGrowsAtHome: the processor time of the calling thread is what a search with one tree costs.
func TestOneTreeGrowsAtHome(t *testing.T) {
	away := 0
	m := watched{home: goroutine(), away: &away}
	_, err := uct.Search(t.Context(), m, veil.Belief[tiger.State, tiger.Action, tiger.Sound](tigerPrior(t, 0)), veil.Budget{Simulations: 50},
		uct.Config{Discount: tiger.Discount, Simulated: true, NoLaw: true})
	if err != nil || away > 0 {
		t.Errorf("%d steps were taken on other goroutines; %v", away, err)
	}
}
