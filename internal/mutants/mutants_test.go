// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package mutants_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// root is the top of the module.
const root = "../.."

// TestMutantsFit checks that every mutant of the lists still is one: what it replaces is in
// its file once, and the tests that should find it exist.
func TestMutantsFit(t *testing.T) {
	all := readLists(t)
	if len(all) < 40 {
		t.Errorf("only %d mutants are listed", len(all))
	}
	for _, m := range all {
		if _, err := m.apply(); err != nil {
			t.Error(err)
		}
		for _, name := range m.tests {
			if !hasTest(t, m.dir(), name) {
				t.Errorf("%s: there is no %s in %s", m.at, name, m.dir())
			}
		}
	}
}

// TestMutantsDie builds the mutants and runs the tests that should find them.
func TestMutantsDie(t *testing.T) {
	share := os.Getenv("VEIL_MUTANTS")
	if share == "" {
		t.Skip("VEIL_MUTANTS is not set: all, new, or 3/10 for every tenth from the third on (make mutants)")
	}
	all, died := readLists(t), new(deaths)
	if share == "new" {
		t.Cleanup(func() { died.write(t, all) })
	}
	byPackage := map[string][]mutant{}
	for _, m := range choose(t, all, share) {
		byPackage[m.dir()] = append(byPackage[m.dir()], m)
	}
	for dir, list := range byPackage {
		t.Run(dir, func(t *testing.T) {
			t.Parallel()
			killAll(t, list, died)
		})
	}
}

// killAll runs the tests of one package with each of its mutants, and once without: tests
// that fail anyway find nothing.
func killAll(t *testing.T, list []mutant, died *deaths) {
	t.Helper()
	if _, err := exec.LookPath("node"); list[0].dir() == page && err != nil {
		t.Skip("the tests of the page need node")
	}
	whole := build(t, list[0].dir(), filepath.Join(t.TempDir(), "whole"), nil)
	known := map[string]bool{}
	for _, m := range list {
		if pattern := m.pattern(); !known[pattern] {
			known[pattern] = true
			if out, err := run(t, whole, m); err != nil {
				t.Fatalf("%s fails without a mutant: %v\n%s", pattern, err, out)
			}
		}
		t.Run(m.name, func(t *testing.T) {
			if out, err := run(t, build(t, m.dir(), filepath.Join(t.TempDir(), "mutant"), &m), m); err == nil {
				t.Errorf("%s: it survives %s\n%s", m.at, m.pattern(), out)
			} else {
				died.add(&m)
			}
		})
	}
}

// choose returns the share of the mutants that is asked for.
func choose(t *testing.T, all []mutant, share string) []mutant {
	t.Helper()
	switch share {
	case "all":
		return all
	case "new":
		return untried(t, all)
	}
	var part, parts int
	if _, err := fmt.Sscanf(share, "%d/%d", &part, &parts); err != nil || parts < 1 {
		t.Fatalf("VEIL_MUTANTS=%s: want all, new, or a share such as 3/10", share)
	}
	var chosen []mutant
	for i, m := range all {
		if i%parts == part%parts {
			chosen = append(chosen, m)
		}
	}
	return chosen
}
