// SPDX-License-Identifier: BSD-3-Clause

package baseline_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/andor/internal/provertest"
)

func named(t *testing.T, name string) baseline.Config {
	t.Helper()
	method, err := baseline.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return method
}

func TestMethods(t *testing.T) {
	provers := map[string]provertest.Prover{}
	for _, name := range append(baseline.Names(), "veil", "L-PNS", "EG-DFS", "EGX-DFS", "GLE-DFS", "G-DBU", "G-DUB", "L-DUB", "L-UDB", "gl-udb") {
		method := named(t, name)
		provers[name] = func(ctx context.Context, in provertest.Instance, cfg andor.Config) (andor.Result, error) {
			return baseline.Prove(ctx, in.Rules, in.Belief, in.Plies, method, cfg)
		}
	}
	provertest.Run(t, provers)
}

func TestMemoryLimit(t *testing.T) {
	in := provertest.Hard()
	for _, method := range []baseline.Method{baseline.PNS, baseline.DUB, baseline.DBU, baseline.IPNS} {
		res, err := baseline.Prove(t.Context(), in.Rules, in.Belief, in.Plies, baseline.Config{Method: method}, andor.Config{Memory: 100})
		if err != nil || res.Verdict != andor.Unknown || !errors.Is(res.Cut, andor.ErrMemory) {
			t.Errorf("%v: %v, cut by %v, %v", method, res.Verdict, res.Cut, err)
		}
	}
}

func TestNamesThatAreNone(t *testing.T) {
	for _, name := range []string{"", "BFS", "Q-DFS", "LX-DFS", "E-DBU", "G-PNS", "L-IPNS", "L-veil", "-"} {
		if method, err := baseline.Named(name); err == nil {
			t.Errorf("method %q was accepted as %+v", name, method)
		}
	}
	if _, err := baseline.Named("BFS"); !strings.Contains(err.Error(), strings.Join(baseline.Names(), ", ")) {
		t.Errorf("the error does not list the methods: %v", err)
	}
	if _, err := baseline.Prove(t.Context(), provertest.Some(0).Rules, nil, 1, baseline.Config{Greedy: true}, andor.Config{}); err == nil {
		t.Error("letters were accepted without a method")
	}
}
