// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"slices"
	"testing"
	"testing/fstest"
)

// TestPlantedClocksAreFound: sleeps, limits and scripts that wait are counted, those in bubbles,
// benchmarks and other files are not.
func TestPlantedClocksAreFound(t *testing.T) {
	const head = "package p\nimport (\"context\"; \"testing\"; \"testing/synctest\"; \"time\")\n"
	tree := fstest.MapFS{
		"a/a_test.go": {Data: []byte(head + `
func TestA(t *testing.T) { start := time.Now(); time.Sleep(1); if time.Since(start) > 2 { t.Error() } }
func (s *toy) wait(t *testing.T) { for { select { case <-time.After(1): } } }
func TestB(t *testing.T) { ctx, cancel := context.WithTimeout(t.Context(), 1); c.(net.Conn).SetReadDeadline(time.Now()) }
func TestC(t *testing.T) { synctest.Test(t, func(t *testing.T) { time.Sleep(1) }) }
func TestD(t *testing.T) { synctest.Test(t, inside) }
func inside(t *testing.T) { time.Sleep(1) }
func BenchmarkE(b *testing.B) { time.Since(start) }
func TestG(t *testing.T) { for end := time.Now().Add(1); time.Now().Before(end); { } }
func TestH(t *testing.T) { begun := time.Now(); if (<-done).Sub(begun) > 1 { t.Error() }; new(big.Int).Sub(a, b) }
func TestF(t *testing.T) { _ = "time.Sleep(1)"; time.Now() }
`)},
		"a/a.go":                 {Data: []byte("package p\nfunc f() { time.Sleep(1) }\n")},
		"a/testdata/sleep.txtar": {Data: []byte("exec sleep 1\nexec veil\n-- sleep --\nsleep 1\n")},
	}
	want := []string{"a/a_test.go TestA 2", "a/a_test.go TestB 2", "a/a_test.go TestG 1", "a/a_test.go TestH 1", "a/a_test.go wait 1", "a/testdata/sleep.txtar - 1"}
	if got := clocksIn(t, tree); !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
