// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestPackagePaths: every package that scripts, settings, documents and mutants name is there. Such
// a list breaks in silence: a flag for a package that is gone changes nothing, and a test that
// is not found does not fail.
func TestPackagePaths(t *testing.T) {
	named := 0
	for name, text := range working(t) {
		for _, p := range packagePaths(name, text) {
			named++
			if !resolves(p) {
				t.Errorf("%s: there is no %s", name, p)
			}
		}
	}
	if named < 1000 {
		t.Errorf("only %d paths: is the search broken?", named)
	}
}

// TestPackagePathsAreChecked plants a path that is not there in every place that is searched.
func TestPackagePathsAreChecked(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"Makefile", "\t$(GO) build ./cmd/gone", "cmd/gone"},
		{"Makefile", "bench:\n\tgo test ./mines/... ./gone/...", "gone/..."},
		{"Makefile", "-gcflags=github.com/veilplan/veil/gone=", "gone"},
		{"tools/x", "case $dir in\n./cmd/* | ./gone*) left=1 ;;", "gone*"},
		{"tools/x/main.go", `run("go", "build", "./cmd/gone")`, "cmd/gone"},
		{".ci/run", "go test ./gone", "gone"},
		{".github/workflows/ci.yml", "      - run: go test ./gone", "gone"},
		{".golangci.yml", "      - path: ^(cmd|cli|internal/(gone|testsize))/\n", "internal/gone"},
		{"internal/mutants/a.txt", "# lost\n@ gone/a.go TestA\n", "gone/a.go"},
		{"internal/mutants/a.txt", "# lost\n@ value.go gone/b: TestA\n", "gone/b"},
		{"docs/a.md", "`go test ./gone -run X` does", "gone"},
		{"docs/a.md", "import \"github.com/veilplan/veil/gone/x\"", "gone/x"},
		{"docs/a.md", "https://github.com/veilplan/veil/blob/main/docs/gone.md.", "docs/gone.md"},
		{"docs/explanation/design.md", "```\nplay/         the table\ngone/x/ …     y\n```\n", "gone/x"},
	} {
		lost := slices.DeleteFunc(packagePaths(c.name, c.text), resolves)
		if len(lost) != 1 || lost[0] != c.want {
			t.Errorf("%s: %q: %q, want %q", c.name, c.text, lost, c.want)
		}
	}
}

// packagePaths lists the packages and files of the module that a text names, by their paths from
// the root.
func packagePaths(name, text string) (all []string) {
	add := func(text, pattern string) {
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			for word := range strings.FieldsSeq(match[1]) {
				all = append(all, strings.TrimRight(word, "/,:;"))
			}
		}
	}
	const local = `(?m)(?:^|[\s"'=(])\./([a-z][\w./*-]*)`
	add(text, `github\.com/veilplan/veil/([a-z][\w/-]*)`)
	all = slices.DeleteFunc(all, isAddress)
	add(text, `github\.com/veilplan/veil/(?:blob|raw)/main/([\w./-]*\w)`)
	for _, command := range regexp.MustCompile("\\bgo (?:test|run|build|vet|install|list) [^`\n]*").FindAllString(text, -1) {
		add(command, local)
	}
	switch top, _, _ := strings.Cut(name, "/"); {
	case path.Ext(name) == ".mjs": // its imports begin in its own folder; node refuses a wrong one
	case name == "Makefile" || slices.Contains([]string{".ci", ".github", "tools"}, top):
		add(text, local)
	case name == ".golangci.yml":
		for _, match := range regexp.MustCompile(`(?m)path: \^(.*)/$`).FindAllStringSubmatch(text, -1) {
			all = append(all, alternatives(match[1])...)
		}
	case path.Dir(name) == "internal/mutants":
		add(text, `(?m)^@ (\S+)`)
		add(text, `(?m)^@ \S+ ([\w/-]+):`)
	case name == designPage:
		add(text, `(?m)^([a-z][\w/-]*)/ `)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// designPage has a list of all packages.
const designPage = "docs/explanation/design.md"

// isAddress reports whether a path is that of a page about the repository, not of a package.
func isAddress(p string) bool {
	top, _, _ := strings.Cut(p, "/")
	return slices.Contains([]string{"blob", "raw", "tree", "releases", "issues", "security"}, top)
}

// alternatives lists what a regular expression of names, bars and brackets matches.
func alternatives(expression string) []string {
	open := strings.Index(expression, "(")
	if open < 0 {
		return strings.Split(expression, "|")
	}
	end, depth := open, 0
	for i := open; i < len(expression); i++ {
		switch expression[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				end, i = i, len(expression)
			}
		}
	}
	before := strings.Split(expression[:open], "|")
	last := len(before) - 1
	all := before[:last:last]
	for _, inner := range alternatives(expression[open+1 : end]) {
		all = append(all, before[last]+inner)
	}
	if rest := strings.TrimPrefix(expression[end+1:], "|"); rest != "" {
		all = append(all, alternatives(rest)...)
	}
	return all
}

// resolves reports whether a path is a file or a folder with files, or a pattern of some.
func resolves(name string) bool {
	if strings.Contains(name, "*") {
		found, err := filepath.Glob(filepath.Join(root, name))
		return err == nil && len(found) > 0
	}
	info, err := os.Stat(filepath.Join(root, strings.TrimSuffix(strings.TrimRight(name, "."), "/")))
	if err != nil || !info.IsDir() {
		return err == nil
	}
	entries, err := os.ReadDir(filepath.Join(root, strings.TrimRight(name, "./")))
	return err == nil && len(entries) > 0
}
