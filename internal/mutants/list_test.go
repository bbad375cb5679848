// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

// Package mutants_test holds a list of faults, each a small change of the code, and checks
// that the tests of the changed package find every one: a guard without a test that misses
// it is a guard that a later change may lose.
//
// A mutant in a list is a line of words that say what is lost, the file and the tests that
// must fail, and the change:
//
//	# any token is accepted
//	@ web/server/guard.go TestGuard
//	-return ok == 1
//	+return true
//
// If the tests are in another package, its folder stands before them: cmd/veil: TestFarmLeaving. The tests of the page are files
// below web/page: mines/units.test.ts.
package mutants_test

import (
	"cmp"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// page has the sources of the page, whose tests need node.
const page = "web/page"

// mutant is one change of one file.
type mutant struct {
	name          string
	at            string // where it is listed
	file          string
	tested        string // the folder of the tests, if it is not that of the file
	tests         []string
	before, after []string // lines
}

// dir is the folder of the package whose tests must find it.
func (m *mutant) dir() string {
	if m.tested == "" && !m.isGo() {
		return page
	}
	return cmp.Or(m.tested, path.Dir(m.file))
}

// isGo reports whether it changes Go; else it changes the page.
func (m *mutant) isGo() bool { return path.Ext(m.file) == ".go" }

// pattern selects the tests that must find it.
func (m *mutant) pattern() string { return "^(" + strings.Join(m.tests, "|") + ")$" }

// apply returns the file with the change.
func (m *mutant) apply() ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, m.file))
	if err != nil {
		return nil, err
	}
	before, after := strings.Join(m.before, "\n"), strings.Join(m.after, "\n")
	if n := strings.Count(string(text), before); n != 1 || before == "" {
		return nil, fmt.Errorf("%s: %q is in %s %d times: want once", m.at, before, m.file, n)
	}
	changed := strings.Replace(string(text), before, after, 1)
	if !m.isGo() {
		return []byte(changed), nil
	}
	_, err = parser.ParseFile(token.NewFileSet(), m.file, changed, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.at, err)
	}
	return []byte(changed), nil
}

// readLists reads all lists, in the order of their names.
func readLists(t *testing.T) []mutant {
	t.Helper()
	names, err := filepath.Glob("*.txt")
	if err != nil || len(names) == 0 {
		t.Fatalf("no lists: %v", err)
	}
	var all []mutant
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list, err := parseList(name, string(text))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, list...)
	}
	return all
}

func parseList(name, text string) (list []mutant, err error) {
	for i, line := range strings.Split(text, "\n") {
		at := fmt.Sprintf("%s:%d", name, i+1)
		if line == "" {
			continue
		}
		rest := line[1:]
		if line[0] == '#' {
			list = append(list, mutant{name: strings.TrimSpace(rest), at: at})
			continue
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("%s: want a line that begins with #", at)
		}
		m := &list[len(list)-1]
		switch line[0] {
		case '@':
			words := strings.Fields(rest)
			if len(words) < 2 || m.file != "" {
				return nil, fmt.Errorf("%s: want one file and its tests", at)
			}
			m.file, m.tests = words[0], words[1:]
			if dir, ok := strings.CutSuffix(m.tests[0], ":"); ok {
				m.tested, m.tests = dir, m.tests[1:]
			}
		case '-':
			m.before = append(m.before, rest)
		case '+':
			m.after = append(m.after, rest)
		default:
			return nil, fmt.Errorf("%s: want a line that begins with #, @, - or +", at)
		}
	}
	return list, nil
}

// hasTest reports whether a folder has a test of that name.
func hasTest(t *testing.T, dir, name string) bool {
	t.Helper()
	if dir == page {
		_, err := os.Stat(filepath.Join(root, dir, name))
		return err == nil && strings.HasSuffix(name, ".test.ts")
	}
	files, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	declared := regexp.MustCompile(`(?m)^func ` + regexp.QuoteMeta(name) + `\(`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if declared.Match(text) {
			return true
		}
	}
	return false
}
