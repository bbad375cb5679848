// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/proof"
)

type mazeRules = proof.Rules[place, deed, heardByte]

// instance is a random question.
type instance struct {
	m      mazeRules
	belief []place
	plies  int
}

func someInstance(seed uint64) instance {
	r := rand.New(rand.NewPCG(seed, 1))
	sh := someShape(r)
	m := newMaze(r, sh)
	in := instance{m: &m, belief: m.someBelief(r), plies: 1 + r.IntN(4)}
	if r.IntN(3) > 0 {
		in.m = &duel{m}
		in.plies = 1 + 2*r.IntN(3)
		if r.IntN(8) == 0 {
			in.plies++
		}
	}
	return in
}

func (in instance) prove(t *testing.T, cfg andor.Config) andor.Result {
	t.Helper()
	res, err := andor.Prove(t.Context(), in.m, in.belief, in.plies, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func configs(t *testing.T) map[string]andor.Config {
	t.Helper()
	all := map[string]andor.Config{}
	names := append(andor.PaperMethods(), "veil", "L-PNS", "EG-DFS", "EGX-DFS", "GLE-DFS", "G-DBU", "G-DUB", "L-DUB")
	for _, name := range names {
		cfg, err := andor.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = cfg
	}
	all["veil/precheck"] = andor.Config{NoPrecheck: true}
	all["veil/order"] = andor.Config{NoOrder: true}
	all["veil/cover"] = andor.Config{NoCover: true}
	all["veil/strike"] = andor.Config{NoStrike: true}
	all["veil/table"] = andor.Config{NoTable: true}
	all["veil/growth"] = andor.Config{NoGrowth: true}
	all["veil/all"] = andor.Config{NoPrecheck: true, NoOrder: true, NoCover: true, NoStrike: true, NoTable: true, NoGrowth: true}
	all["veil/refute"] = andor.Config{Refutation: 100_000}
	return all
}

// TestMethodsAgree compares every method with the naive search on random questions, and
// checks every proof.
func TestMethodsAgree(t *testing.T) {
	n := 3000
	switch {
	case os.Getenv("VEIL_FULL") != "":
		n = 40_000
	case testing.Short():
		n = 500
	}
	tally := map[string]int{}
	for seed := range uint64(n) {
		in := someInstance(seed)
		want := andor.Disproved
		if (naive[place, deed, heardByte]{m: in.m}).wins(setOf(in.belief), in.plies) {
			want = andor.Proved
		}
		tally[fmt.Sprintf("%v in %d", want, in.plies)]++
		for name, cfg := range configs(t) {
			res := in.prove(t, cfg)
			if res.Verdict != want {
				t.Fatalf("seed %d, %s: %v, want %v", seed, name, res.Verdict, want)
			}
			if want == andor.Proved {
				if _, err := proof.Check(in.m, in.belief, res.Plan); err != nil {
					t.Fatalf("seed %d, %s: %v", seed, name, err)
				}
			}
			if cfg.Refutation > 0 && want == andor.Disproved && res.Refutation == nil {
				t.Errorf("seed %d: no refutation", seed)
			}
			if res.Refutation != nil {
				tally["refutations"]++
				if err := proof.CheckRefutation(in.m, in.belief, res.Refutation); err != nil {
					t.Fatalf("seed %d, %s: %v", seed, name, err)
				}
			}
		}
	}
	t.Log(tally)
}
