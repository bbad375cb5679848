// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// resultKeys are the first words of the ten lines that a page of results begins with. What they say
// begins in column 16.
var resultKeys = []string{"Question", "Answer", "Not shown", "Date", "Games", "Reproduce", "Data", "Limits", "Supersedes", "Notebook"}

const (
	resultColumn = 15
	resultWords  = 900
)

// TestResultPages: a page under docs/results begins with ten lines in a fenced block, which say what was
// asked, found and not shown, when and how much was measured, how to repeat it and where its data and
// notebook are. The rest is short.
func TestResultPages(t *testing.T) {
	tree, names := os.DirFS(root), namesOf(t)
	all := documents(t, tree)
	var faults []fault
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if ok, _ := path.Match("docs/results/*.md", name); ok && path.Base(name) != "README.md" {
			for _, what := range resultFaults(tree, names, all[name]) {
				faults = append(faults, fault{name, name + ": " + what, 1})
			}
		}
	}
	hold(t, faults)
}

// TestPlantedResultPages: each line that lacks something is found.
func TestPlantedResultPages(t *testing.T) {
	tree := fstestOf(map[string]string{"experiments/x/r.tsv": "", "experiments/x/NOTEBOOK.md": ""})
	names := targetNames{commands{make: []string{"match"}, nightly: []string{"repro"}, dev: []string{"train"}}, []string{"veil exp", "veil exp run"}}
	good := "# Title\n\n```\nQuestion       Is it?\nAnswer         90% [88, 92]\nNot shown      people\nDate           2026-11-16, commit 7d7d7dc, two shared cores\nGames          2,000 per side, seed 7, fixed number\n" +
		"Reproduce      make match MATCH=a, or tools/nightly repro\nData           experiments/x/r.tsv, experiments/x\nLimits         one machine\nSupersedes     nothing\nNotebook       experiments/x/NOTEBOOK.md\n```\n\n| a |\n"
	if faults := resultFaults(tree, names, good); len(faults) > 0 {
		t.Errorf("faults of a good page: %q", faults)
	}
	for _, c := range []struct{ before, after, want string }{
		{"# Title\n", "# Title\n\nFirst this.\n", "fenced block"},
		{"Question       Is it?\n", "", "ten lines"},
		{"Question       Is it?\nAnswer ", "Answer         yes\nQuestion ", "Question"},
		{"Answer         90", "Answer        90", "column 16"},
		{"Limits         one machine", "Limits         ", "Limits"},
		{"2026-11-16, ", "", "Date"},
		{"7d7d7dc", "devel", "Date"},
		{", seed 7", "", "Games"},
		{"make match", "make gone", "Reproduce"},
		{"make match MATCH=a, or tools/nightly repro", "by hand", "Reproduce"},
		{"make match MATCH=a, or", "veil exp fun x.yaml, or", "Reproduce"},
		{"x/r.tsv", "x/gone.tsv", "Data"},
		{"x/NOTEBOOK", "y/NOTEBOOK", "Notebook"},
		{"\n| a |\n", strings.Repeat("word ", 900), "words"},
	} {
		faults := resultFaults(tree, names, strings.Replace(good, c.before, c.after, 1))
		if len(faults) != 1 || !strings.Contains(faults[0], c.want) {
			t.Errorf("%q for %q: faults %q, want one about %s", c.after, c.before, faults, c.want)
		}
	}
}

// targetNames are the commands that a page may name: those of this repository, and of veil.
type targetNames struct {
	ours commands
	veil []string
}

func namesOf(t *testing.T) targetNames {
	t.Helper()
	return targetNames{ourCommands(t), firstGroups(regexp.MustCompile(`(?m)^(veil(?: [a-z][a-z-]*)*)`), read(t, "docs/data/commands.txt"))}
}

