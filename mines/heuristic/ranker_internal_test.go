// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/network"
)

// TestRankerScores: a ranker scores as the sum of products does, except for rounding, and its file holds it.
func TestRankerScores(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	weights := make([]float64, TraitCount)
	for i := range weights {
		weights[i] = r.NormFloat64() / 4
	}
	file, err := NewRanker(weights).AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	k, err := ReadRanker(file)
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		var x Traits
		want := 0.0
		for i := range x {
			x[i] = r.NormFloat64()
			want += weights[i] * x[i]
		}
		if got := k.score(&x); math.Abs(got-want) > 1e-4 {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
	if _, err := ReadRanker(file[1:]); err == nil {
		t.Error("read a file that is too short")
	}
}

// TestStandardRanker: the built-in weights are those that `veil-dev train -rank 10000 -seed 70200` prints.
func TestStandardRanker(t *testing.T) {
	const want = "cc05325dc430eca26912cbbc8e12a33acb819954bf34bfde5da089306ad25530"
	if got := fmt.Sprintf("%x", sha256.Sum256(rankerFile)); got != want {
		t.Errorf("the file has the SHA-256 %s, want %s", got, want)
	}
}

// TestRankerChooses: among cells of about equal learned value the one with the highest score is chosen, and others
// only if there is none.
func TestRankerChooses(t *testing.T) {
	p := Learned{choices: []choice{
		{cell: 1, after: after{win: 0.50}}, {cell: 2, after: after{win: 0.49}}, {cell: 3, after: after{win: 0.45}},
	}}
	for i := range p.choices {
		p.choices[i].traits[5], p.choices[i].score = float64(i), p.choices[i].win
	}
	weights := make([]float64, TraitCount)
	weights[5] = 0.25
	p.cfg = LearnedConfig{Ahead: true, Ranker: NewRanker(weights)}
	if err := p.weigh(nil, 0.5); err != nil {
		t.Fatal(err)
	}
	ranked := p.ranked()
	if ranked[0].cell != 2 || ranked[1].cell != 1 || ranked[2].cell != 3 || p.unit() != 1 {
		t.Errorf("ranked %+v", ranked)
	}
	if difference := ranked[0].score - ranked[1].score; math.Abs(difference-0.25) > 1e-6 {
		t.Errorf("a cell is %v better than the other, want 0.25", difference)
	}
}

// TestTraits of the corner of a board of which one cell is open: its neighbours, its chances, and the expected score
// of the position after it.
func TestTraits(t *testing.T) {
	rules := mines.Rules{Width: 5, Height: 5, Mines: 4}
	v := mines.NewView(rules)
	v.Marks[rules.Cell(1, 1)] = 1
	s := count.NewSolver(rules, count.Limit{})
	if err := s.Load(v); err != nil {
		t.Fatal(err)
	}
	for _, step := range []func() error{s.Propagate, s.Deduce, s.Weigh} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	net, err := network.Standard()
	if err != nil {
		t.Fatal(err)
	}
	p := NewLearned(rules, net, LearnedConfig{Ahead: true, Traits: true, Within: 0.1, Cells: 25, Off: 25})
	p.list(s)
	for i := range p.choices {
		x := &p.choices[i]
		if x.cell != 0 {
			continue
		}
		if err := p.worth(s, x); err != nil {
			t.Fatal(err)
		}
		own := x.traits[traitCell:]
		// One of the eight neighbours of the open cell is a mine, and each is as likely.
		if got, want := own[0], 7.0/8; math.Abs(got-want) > 1e-9 {
			t.Errorf("safe with %v, want %v", got, want)
		}
		if own[3] != 1 || own[4] != 0 || own[5] != 1.0/8 || own[6] != 2.0/8 || own[7] != 0 || own[9] != 1 || own[10] != 1 {
			t.Errorf("the corner has the traits %v", own)
		}
		if x.traits[traitAfter] != x.win || x.traits[traitAfter+1] != x.live || x.win == 0 {
			t.Errorf("the chances after it are %v, the choice is %+v", x.traits[traitAfter:traitCell], x.after)
		}
		return
	}
	t.Fatal("the corner is no choice")
}
