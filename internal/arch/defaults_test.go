// SPDX-License-Identifier: BSD-3-Clause

package arch_test

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// defaultLimit is a default value that stands in one file and nowhere else. A second copy
// would go its own way.
type defaultLimit struct {
	meaning string
	pattern string // of the value in its context, in code without comments
	home    string
}

var defaultLimits = []defaultLimit{
	{"nodes of an exact search", `(?i)\w*nodes\b.*\b1_?000_?000\b`, "api/limits.go"},
	{"readings of an exact search", `(?i)\w*readings\b.*\b4_?000_?000\b`, "api/limits.go"},
	{"games of an estimate", `(?i)\w*games\b.*\b(1_?600|4_?000)\b`, "api/limits.go"},
	{"attempts at a board without a guess", `(?i)\w*tries\b.*\b10_?000\b`, "api/limits.go"},
	{"boards of a belief that a command holds", `\b2_?000_?000\b`, "krieg/composed/problem.go"},
	{"nodes of a refutation", `(?i)\w*refutation\b.*\b20_?000\b`, "krieg/deduction/proof.go"},
	{"time before progress is shown", `\b300\s*\*\s*time\.Millisecond`, "internal/term/progress.go"},
}

// elsewhere are folders whose numbers mean something else.
var elsewhere = []string{"experiment/", "web/", "cmd/veil-dev/internal/repro/", "cmd/veil/serve"}

func TestDefaultsAreDefinedOnce(t *testing.T) {
	for _, fault := range copies(t, os.DirFS("../..")) {
		t.Error(fault)
	}
}

func TestPlantedCopiesAreFound(t *testing.T) {
	for _, line := range []string{
		`flags.IntVar(&w.games, "games", 1600, "games")`,
		`flags.IntVar(&g.tries, "tries", 10_000, "attempts")`,
		`flags.IntVar(&cfg.Nodes, "nodes", 1_000_000, "most positions")`,
		"const readings = 4_000_000",
		`flags.IntVar(&k.boards, "max-boards", 2_000_000, "most boards")`,
		"cfg.Refutation = 20_000",
		"time.Sleep(300*time.Millisecond)",
	} {
		tree := fstest.MapFS{"cmd/veil/a.go": {Data: []byte("package main\n" + line + "\n")}}
		for _, d := range defaultLimits {
			tree[d.home] = &fstest.MapFile{Data: []byte("package p\n")}
		}
		if got := copies(t, tree); !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "cmd/veil/a.go:2: ") }) {
			t.Errorf("%s was not found: %q", line, got)
		}
	}
	tree := fstest.MapFS{"cmd/veil/a.go": {Data: []byte("package main // not 300*time.Millisecond\n")}}
	if got := copies(t, tree); len(got) != len(defaultLimits) {
		t.Errorf("a comment counts, or a missing value does not: %q", got)
	}
}

// copies lists every default that stands outside its home, or not at home.
func copies(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var found []string
	atHome := map[string]bool{}
	err := fs.WalkDir(tree, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || isElsewhere(name) {
			return err
		}
		source, err := fs.ReadFile(tree, name)
		for _, d := range defaultLimits {
			for _, line := range matches(d, string(source)) {
				if name == d.home {
					atHome[d.meaning] = true
					continue
				}
				found = append(found, fmt.Sprintf("%s:%d: the default %q belongs in %s", name, line, d.meaning, d.home))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range defaultLimits {
		if !atHome[d.meaning] {
			found = append(found, fmt.Sprintf("%s: the default %q is not there", d.home, d.meaning))
		}
	}
	return found
}

// matches returns the numbers of the lines that hold the value, comments left out.
func matches(d defaultLimit, source string) []int {
	pattern := regexp.MustCompile(d.pattern)
	var lines []int
	for i, line := range strings.Split(source, "\n") {
		code, _, _ := strings.Cut(line, "// ")
		if pattern.MatchString(code) {
			lines = append(lines, i+1)
		}
	}
	return lines
}

func isElsewhere(name string) bool {
	return slices.ContainsFunc(elsewhere, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}
