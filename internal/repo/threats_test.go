// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestThreatModelNamesTests: every test that the threat model names is where it says, and
// every attack has one.
func TestThreatModelNamesTests(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "explanation", "threat-model.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for line := range strings.Lines(string(page)) {
		tests := testsIn(line)
		named += len(tests)
		if cells := strings.Split(line, "|"); len(cells) == 5 && !strings.Contains(line, "---") && cells[3] != " test " && len(tests) == 0 && !browserTest.MatchString(line) {
			t.Errorf("no test: %s", line)
		}
		for _, file := range browserTest.FindAllStringSubmatch(line, -1) {
			if _, err := os.Stat(filepath.Join(root, "web/browsertest", file[1])); err != nil {
				t.Error(err)
			}
		}
		for _, test := range tests {
			if !declared(t, test.dir, test.name) {
				t.Errorf("there is no %s in %s", test.name, test.dir)
			}
		}
	}
	if named < 40 {
		t.Errorf("only %d tests are named", named)
	}
}

// browserTest is a file of tests in a real browser.
var browserTest = regexp.MustCompile("`(\\w+\\.test\\.mjs)` in web/browsertest")

// namedTest is a test and the folder it should be in.
type namedTest struct{ name, dir string }

// testsIn reads texts such as "`TestA`, `TestB` in folder; `TestC` in other".
func testsIn(line string) (list []namedTest) {
	for _, group := range regexp.MustCompile("((?:`(?:Test|Fuzz)\\w+`(?:, )?)+) in ([\\w/-]+)").FindAllStringSubmatch(line, -1) {
		for _, name := range regexp.MustCompile(`\w+`).FindAllString(group[1], -1) {
			list = append(list, namedTest{name, group[2]})
		}
	}
	return list
}

// declared reports whether a folder has a test of that name.
func declared(t *testing.T, dir, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	function := regexp.MustCompile(`(?m)^func ` + name + `\(`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if function.Match(text) {
			return true
		}
	}
	return false
}
