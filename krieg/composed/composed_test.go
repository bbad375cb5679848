// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg/composed"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/proof"
)

// small is a recipe that takes a moment.
func small() composed.Recipe {
	return composed.Recipe{Family: composed.Seed, Rules: "berkeley", Plies: 3, Seed: 2, Mates: 1, Misses: 6}
}

// TestRun makes a set twice, once with a journal cut off in the middle of every line, and
// checks every problem.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	whole, err := composed.Run(t.Context(), small(), filepath.Join(dir, "whole"), nil)
	if err != nil || len(whole) != 7 {
		t.Fatalf("%d problems, %v", len(whole), err)
	}
	for i := range whole {
		if proved, err := whole[i].Check(t.Context()); err != nil || !proved {
			t.Errorf("%s: proved %v, %v", whole[i].ID, proved, err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "whole"))
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{0, 10, len(text) / 3, len(text) - 1} {
		torn := filepath.Join(dir, "torn")
		if err := os.WriteFile(torn, text[:at], 0o600); err != nil {
			t.Fatal(err)
		}
		again, err := composed.Run(t.Context(), small(), torn, nil)
		if err != nil || !reflect.DeepEqual(again, whole) {
			t.Errorf("cut at %d: %d problems, %v", at, len(again), err)
		}
	}
	other := small()
	other.Seed++
	if _, err := composed.Run(t.Context(), other, filepath.Join(dir, "whole"), nil); err == nil || !strings.Contains(err.Error(), "another recipe") {
		t.Errorf("another recipe: %v", err)
	}
}

func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	list, err := composed.Run(ctx, small(), filepath.Join(t.TempDir(), "j"), nil)
	if !errors.Is(err, context.Canceled) || len(list) > 0 {
		t.Errorf("%d problems, %v", len(list), err)
	}
	for _, spoil := range []func(*composed.Recipe){
		func(r *composed.Recipe) { r.Plies = 4 },
		func(r *composed.Recipe) { r.Family = "chess" },
		func(r *composed.Recipe) { r.Rules = "blind" },
	} {
		r := small()
		spoil(&r)
		if _, err := composed.Run(t.Context(), r, filepath.Join(t.TempDir(), "j"), nil); err == nil {
			t.Errorf("%+v was accepted", r)
		}
	}
	few := small()
	few.Family, few.Games = composed.Hist, 3
	if _, err := composed.Run(t.Context(), few, filepath.Join(t.TempDir(), "j"), nil); err != nil {
		t.Error(err)
	}
}

// TestPublished checks the published sets with the independent checker: by default a part
// of them, with VEIL_FULL=1 every problem. What has no certificate is solved again.
func TestPublished(t *testing.T) {
	every := 40
	if os.Getenv("VEIL_FULL") != "" {
		every = 1
	}
	for _, set := range composed.Sets() {
		list, err := composed.Load(set)
		if err != nil {
			t.Fatal(err)
		}
		ids, proved := map[string]bool{}, 0
		beliefs := map[string]bool{}
		for i := range list {
			p := &list[i]
			if ids[p.ID] || beliefs[p.Belief] || !strings.HasPrefix(p.ID, set+"-") || p.Verdict == composed.NearMiss && !p.Informational() && !p.Halfway() {
				t.Errorf("%s: a repeated or misplaced problem", p.ID)
			}
			ids[p.ID], beliefs[p.Belief] = true, true
			if i%every == 0 && check(t, p) {
				proved++
			}
		}
		t.Logf("%s: %d problems, %d of every %dth proved by its certificate", set, len(list), proved, every)
		if found, err := composed.Find(list[0].ID); err != nil || found.ID != list[0].ID {
			t.Errorf("%s is not found: %v", list[0].ID, err)
		}
	}
	if _, err := composed.Find("seed-3-x"); err == nil {
		t.Error("a problem that is not there was found")
	}
	if _, err := composed.Load("none"); err == nil {
		t.Error("a set that is not there was loaded")
	}
}

// check checks a problem and reports whether its verdict is proved by a certificate.
func check(t *testing.T, p *composed.Problem) bool {
	t.Helper()
	proved, err := p.Check(t.Context())
	if err != nil {
		t.Error(err)
	}
	if proved || p.Plies > 5 && os.Getenv("VEIL_FULL") == "" {
		return proved
	}
	m, states, err := p.States(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r, err := andor.Prove(t.Context(), deduction.Rules(m), states, p.Plies, andor.Config{})
	if err != nil || r.Verdict != andor.Disproved {
		t.Errorf("%s: %v, %v", p.ID, r.Verdict, err)
	}
	return false
}

// TestDamage: a problem that claims something else is rejected.
func TestDamage(t *testing.T) {
	list, err := composed.Load("seed-3")
	if err != nil {
		t.Fatal(err)
	}
	pick := map[string]composed.Problem{}
	for _, p := range list {
		pick[p.Verdict] = p
	}
	for name, c := range map[string]struct {
		of     string
		damage func(p *composed.Problem)
	}{
		"boards":             {composed.Mate, func(p *composed.Problem) { p.Boards++ }},
		"history":            {composed.Mate, func(p *composed.Problem) { p.History = strings.Replace(p.History, "yes", "no", 1) }},
		"verdict":            {composed.Mate, func(p *composed.Problem) { p.Verdict = composed.NearMiss }},
		"plan":               {composed.Mate, func(p *composed.Problem) { p.Plan = nil }},
		"another verdict":    {composed.NearMiss, func(p *composed.Problem) { p.Verdict = composed.Mate }},
		"covers all":         {composed.NearMiss, func(p *composed.Problem) { p.Covered = all(p.Boards) }},
		"out of order":       {composed.NearMiss, func(p *composed.Problem) { p.Covered = append(p.Covered, 0) }},
		"a plan for another": {composed.NearMiss, func(p *composed.Problem) { p.Plan = pick[composed.Mate].Plan }},
		"a shorter proof":    {composed.NearMiss, func(p *composed.Problem) { p.Refutation = &proof.Refutation{Plies: 1} }},
	} {
		p := pick[c.of]
		c.damage(&p)
		if proved, err := p.Check(t.Context()); err == nil && proved {
			t.Errorf("%s: accepted", name)
		}
	}
}

func all(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func TestFiles(t *testing.T) {
	list, err := composed.Load("seed-3")
	if err != nil {
		t.Fatal(err)
	}
	var first, second bytes.Buffer
	if err := errors.Join(composed.Write(&first, list[:20]), composed.Write(&second, list[:20])); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("written differently: %v", err)
	}
	again, err := composed.Read(&first)
	if err != nil || !reflect.DeepEqual(again, list[:20]) {
		t.Errorf("read %d problems, %v", len(again), err)
	}
	if _, err := composed.Read(strings.NewReader("nonsense")); err == nil {
		t.Error("nonsense was read")
	}
}
