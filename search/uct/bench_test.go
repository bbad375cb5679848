// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package uct_test

import (
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/uct"
	"github.com/veilplan/veil/veiltest"
)

// BenchmarkTiger is the setting of the anchors: POMCP with uniform rollouts on the
// problem without an end, discounted, 90 steps deep (0.95⁹⁰ is 1%). One operation is
// one search of 50,000 simulations. POMCP does not know that two paths lead to the same
// belief; plan=merged does, so that simulations hardly leave the tree: they are worth more,
// and take longer.
func BenchmarkTiger(b *testing.B) {
	const low, high = -100 / (1 - tiger.Discount), 10 / (1 - tiger.Discount)
	plain := uct.Config{
		Discount: tiger.Discount, Low: low, High: high, Explore: 0.05, NoLaw: true, NoBounds: true, NoMerge: true,
	}
	for name, set := range map[string]func(c *uct.Config){
		"plan=pomcp/depth=90":  func(c *uct.Config) { c.Horizon, c.Backup = 90, uct.Returns },
		"plan=pomcp/depth=20":  func(c *uct.Config) { c.Horizon, c.Backup = 20, uct.Returns },
		"plan=merged/depth=90": func(c *uct.Config) { c.Horizon, c.Backup, c.NoMerge = 90, uct.Returns, false },
		"plan=nolaw/depth=20":  func(c *uct.Config) { c.Horizon = 20 },
		"plan=modern/depth=20": func(c *uct.Config) {
			c.Horizon, c.NoLaw, c.NoBounds, c.NoMerge, c.NoStop = 20, false, false, false, true
		},
		"plan=bsruct/depth=20": func(c *uct.Config) {
			*c = uct.BSRUCT()
			c.Horizon, c.Discount, c.Low, c.High = 20, tiger.Discount, low, high
		},
		"plan=redrawn/depth=20": func(c *uct.Config) { c.Horizon, c.Backup, c.Redraw = 20, uct.Returns, true },
	} {
		b.Run(name, func(b *testing.B) {
			cfg := plain
			set(&cfg)
			prior, err := belief.Exact(tiger.Model{})
			if err != nil {
				b.Fatal(err)
			}
			simulate(b, tiger.RandomWalker{}, prior, cfg)
		})
	}
}

// BenchmarkPatch is 4×4 with 4 mines.
func BenchmarkPatch(b *testing.B) {
	p := veiltest.Patch{Width: 4, Height: 4, Mines: 4}
	for name, cfg := range map[string]uct.Config{
		"plan=pomcp":   {NoLaw: true, NoBounds: true, Backup: uct.Returns},
		"plan=redrawn": {NoLaw: true, NoBounds: true, Backup: uct.Returns, Redraw: true},
		"plan=modern":  {},
	} {
		b.Run(name, func(b *testing.B) {
			simulate(b, p, patchAfter(b, p), cfg)
		})
	}
}

func simulate[S any, A, O comparable](b *testing.B, m veil.Model[S, A, O], prior veil.Belief[S, A, O], cfg uct.Config) {
	b.Helper()
	const simulations = 50_000
	b.ReportAllocs()
	before := rusage.CPU()
	for b.Loop() {
		if _, err := uct.Search(b.Context(), m, prior, veil.Budget{Simulations: simulations}, cfg); err != nil {
			b.Fatal(err)
		}
	}
	spent := rusage.CPU() - before
	b.ReportMetric(float64(b.N)*simulations/spent.Seconds(), "sims/cpu-s")
	b.ReportMetric(simulations, "sims/op")
}
