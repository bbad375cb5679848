// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What must not get lost when code moves. A change that takes one away says why, and lowers the
// number.
const (
	mutantsCommitted = 125
	fuzzersCommitted = 40
)

// TestCounts: no mutant and no fuzz target is lost, and tools/fuzz finds each of the targets.
func TestCounts(t *testing.T) {
	mutants, fuzzers := 0, 0
	for name, text := range working(t) {
		switch {
		case path.Dir(name) == "internal/mutants" && path.Ext(name) == ".txt":
			mutants += len(regexp.MustCompile(`(?m)^# `).FindAllString(text, -1))
		case strings.HasSuffix(name, "_test.go"):
			fuzzers += len(regexp.MustCompile(`(?m)^func Fuzz\w+\(`).FindAllString(text, -1))
		}
	}
	if mutants < mutantsCommitted {
		t.Errorf("%d mutants, and there were %d", mutants, mutantsCommitted)
	}
	if fuzzers < fuzzersCommitted {
		t.Errorf("%d fuzz targets, and there were %d", fuzzers, fuzzersCommitted)
	}
	if out, err := script(t, "tools/fuzz"); err != nil || strings.Count(out, " Fuzz") != fuzzers {
		t.Errorf("tools/fuzz lists %d targets of %d (%v)", strings.Count(out, " Fuzz"), fuzzers, err)
	}
}

// TestPatterns: every name in a pattern of tests that scripts and documents select or leave out is
// part of the name of a test, in the packages of that command if it names some, and every package that
// it names has such a test.
func TestPatterns(t *testing.T) {
	tests, patterns := allTests(t), 0
	for name, text := range working(t) {
		for _, p := range testPatterns(name, text) {
			patterns++
			if !p.matches(tests) {
				t.Errorf("%s: no test of %v has %s in its name", name, p.packages, p.names)
			}
		}
	}
	if patterns < 80 {
		t.Errorf("only %d patterns: is the search broken?", patterns)
	}
}

// TestPatternsAreChecked: names that no test has are found.
func TestPatternsAreChecked(t *testing.T) {
	tests := map[string][]string{"experiment/farm": {"TestLose"}, "web": {"TestServe", "BenchmarkPage"}}
	for _, c := range []struct{ name, text, want string }{
		{"Makefile", "SLOW := Serve|Gone|Lose\n", "Gone"},
		{"tools/x", "go test -v -run 'Lose|Gone' ./experiment/farm | grep x", "Gone"},
		{"tools/x", "full_tests -run Serve ./web ./experiment/farm", "Serve"},
		{"tools/x", "go test -run xxx -bench 'Page|Gone' ./web", "Gone"},
		{"docs/a.md", "`go test ./experiment/farm -run TestGone`, `go test -run TestLose ./experiment/farm`", "TestGone"},
	} {
		lost := slices.DeleteFunc(testPatterns(c.name, c.text), func(p pattern) bool { return p.matches(tests) })
		if len(lost) != 1 || lost[0].names != c.want {
			t.Errorf("%s: %q: %v, want %s", c.name, c.text, lost, c.want)
		}
	}
}

// pattern is names that a command selects tests by, and where it looks for them: in one of some
// packages, or in any if there are none.
type pattern struct {
	names    string
	packages []string
}

func (p pattern) matches(tests map[string][]string) bool {
	names := regexp.MustCompile(p.names)
	for dir, list := range tests {
		if (len(p.packages) == 0 || slices.Contains(p.packages, dir)) && slices.ContainsFunc(list, names.MatchString) {
			return true
		}
	}
	return false
}

// testPatterns lists the patterns of a script or a document. What must match nothing is xxx or ^$.
func testPatterns(name, text string) (all []pattern) {
	if name == "Makefile" {
		for _, match := range regexp.MustCompile(`(?m)^(?:SLOW|SERIAL|LONG) := (\S+)$`).FindAllStringSubmatch(text, -1) {
			all = append(all, split(match[1], nil)...)
		}
	}
	if path.Ext(name) == ".go" {
		return all
	}
	for _, command := range regexp.MustCompile("(?:go test|full_tests)( [^'`\n|]*(?:'[^'\n]*'[^'`\n|]*)*)").FindAllStringSubmatch(text, -1) {
		packages := namedPackages(command[1])
		for _, match := range regexp.MustCompile(` -(?:run|bench) '?([\w|]+)'?`).FindAllStringSubmatch(command[1], -1) {
			all = append(all, split(match[1], packages)...)
		}
	}
	return all
}

// namedPackages lists the packages of a command. Of all packages below a folder, as in ./web/...,
// nothing more is known.
func namedPackages(command string) (all []string) {
	for word := range strings.FieldsSeq(command) {
		dir, ok := strings.CutPrefix(word, "./")
		if strings.HasSuffix(word, "...") {
			return nil
		}
		if ok {
			all = append(all, dir)
		}
	}
	return all
}

// split lists each name with all packages, and each of several packages with all names.
func split(names string, packages []string) (all []pattern) {
	if names == "xxx" {
		return nil
	}
	for name := range strings.SplitSeq(names, "|") {
		all = append(all, pattern{name, packages})
	}
	if len(packages) > 1 {
		for _, dir := range packages {
			all = append(all, pattern{names, []string{dir}})
		}
	}
	return all
}

// allTests returns the names of all tests and benchmarks, by the folders of their packages.
func allTests(t *testing.T) map[string][]string {
	t.Helper()
	files := working(t)
	maps.Copy(files, ownTests(t))
	tests := map[string][]string{}
	for name, text := range files {
		if strings.HasSuffix(name, "_test.go") {
			tests[path.Dir(name)] = append(tests[path.Dir(name)], firstGroups(regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz|Example)\w*)\(`), text)...)
		}
	}
	if len(tests) < 60 {
		t.Fatalf("only the tests of %d packages: is the search broken?", len(tests))
	}
	return tests
}

// ownTests reads the tests of this package, which working leaves out because they name what is not there.
func ownTests(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, name := range names {
		all["internal/repo/"+name] = read(t, "internal/repo/"+name)
	}
	return all
}
