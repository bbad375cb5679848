// SPDX-License-Identifier: BSD-3-Clause

package arch_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"
	"testing/fstest"
)

// wingTests lists which wings the tests of another wing import. It may only shrink: a test that
// needs two wings belongs above them, in cmd or pomdp.
var wingTests = map[string][]string{
	"krieg": {"experiment"},
	"mines": {"experiment"},
	"web":   {"diag", "krieg", "mines"},
}

// TestWingsInTests compares the table with the test files.
func TestWingsInTests(t *testing.T) {
	for _, fault := range testFaults(sources(t, os.DirFS("../..")), wingTests) {
		t.Error(fault)
	}
}

func TestPlantedWingTests(t *testing.T) {
	tree := fstest.MapFS{"mines/a_test.go": {Data: []byte("package mines_test\nimport _ \"" + module + "/krieg\"\n")}}
	files := sources(t, tree)
	for _, c := range []struct {
		table map[string][]string
		want  []string
	}{
		{nil, []string{"tests of mines must not import the wing krieg (mines/a_test.go)"}},
		{map[string][]string{"mines": {"krieg"}}, nil},
		{map[string][]string{"mines": {"krieg", "web"}}, []string{"no test of mines imports web any more: take it out of wingTests"}},
	} {
		if got := testFaults(files, c.table); !slices.Equal(got, c.want) {
			t.Errorf("%v: got %q, want %q", c.table, got, c.want)
		}
	}
}

// testFaults lists imports between wings that the table lacks, and rows that nothing needs.
func testFaults(files []source, table map[string][]string) []string {
	var found []string
	used := map[string]bool{}
	for _, f := range files {
		for _, d := range f.deps {
			from, to := roomOf(f.pkg), roomOf(d.path)
			if !f.test || !d.ours || from == to || !isWing(from) || !isWing(to) {
				continue
			}
			used[from+" "+to] = true
			if !slices.Contains(table[from], to) {
				found = append(found, fmt.Sprintf("tests of %s must not import the wing %s (%s)", from, to, f.file))
			}
		}
	}
	for _, from := range slices.Sorted(maps.Keys(table)) {
		for _, to := range table[from] {
			if !used[from+" "+to] {
				found = append(found, fmt.Sprintf("no test of %s imports %s any more: take it out of wingTests", from, to))
			}
		}
	}
	return found
}

func isWing(room string) bool { return slices.Contains(floors[wingFloor], room) }
