// SPDX-License-Identifier: BSD-3-Clause

package uct_test

import (
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/problems/rocksample"
	"github.com/veilplan/veil/search/uct"
)

// BenchmarkRockSample is RockSample(7,8) with uniform rollouts, in simulations a second of
// processor time.
func BenchmarkRockSample(b *testing.B) {
	m, err := rocksample.Standard(7, 8, 0)
	if err != nil {
		b.Fatal(err)
	}
	prior, err := belief.Exact(m)
	if err != nil {
		b.Fatal(err)
	}
	walking := rocksample.RandomWalker{Model: m}
	const simulations = 20_000
	cfg := uct.Config{Discount: rocksample.Discount, Explore: 0.3, Backup: uct.Returns, NoLaw: true, NoBounds: true, NoMerge: true}
	start, n := rusage.CPU(), 0
	for b.Loop() {
		if _, err := uct.Search(b.Context(), walking, prior, veil.Budget{Simulations: simulations}, cfg); err != nil {
			b.Fatal(err)
		}
		n += simulations
	}
	b.ReportMetric(float64(n)/(rusage.CPU()-start).Seconds(), "sims/cpu-s")
}
