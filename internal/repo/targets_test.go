// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// commands are what people and scripts of this repository may call, by what they are called with.
type commands struct{ make, nightly, dev []string }

// mostTargets is how many targets the Makefile may list: what is rare is in tools/nightly and
// cmd/veil-dev.
const mostTargets = 25

func makeTargets(makefile string) []string {
	return firstGroups(regexp.MustCompile(`(?m)^([a-z-]+):( |$)`), makefile)
}

func nightlyTargets(script string) []string {
	return firstGroups(regexp.MustCompile(`(?m)^([a-z-]+)\(\) \{ ## `), script)
}

func firstGroups(pattern *regexp.Regexp, text string) (all []string) {
	for _, match := range pattern.FindAllStringSubmatch(text, -1) {
		all = append(all, match[1])
	}
	return all
}

func ourCommands(t *testing.T) commands {
	t.Helper()
	return commands{
		make:    makeTargets(read(t, "Makefile")),
		nightly: nightlyTargets(read(t, "tools/nightly")),
		dev:     firstGroups(regexp.MustCompile(`(?m)^\t\t\{"([a-z]+)", "`), read(t, "cmd/veil-dev/main.go")),
	}
}

// TestTargets: what documents, scripts and comments tell people to run is there. Records of
// decisions and past versions of the changelog may name what is gone.
func TestTargets(t *testing.T) {
	has, named := ourCommands(t), 0
	if n := len(regexp.MustCompile(`(?m)^[a-z-]+:.*## `).FindAllString(read(t, "Makefile"), -1)); n > mostTargets {
		t.Errorf("the Makefile lists %d targets, more than %d", n, mostTargets)
	}
	if len(has.nightly) < 20 || len(has.dev) < 5 {
		t.Fatalf("only %v: is the search broken?", has)
	}
	for name, text := range working(t) {
		calls, faults := has.check(proseOf(name, text), scriptOf(name, text))
		named += calls
		for _, fault := range faults {
			t.Errorf("%s: %s", name, fault)
		}
	}
	if named < 150 {
		t.Errorf("only %d calls: is the search broken?", named)
	}
}

// TestTargetsAreChecked: calls of what is not there are found.
func TestTargetsAreChecked(t *testing.T) {
	has := commands{make: []string{"build", "page"}, nightly: []string{"full"}, dev: []string{"train"}}
	for _, text := range []string{
		"`make gone`", "`make build gone X=1`", "\tmake gone\n", "step x make gone", "(make gone)", "run: make gone", "sudo --preserve-env=PATH make gone", "X=1 make gone",
		"(cd x && make --silent build gone BIN=y)", "$(MAKE) --no-print-directory gone", "tools/nightly gone", "`PART=1/2 tools/nightly gone`", "veil-dev gone", "go run ./cmd/veil-dev gone", `exec.CommandContext(ctx, "make", "-C", "..", "gone")`,
	} {
		if _, faults := has.check(text, text); len(faults) != 1 || !strings.Contains(faults[0], "gone") {
			t.Errorf("%q: %q", text, faults)
		}
	}
	for _, text := range []string{"they make gone", "`make page STATIC=x`", "`tools/nightly` lists", "tools/nightly full", "veil-dev train -o x", "`make`", "veil-devil gone"} {
		if _, faults := has.check(text, ""); len(faults) > 0 {
			t.Errorf("%q: %q", text, faults)
		}
	}
}

// check counts the calls in a text and lists those of what is not there. "make" is also a word, so
// it counts only where a command can begin; a line of a script can.
func (c commands) check(text, script string) (calls int, faults []string) {
	look := func(text, pattern, caller string, there []string) {
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			for target := range strings.FieldsSeq(match[1]) {
				if calls++; !slices.Contains(there, target) {
					faults = append(faults, fmt.Sprintf("there is no %s %s", caller, target))
				}
			}
		}
	}
	const targets = `(?: -[\w-]+)*((?: [a-z][a-z-]*\b)+)`
	look(text, "(?:`|\\(|\\brun:? |&& |step \\w+ |sudo [^`\n]*|[A-Z]=[\\w./-]* )make"+targets, "make", c.make)
	look(script, `(?m)^[ \t]*make`+targets, "make", c.make)
	look(text, `\$\(MAKE\)`+targets, "make", c.make)
	look(text, `"make",? "-C",? "[./]+",?(?: "-[\w-]+",?)* "([a-z-]+)"`, "make", c.make)
	look(text, `tools/nightly ([a-z][a-z-]*)`, "tools/nightly", c.nightly)
	look(text, `\bveil-dev"? ([a-z]+)`, "veil-dev", c.dev)
	return calls, faults
}

// proseOf returns the comments and strings of a program, and all of another file: in a program,
// make is a function.
func proseOf(name, text string) string {
	if filepath.Ext(name) != ".go" {
		return text
	}
	return strings.Join(regexp.MustCompile(`//.*|"(?:[^"\\\n]|\\.)*"`).FindAllString(text, -1), " ")
}

// scriptOf returns the part of a file that is commands, line by line: the fenced blocks of a page,
// nothing of a program, all of a script.
func scriptOf(name, text string) string {
	switch filepath.Ext(name) {
	case ".md", ".tmpl":
		return strings.Join(regexp.MustCompile("(?ms)^```.*?^```").FindAllString(text, -1), "\n")
	case "", ".yml", ".yaml":
		return text
	default:
		return ""
	}
}

// working reads the texts that must agree with the tree, by their paths from the root: all that is
// not a record of the past.
func working(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	skipped := []string{".git", "node_modules", "vendor", "bin", "dist", "runs", "adr", "schemas", "schemas-former", "static"}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains(skipped, entry.Name()):
			return fs.SkipDir
		case entry.IsDir() || !isWorking(name):
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		all[name] = unreleased(name, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 500 {
		t.Fatalf("only %d files: is the search broken?", len(all))
	}
	return all
}

// isWorking reports whether a file is code, a script, a document or a setting. The tests of these
// searches name what is not there.
func isWorking(name string) bool {
	if strings.HasPrefix(name, "internal/repo/") {
		return false
	}
	text := []string{".go", ".md", ".tmpl", ".yml", ".yaml", ".mjs", ".ts", ".tsx", ".json", ".txt", ".tsv", ""}
	return slices.Contains(text, filepath.Ext(name))
}

// unreleased cuts past versions off the changelog.
func unreleased(name, text string) string {
	if name != "CHANGELOG.md" {
		return text
	}
	if versions := regexp.MustCompile(`(?m)^## `).FindAllStringIndex(text, 2); len(versions) == 2 {
		return text[:versions[1][0]]
	}
	return text
}

// TestSwitches: what a script reads from its environment, if it is there, is no variable to which the Makefile gives a value.
// Otherwise make takes the caller's value for its own: EXTRAS=1, which asks for extras, was once the folder of them.
func TestSwitches(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	given := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^([A-Z_]+) *[?:]?= *\S`).FindAllStringSubmatch(string(text), -1) {
		given[m[1]] = true
	}
	read := 0
	for name, text := range working(t) {
		if top, _, _ := strings.Cut(name, "/"); top != "tools" && top != ".ci" || filepath.Ext(name) != "" {
			continue
		}
		for _, m := range regexp.MustCompile(`\$\{([A-Z_]+):?[-+?]`).FindAllStringSubmatch(text, -1) {
			if read++; given[m[1]] {
				t.Errorf("%s reads %s, to which the Makefile gives a value", name, m[1])
			}
		}
	}
	if len(given) < 10 || read < 20 {
		t.Errorf("%d variables, read %d times: is the search broken?", len(given), read)
	}
}
