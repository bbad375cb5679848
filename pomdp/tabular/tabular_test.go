// SPDX-License-Identifier: BSD-3-Clause

package tabular_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/veilplan/veil/pomdp/tabular"
	"github.com/veilplan/veil/veiltest"
)

// random returns tables with random rows; rewards depend on all four if rich.
func random(seed uint64, rich bool) tabular.Tables {
	r := rand.New(rand.NewPCG(seed, 0))
	t := tabular.Tables{Discount: 0.9}
	names := func(prefix string, n int) (list []string) {
		for i := range n {
			list = append(list, fmt.Sprint(prefix, i))
		}
		return list
	}
	t.States, t.Actions, t.Observations = names("s", 2+r.IntN(3)), names("a", 1+r.IntN(3)), names("o", 1+r.IntN(3))
	row := func(n int) (list []tabular.Chance) {
		left := 1.0
		for i := range n - 1 {
			if r.IntN(3) > 0 {
				p := left * r.Float64()
				list, left = append(list, tabular.Chance{Index: uint32(i), P: p}), left-p
			}
		}
		return append(list, tabular.Chance{Index: uint32(n - 1), P: left})
	}
	t.Start = row(len(t.States))
	for range len(t.Actions) * len(t.States) {
		t.Moves, t.Signs = append(t.Moves, row(len(t.States))), append(t.Signs, row(len(t.Observations)))
	}
	t.Reward = func(a, s, next, o int) float64 {
		if !rich {
			next, o = 0, 0
		}
		return float64(a - 2*s + 3*next + 5*o)
	}
	return t
}

func TestContract(t *testing.T) {
	for seed := range uint64(6) {
		p, err := tabular.New(random(seed, seed%2 == 1))
		if err != nil {
			t.Fatal(err)
		}
		veiltest.Model(t, p, veiltest.Config[tabular.State, tabular.Action, tabular.Seen]{Episodes: 10})
	}
}

func TestBadTablesAreRefused(t *testing.T) {
	for want, damage := range map[string]func(*tabular.Tables){
		"discount":    func(t *tabular.Tables) { t.Discount = 0 },
		"states":      func(t *tabular.Tables) { t.States = nil },
		"one row":     func(t *tabular.Tables) { t.Moves = t.Moves[1:] },
		"start":       func(t *tabular.Tables) { t.Start = nil },
		"sum to":      func(t *tabular.Tables) { t.Moves[0] = []tabular.Chance{{Index: 0, P: 0.5}} },
		"not in (0":   func(t *tabular.Tables) { t.Moves[0] = []tabular.Chance{{Index: 0, P: -1}} },
		"not below":   func(t *tabular.Tables) { t.Signs[0] = []tabular.Chance{{Index: 9, P: 1}} },
		"a function":  func(t *tabular.Tables) { t.Reward = nil },
		"pays NaN":    func(t *tabular.Tables) { t.Reward = func(int, int, int, int) float64 { return nan() } },
		"out of orde": func(t *tabular.Tables) { t.Start = []tabular.Chance{{Index: 1, P: 0.5}, {Index: 0, P: 0.5}} },
	} {
		tables := random(1, false)
		damage(&tables)
		if _, err := tabular.New(tables); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

func nan() float64 {
	zero := 0.0
	return zero / zero
}
