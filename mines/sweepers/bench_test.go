// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package sweepers

import (
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/search/uct"
)

// BenchmarkMines is 4x4/4 after the corner showed 1: a hidden state drawn at the root or
// redrawn at every step, with an exact belief and by rejection; and the modern planner.
func BenchmarkMines(b *testing.B) {
	plain := uct.Config{Backup: uct.Returns, NoLaw: true, NoBounds: true, NoForced: true, NoRoller: true}
	again := plain
	again.Redraw = true
	for _, c := range []struct {
		name, belief string
		cfg          uct.Config
	}{
		{"belief=exact/draw=root", "exact", plain},
		{"belief=exact/draw=redraw", "exact", again},
		{"belief=rejection/draw=root", "rejection", plain},
		{"belief=rejection/draw=redraw", "rejection", again},
		{"belief=exact/plan=modern", "exact", uct.Config{NoStop: true}},
		{"belief=exact/plan=bssuct", "exact", uct.BSSUCT()},
	} {
		b.Run(c.name, func(b *testing.B) { benchSearch(b, c.belief, c.cfg) })
	}
}

func benchSearch(b *testing.B, name string, cfg uct.Config) {
	const simulations = 2000
	model, err := mines.NewModel(mines.Rules{Width: 4, Height: 4, Mines: 4}, mines.Won)
	if err != nil {
		b.Fatal(err)
	}
	prior, err := priorOf(model, name, (*belief.Effort)(nil))
	if err != nil {
		b.Fatal(err)
	}
	hero, err := prior.Update(0, 1)
	if err != nil {
		b.Fatal(err)
	}
	powers := analysis.NewPowers(model, analysis.PowersConfig{})
	b.ReportAllocs()
	before := rusage.CPU()
	for b.Loop() {
		_, err := uct.Search(b.Context(), veil.Model[mines.State, mines.Cell, mines.Reading](powers), hero, veil.Budget{Simulations: simulations}, cfg)
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*simulations/(rusage.CPU()-before).Seconds(), "sims/cpu-s")
	b.ReportMetric(simulations, "sims/op")
}
