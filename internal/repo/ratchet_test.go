// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// allowance is a line of a list of faults that may only shrink: what, how often, and a hint.
type allowance struct {
	key   string
	count int
	hint  string
}

// shift is a count that is not its allowance.
type shift struct {
	key          string
	got, allowed int
}

// shrink compares counted faults with a list. It returns what rose, what fell, and the list with
// the lower counts: a list never grows by itself.
func shrink(list []allowance, got map[string]int) (rises, falls []shift, now []allowance) {
	got = maps.Clone(got)
	for _, a := range list {
		n := got[a.key]
		delete(got, a.key)
		switch {
		case n > a.count:
			rises = append(rises, shift{a.key, n, a.count})
		case n < a.count:
			falls = append(falls, shift{a.key, n, a.count})
			a.count = n
		}
		now = append(now, a)
	}
	for _, key := range slices.Sorted(maps.Keys(got)) {
		if got[key] > 0 {
			rises = append(rises, shift{key, got[key], 0})
		}
	}
	return rises, falls, now
}

// readAllowances reads a list: a key, a count and a hint, with tabs between them.
func readAllowances(t *testing.T, file string) (list []allowance) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(fields) != 3 {
			t.Fatalf("%s: %q: want key, count and hint, separated by tabs", file, line)
		}
		count, err := strconv.Atoi(fields[1])
		if err != nil {
			t.Fatalf("%s: %q: %v", file, line, err)
		}
		list = append(list, allowance{fields[0], count, fields[2]})
	}
	return list
}

// writeAllowances replaces a list.
func writeAllowances(t *testing.T, file string, list []allowance) {
	t.Helper()
	var text strings.Builder
	for _, a := range list {
		fmt.Fprintf(&text, "%s\t%d\t%s\n", a.key, a.count, a.hint)
	}
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestPlantedRises: counts above the list and keys it lacks are found; lower counts lower it.
func TestPlantedRises(t *testing.T) {
	list := []allowance{{"a", 2, "x"}, {"b", 2, ""}, {"c", 2, ""}, {"d", 2, ""}}
	rises, falls, now := shrink(list, map[string]int{"a": 2, "b": 3, "c": 1, "e": 1, "f": 0})
	if want := []shift{{"b", 3, 2}, {"e", 1, 0}}; !slices.Equal(rises, want) {
		t.Errorf("rises %v, want %v", rises, want)
	}
	if want := []allowance{{"a", 2, "x"}, {"b", 2, ""}, {"c", 1, ""}, {"d", 0, ""}}; !slices.Equal(now, want) || !slices.Equal(falls, []shift{{"c", 1, 2}, {"d", 0, 2}}) {
		t.Errorf("falls %v: now %v, want %v", falls, now, want)
	}
}
