// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// read returns a file of the repository.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The page of nightly checks and the figures it is made from.
const (
	nightlyPage    = "docs/results/nightly.md"
	nightlyFigures = "experiments/nightly/figures.tsv"
	nightlyRuns    = "experiments/nightly/runs.tsv" // tools/nightly-record writes it
)

// TestNightly: every target of tools/nightly has figures or a reason why not, and no other has. The table of the page
// is made from them and the recorded runs; UPDATE=1 writes it.
func TestNightly(t *testing.T) {
	matrix := regexp.MustCompile(`target: \[([^]]*)\]`).FindStringSubmatch(read(t, ".github/workflows/nightly.yml"))
	if matrix == nil {
		t.Fatal("the workflow has no list of targets")
	}
	run := strings.Split(matrix[1], ", ")
	listed, table := nightlyTable(t, run)
	has := nightlyTargets(read(t, "tools/nightly"))
	for _, target := range slices.Concat(listed, run) {
		if !slices.Contains(has, target) {
			t.Errorf("tools/nightly has no target %s", target)
		}
	}
	for _, target := range has {
		if !slices.Contains(listed, target) {
			t.Errorf("%s does not list %s", nightlyFigures, target)
		}
	}
	checkBetween(t, nightlyPage, "targets", nightlyFigures+" and the workflow", table)
}

// The table that tools/nightly methods writes, and the page that shows it.
const (
	methodsPage = "docs/results/methods.md"
	methodsData = "experiments/nightly/methods.tsv"
)

// TestMethodsTable: the page shows the table of methods against random, in which each that is not better has a reason.
// UPDATE=1 writes the page.
func TestMethodsTable(t *testing.T) {
	table := "| problem | method | pairs of games | random | method | difference [95%] | why not better |\n|---|---|---|---|---|---|---|\n"
	lines := strings.Split(strings.TrimSuffix(read(t, methodsData), "\n"), "\n")
	for _, line := range lines[1:] {
		row, err := methodsRow(strings.Split(line, "\t"))
		if err != nil {
			t.Errorf("%s: %v: %q", methodsData, err, line)
		}
		table += row
	}
	checkBetween(t, methodsPage, "methods", methodsData, table)
}

// methodsRow returns the row of a measured cell.
func methodsRow(f []string) (string, error) {
	if len(f) != 12 {
		return "", fmt.Errorf("%d columns, want 12", len(f))
	}
	low, err := strconv.ParseFloat(f[7], 64)
	why := f[11]
	switch better := low > 0 && !strings.HasPrefix(f[10], "error"); {
	case err != nil:
		return "", err
	case better != (why == ""):
		return "", fmt.Errorf("better than random: %v; want a reason in the last column if and only if it is not", better)
	case why != "":
		why = f[10] + ": " + why
	}
	return fmt.Sprintf("| %s | `%s` | %s | %s | %s | %s [%s, %s] | %s |\n", f[0], f[1], f[3], f[5], f[4], f[6], f[7], f[8], why), nil
}

// TestPlantedMethodsRow: a method that is not better needs a reason, and one that is better has none.
func TestPlantedMethodsRow(t *testing.T) {
	for text, want := range map[string]string{
		"a x yes 16 2 1 1 0.5 1.5 3.0 decided ":        "| a | `x` | 16 | 1 | 2 | 1 [0.5, 1.5] |  |\n",
		"a x yes 16 1 1 0 -0.5 0.5 3.0 games unlucky":  "| a | `x` | 16 | 1 | 1 | 0 [-0.5, 0.5] | games: unlucky |\n",
		"a x yes 16 1 1 0 -0.5 0.5 3.0 games ":         "",
		"a x yes 16 2 1 1 0.5 1.5 3.0 decided unlucky": "",
		"a x yes 16 2 1 1 0.5 1.5 3.0 error ":          "",
		"a x yes 16 2 1 1 low 1.5 3.0 decided ":        "",
		"a x yes 16":                                   "",
	} {
		if got, err := methodsRow(strings.Split(text, " ")); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
}

// nightlyTable returns the targets that have figures, and their table.
func nightlyTable(t *testing.T, run []string) (listed []string, table string) {
	t.Helper()
	runs := lastRuns(t, read(t, nightlyRuns))
	table = "| target | nightly | shows | takes | last figures, or why none | last recorded run |\n|---|---|---|---|---|---|\n"
	for _, line := range strings.Split(strings.TrimSpace(read(t, nightlyFigures)), "\n")[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 4 || f[3] == "" {
			t.Fatalf("%s: want target, shows, takes and figures, with tabs between: %q", nightlyFigures, line)
		}
		mark := ""
		if slices.Contains(run, f[0]) {
			mark = "yes"
		}
		listed = append(listed, f[0])
		table += fmt.Sprintf("| `%s` | %s | %s | %s | %s | %s |\n", f[0], mark, f[1], f[2], f[3], strings.Join(runs[f[0]], "; "))
	}
	return listed, table
}

// lastRuns returns what happened to each target when it was last run, with each of its options.
func lastRuns(t *testing.T, text string) map[string][]string {
	t.Helper()
	runs := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 6 {
			t.Fatalf("%s: want target, date, commit, options, result and CPU seconds, with tabs between: %q", nightlyRuns, line)
		}
		options := ""
		if f[3] != "-" {
			options = "`" + f[3] + "` "
		}
		runs[f[0]] = append(runs[f[0]], fmt.Sprintf("%s%s, %s: %s, %s s of CPU time", options, f[1], f[2], f[4], f[5]))
	}
	return runs
}

