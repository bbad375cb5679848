// SPDX-License-Identifier: BSD-3-Clause

package belief_test

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/rocksample"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/veiltest"
)

// Bayes' rule over all hidden states: after two growls from the left, the tiger is there with probability 0.9698.
func ExampleExact() {
	b, err := belief.Exact(tiger.Model{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		next, err := b.Update(tiger.Listen, tiger.GrowlLeft)
		if err != nil {
			fmt.Println(err)
			return
		}
		b = next.(*belief.Set[tiger.State, tiger.Action, tiger.Sound])
	}
	for _, w := range b.States() {
		fmt.Printf("right %v: %.4f\n", w.State.Right, w.P)
	}
	// Output:
	// right false: 0.9698
	// right true: 0.0302
}

// A belief may start from any states. Weights are proportions: here the tiger is behind the right door in two cases
// out of three.
func ExampleFromStates() {
	b, err := belief.FromStates(tiger.Model{}, []veil.Weighted[tiger.State]{
		{State: tiger.State{Right: false}, P: 1},
		{State: tiger.State{Right: true}, P: 2},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for sound, p := range b.Predict(tiger.Listen) {
		fmt.Printf("%v %.2f\n", sound, p)
	}
	// Output:
	// growl-left 0.38
	// growl-right 0.62
}

// A prediction lists each observation with its probability and the expected reward, before anything is done.
func ExampleSet_AppendPrediction() {
	b, err := belief.Exact(tiger.Model{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range []tiger.Action{tiger.Listen, tiger.OpenLeft} {
		for _, o := range b.AppendPrediction(nil, a) {
			fmt.Printf("%v: %v with %.2f, reward %.0f\n", a, o.Seen, o.P, o.Reward)
		}
	}
	// Output:
	// listen: growl-left with 0.50, reward -1
	// listen: growl-right with 0.50, reward -1
	// left: silence with 1.00, reward -45
}

// Rejection sampling needs nothing but a model that can be simulated. After two growls
// on the left, the exact probability that the tiger is there is 0.9698.
func ExampleNewRejection() {
	prior := belief.NewRejection(tiger.Model{}, belief.RejectionConfig{})
	once, err := prior.Update(tiger.Listen, tiger.GrowlLeft)
	if err != nil {
		fmt.Println(err)
		return
	}
	twice, err := once.Update(tiger.Listen, tiger.GrowlLeft)
	if err != nil {
		fmt.Println(err)
		return
	}
	r := rand.New(rand.NewPCG(1, 0))
	left := 0
	for range 100_000 {
		if !twice.Sample(r).Right {
			left++
		}
	}
	fmt.Printf("left in %.1f%% of the draws\n", float64(left)/1000)
	// Output:
	// left in 97.0% of the draws
}

// An effort limits the states that all draws together examine, so that a hard history ends with an error instead of
// a long wait.
func ExampleEffort() {
	effort := &belief.Effort{Left: 50}
	b := belief.NewRejection(tiger.Model{}, belief.RejectionConfig{Effort: effort})
	for i := range 16 { // sounds that contradict each other are rare
		sound := []tiger.Sound{tiger.GrowlLeft, tiger.GrowlRight}[i%2]
		b = b.Extend(tiger.Listen, sound).(*belief.Rejection[tiger.State, tiger.Action, tiger.Sound])
	}
	_, err := b.Draw(rand.New(rand.NewPCG(1, 0)))
	fmt.Println(errors.Is(err, belief.ErrSpent))
	// Output:
	// true
}

// Metropolis walks over layouts of mines that fit what was opened. On a patch of 3×3 cells with two mines, the corner
// shows 1, so one of its three neighbours is a mine: each in a third of the draws.
func ExampleNewMetropolis() {
	patch := veiltest.Patch{Width: 3, Height: 3, Mines: 2}
	prior := belief.NewMetropolis(patch, belief.MetropolisConfig[veiltest.PatchState, int, int]{Iterations: 50})
	b, err := prior.Update(0, 1) // cell 0 is open and shows 1
	if err != nil {
		fmt.Println(err)
		return
	}
	r := rand.New(rand.NewPCG(1, 0))
	mines := 0
	const draws = 5000
	for range draws {
		if b.Sample(r).Mines>>1&1 != 0 {
			mines++
		}
	}
	fmt.Printf("cell 1 is a mine in %.0f%% of the draws\n", 100*float64(mines)/draws)
	// Output:
	// cell 1 is a mine in 33% of the draws
}

// A particle filter follows weighted states through actions and observations. Two readings from afar leave little
// doubt about a rock.
func ExampleNewParticles() {
	rover, err := rocksample.New(7, rocksample.Cell{X: 0, Y: 0}, []rocksample.Cell{{X: 6, Y: 6}})
	if err != nil {
		fmt.Println(err)
		return
	}
	var b veil.Belief[rocksample.State, rocksample.Action, rocksample.Seen]
	b = belief.NewParticles(rover, belief.ParticlesConfig{N: 100, Seed: 1})
	for range 2 {
		if b, err = b.Update(rocksample.Check(0), rocksample.LooksGood); err != nil {
			fmt.Println(err)
			return
		}
	}
	r := rand.New(rand.NewPCG(1, 0))
	good := 0
	for range 1000 {
		good += int(b.Sample(r).Good)
	}
	fmt.Println("the rock is good in", good, "of 1000 draws")
	// Output:
	// the rock is good in 982 of 1000 draws
}
