// SPDX-License-Identifier: BSD-3-Clause

package uct_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/problems/rocksample"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/uct"
)

// TestRandomWalkersPlayAtRandom: what a problem's own random rollouts earn is, on average, what
// random actions earn step by step.
func TestRandomWalkersPlayAtRandom(t *testing.T) {
	m, err := rocksample.Standard(7, 8, 0)
	if err != nil {
		t.Fatal(err)
	}
	compareWalks(t, "rocksample", rocksample.RandomWalker{Model: m})
	compareWalks(t, "tiger", tiger.RandomWalker{})
	compareWalks(t, "tiger with an end", tiger.RandomWalker{Model: tiger.Model{Horizon: 7}})
}

type walker[S any, A, O comparable] interface {
	veil.Model[S, A, O]
	uct.RandomWalker[S]
}

func compareWalks[S any, A, O comparable](t *testing.T, name string, m walker[S, A, O]) {
	t.Helper()
	const walks, steps, discount = 60_000, 40, 0.95
	var own, stepwise moments
	r := rand.New(rand.NewPCG(5, 5))
	for range walks {
		s := m.Start(r)
		own.add(m.RandomWalk(r, &s, steps, discount))
		s = m.Start(r)
		stepwise.add(walk(r, m, &s, steps, discount))
	}
	x, y := own.sum/own.n, stepwise.sum/stepwise.n
	se := math.Sqrt((own.square/own.n - x*x + stepwise.square/stepwise.n - y*y) / walks)
	t.Logf("%s: %.3f, step by step %.3f, standard error %.3f", name, x, y, se)
	if math.Abs(x-y) > 4*se {
		t.Errorf("%s: random rollouts earn %.3f, random steps %.3f ± %.3f", name, x, y, se)
	}
}

func walk[S any, A, O comparable](r *rand.Rand, m veil.Model[S, A, O], s *S, steps int, discount float64) float64 {
	sum, weight := 0.0, 1.0
	for range steps {
		actions := m.AppendActions(nil, s)
		_, reward, done := m.Step(r, s, actions[r.IntN(len(actions))])
		sum, weight = sum+weight*reward, weight*discount
		if done {
			break
		}
	}
	return sum
}
