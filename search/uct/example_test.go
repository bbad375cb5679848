// SPDX-License-Identifier: BSD-3-Clause

package uct_test

import (
	"context"
	"fmt"
	"maps"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/uct"
	"github.com/veilplan/veil/veiltest"
)

// A search needs a model, a belief and a budget. Two steps before the end, best play of the tiger problem listens
// twice.
func ExampleSearch() {
	m := tiger.Model{Horizon: 2}
	b, err := belief.Exact(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	cfg := uct.Config{Seed: 1, Low: -200, High: 20}
	d, err := uct.Search(context.Background(), m, b, veil.Budget{Simulations: 1000}, cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	lo, hi := d.Value.Interval()
	fmt.Printf("%v, worth %.2f to %.2f (%v)\n", d.Choices[0].Action, lo, hi, d.Value.Badge())
	// Output:
	// listen, worth -2.00 to -2.00 (bounds)
}

// A problem without an end needs only a discount: the horizon and the scale of exploration follow from it.
func ExampleConfig() {
	m := tiger.Model{}
	b, err := belief.Exact(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	next, err := b.Update(tiger.Listen, tiger.GrowlLeft)
	if err != nil {
		fmt.Println(err)
		return
	}
	cfg := uct.Config{Seed: 1, Discount: tiger.Discount}
	d, err := uct.Search(context.Background(), m, next, veil.Budget{Simulations: 5000}, cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range d.Choices {
		fmt.Printf("%v %.0f\n", c.Action, c.Value.Float())
	}
	// Output:
	// listen 21
	// right 12
	// left -65
}

// The planner of the 2011 paper, on a row of five cells with two mines. It only draws hidden states, so it needs no
// list of them.
func ExampleBSRUCT() {
	m := veiltest.Patch{Width: 5, Height: 1, Mines: 2}
	prior := belief.NewRejection(m, belief.RejectionConfig{})
	cfg := uct.BSRUCT()
	cfg.Seed = 1
	d, err := uct.Search(context.Background(), m, prior, veil.Budget{Simulations: 20_000}, cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("open cell %d and win with about %.1f\n", d.Choices[0].Action, d.Value.Float())
	// Output:
	// open cell 2 and win with about 0.4
}

// careful is a patch of Minesweeper that opens a cell without a search if it is safe in every layout.
type careful struct{ veiltest.Patch }

// Forced returns a cell that cannot be a mine.
func (m careful) Forced(b veil.Belief[veiltest.PatchState, int, int]) (cell int, ok bool) {
	layouts := b.(*belief.Set[veiltest.PatchState, int, int]).States()
	for _, c := range m.AppendActions(nil, &layouts[0].State) {
		if maps.Collect(b.Predict(c))[veiltest.Boom] == 0 {
			return c, true
		}
	}
	return 0, false
}

// Search uses each optional method that a problem has. Cell 0 shows 0, so cell 1 is safe, and no other action is
// considered.
func ExampleForcer() {
	m := careful{veiltest.Patch{Width: 5, Height: 1, Mines: 2}}
	prior, err := belief.Exact(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := prior.Update(0, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := uct.Search(context.Background(), m, b, veil.Budget{Simulations: 1000}, uct.Config{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("cell", d.Choices[0].Action, "first, after", d.Work.Simulations, "simulation")
	// Output:
	// cell 1 first, after 1 simulation
}

// The same seed and budget give the same decision, also where several trees grow at once.
func ExampleSearch_trees() {
	m := veiltest.Patch{Width: 3, Height: 3, Mines: 3}
	b, err := belief.Exact(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		d, err := uct.Search(context.Background(), m, b, veil.Budget{Simulations: 4000}, uct.Config{Seed: 7, Trees: 4})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("cell %d, %.4f, %d nodes\n", d.Choices[0].Action, d.Value.Float(), d.Work.Nodes)
	}
	// Output:
	// cell 3, 0.0186, 1397 nodes
	// cell 3, 0.0186, 1397 nodes
}