// checkBetween compares what is between two marks of a page with the table made from a source.
func checkBetween(t *testing.T, name, mark, source, table string) {
	t.Helper()
	from, to := "<!-- "+mark+" -->\n", "<!-- /"+mark+" -->\n"
	page := read(t, name)
	head, rest, ok := strings.Cut(page, from)
	_, tail, closed := strings.Cut(rest, to)
	if !ok || !closed {
		t.Fatalf("%s has no marks <!-- %s -->", name, mark)
	}
	want := head + from + table + to + tail
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(filepath.Join(root, name), []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if page != want {
		t.Errorf("%s is not what %s says (UPDATE=1 writes it)", name, source)
	}
}

// TestFailuresFail: the Makefile and tools/nightly filter the output of tests through pipes, so
// they must not take the status of the filter for that of the tests.
func TestFailuresFail(t *testing.T) {
	if !regexp.MustCompile(`(?m)^\.SHELLFLAGS *:= -o pipefail -c$`).MatchString(read(t, "Makefile")) {
		t.Error("the Makefile does not set pipefail")
	}
	for _, target := range []string{"full", "soundness", "mutants", "bench-uct"} {
		if out, err := nightly(t, "=== RUN\n| it fails", 1, target); err == nil {
			t.Errorf("tools/nightly %s succeeds although go test fails:\n%s", target, out)
		}
	}
	if out, err := nightly(t, "=== RUN\nok", 0, "soundness"); err != nil || out != "ok\n" {
		t.Errorf("tools/nightly soundness prints %q, %v; want the line without ===", out, err)
	}
}

// TestNightlyRefuses: tools/nightly lists its targets, and refuses what it has not. A part that is
// not one fails, instead of running nothing or everything.
func TestNightlyRefuses(t *testing.T) {
	out, err := nightly(t, "", 0)
	for _, target := range nightlyTargets(read(t, "tools/nightly")) {
		if !strings.Contains(out, "\n  "+target+" ") {
			t.Errorf("the list does not have %s (%v):\n%s", target, err, out)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"nothing", "no target nothing"}, {"list", "no target list"}, {"runs", "no target runs"}, {"full PART=1/2", "want one target"},
	} {
		if out, err := nightly(t, "", 0, strings.Fields(c.args)...); err == nil || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v, %q; want %q", c.args, err, out, c.want)
		}
	}
	t.Setenv("PART", "10/10")
	if out, err := nightly(t, "a/package", 0, "full"); err == nil || !strings.Contains(out, "want K/N") {
		t.Errorf("PART=10/10: %v, %q", err, out)
	}
}

// TestNightlyRecord: a run takes the place of the last one with the same options, whether it passed or failed; the others stay.
func TestNightlyRecord(t *testing.T) {
	file := filepath.Join(t.TempDir(), "runs.tsv")
	t.Setenv("RECORD", file)
	record := func(status int, part string, targets ...string) error {
		t.Setenv("PART", part)
		_, err := withGo(t, "ok", status, "tools/nightly-record", targets...)
		return err
	}
	if err := errors.Join(record(0, "", "soundness", "mutants"), record(0, "3/10", "mutants")); err != nil {
		t.Fatal(err)
	}
	if err := record(1, "", "mutants", "soundness"); err == nil {
		t.Error("a target that failed does not fail the command")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	runs := lastRuns(t, string(text))
	if len(runs["mutants"]) != 2 || len(runs["soundness"]) != 1 {
		t.Errorf("%d and %d runs, want 2 and 1:\n%s", len(runs["mutants"]), len(runs["soundness"]), text)
	}
	for target, want := range map[string]string{"mutants": "failed (1)", "soundness": "failed (1)"} {
		if all := strings.Join(runs[target], "; "); !strings.Contains(all, want) {
			t.Errorf("%s: %s; want %s", target, all, want)
		}
	}
	if all := strings.Join(runs["mutants"], "; "); !strings.Contains(all, "`PART=3/10` ") || !strings.Contains(all, "passed") {
		t.Errorf("the run of another part is gone: %s", all)
	}
}

// nightly runs tools/nightly with a go that prints a text and ends with a status.
func nightly(t *testing.T, says string, status int, args ...string) (string, error) {
	t.Helper()
	return withGo(t, says, status, "tools/nightly", args...)
}

// withGo runs a script with a go that prints a text and ends with a status.
func withGo(t *testing.T, says string, status int, name string, args ...string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	fake := fmt.Sprintf("#!/bin/sh\nprintf '%%s\\n' '%s'\nexit %d\n", says, status)
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(fake), 0o700); err != nil {
		t.Fatal(err)
	}
	path := os.Getenv("PATH")
	t.Setenv("PATH", dir+string(os.PathListSeparator)+path)
	defer t.Setenv("PATH", path)
	return script(t, name, args...)
}

// script runs a script of the repository and returns what it prints.
func script(t *testing.T, name string, args ...string) (string, error) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS == "windows" {
		t.Skip(name + " needs bash")
	}
	out, err := exec.CommandContext(t.Context(), "bash", append([]string{filepath.Join(root, name)}, args...)...).CombinedOutput()
	return string(out), err
}