// resultFaults lists what a page of results lacks.
func resultFaults(tree fs.FS, names targetNames, page string) (faults []string) {
	if n := wordsOf(page); n > resultWords {
		faults = append(faults, fmt.Sprintf("%d words outside tables, want at most %d", n, resultWords))
	}
	match := regexp.MustCompile("^# [^\n]+\n\n```(?:text)?\n((?s:.*?))```\n").FindStringSubmatch(page)
	if match == nil {
		return append(faults, "want a title, then a fenced block of ten lines: "+strings.Join(resultKeys, ", "))
	}
	lines := strings.Split(strings.TrimSuffix(match[1], "\n"), "\n")
	if len(lines) != len(resultKeys) {
		return append(faults, fmt.Sprintf("the fenced block has %d lines, want ten lines: %s", len(lines), strings.Join(resultKeys, ", ")))
	}
	for i, key := range resultKeys {
		if what := resultFault(tree, names, key, lines[i]); what != "" {
			faults = append(faults, what)
		}
		if !strings.HasPrefix(lines[i], key+" ") {
			return faults // the rest would be in the wrong order, too
		}
	}
	return faults
}

// resultFault returns what is wrong with one of the ten lines, or nothing.
func resultFault(tree fs.FS, names targetNames, key, line string) string {
	head := fmt.Sprintf("%-*s", resultColumn, key)
	value, ok := strings.CutPrefix(line, head)
	switch {
	case !strings.HasPrefix(line, key+" "):
		return fmt.Sprintf("%q: want %s", line, key)
	case !ok || strings.HasPrefix(value, " "):
		return fmt.Sprintf("%q: want the text of %s to begin in column 16", line, key)
	case strings.TrimSpace(value) == "":
		return fmt.Sprintf("%s is empty: write nothing if there is none", key)
	}
	return resultValueFault(tree, names, key, value)
}

var (
	measured = regexp.MustCompile(`^\d{4}-\d\d-\d\d(?: to \d{4}-\d\d-\d\d)?, commit [0-9a-f]{7,40}, \S`)
	sized    = regexp.MustCompile(`\d.*[,;] (seed|seeds|no seed)\b.*[,;] \S`)
)

// resultValueFault returns what is wrong with the text of a line whose form is fixed.
func resultValueFault(tree fs.FS, names targetNames, key, value string) string {
	switch key {
	case "Date":
		if !measured.MatchString(value) {
			return fmt.Sprintf("Date %q: want date, commit, machine: 2026-11-16, commit 7d7d7dc, two shared cores", value)
		}
	case "Games":
		if !sized.MatchString(value) {
			return fmt.Sprintf("Games %q: want number, seed, stopping rule: 2,000 per side, seed 7, fixed number", value)
		}
	case "Reproduce":
		return names.fault(value)
	case "Data", "Notebook":
		for file := range strings.SplitSeq(value, ", ") {
			if found, err := fs.Glob(tree, file); err != nil || len(found) == 0 {
				return fmt.Sprintf("%s: there is no %s", key, file)
			}
		}
	}
	return ""
}

// fault returns what is wrong with commands that a page names, at least one of which must be ours.
func (n targetNames) fault(text string) string {
	calls, faults := n.ours.check("`"+text, text)
	for _, call := range regexp.MustCompile(`\bveil( [a-z][a-z-]*)+`).FindAllString(text, -1) {
		if calls++; !n.isVeil(call) {
			faults = append(faults, "there is no "+call)
		}
	}
	switch {
	case len(faults) > 0:
		return "Reproduce: " + strings.Join(faults, "; ")
	case calls == 0:
		return fmt.Sprintf("Reproduce %q: want a target of make or tools/nightly, or a command of veil", text)
	}
	return ""
}

// isVeil reports whether the words begin with a command of veil that has no commands below it, or are one.
func (n targetNames) isVeil(call string) bool {
	words := strings.Fields(call)
	for i := len(words); i > 1; i-- {
		name := strings.Join(words[:i], " ")
		group := slices.ContainsFunc(n.veil, func(v string) bool { return strings.HasPrefix(v, name+" ") })
		if slices.Contains(n.veil, name) {
			return i == len(words) || !group
		}
	}
	return false
}
