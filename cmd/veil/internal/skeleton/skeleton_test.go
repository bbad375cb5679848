// SPDX-License-Identifier: BSD-3-Clause

package skeleton

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// checkout is the root of this module.
const checkout = "../../../.."

// must makes a skeleton.
func must(t *testing.T, r Request) Made {
	t.Helper()
	made, err := Make(r)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// refused demands a failure that says something, with advice, and a directory without new files.
func refused(t *testing.T, r Request, want string) {
	t.Helper()
	before := listing(t, r.Dir)
	_, err := Make(r)
	known, ok := errors.AsType[*Failure](err)
	if !ok || !strings.Contains(known.What, want) || len(known.Notes) == 0 {
		t.Errorf("%s %q: %v; want %q with advice", r.Kind, r.Name, err, want)
	}
	if after := listing(t, r.Dir); !slices.Equal(before, after) {
		t.Errorf("%s %q is refused and leaves %v, want %v", r.Kind, r.Name, after, before)
	}
}

func listing(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestSkeletons makes a domain in an empty directory, and a player and a verb in it, with the go command for a judge.
func TestSkeletons(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a place", "rescue")
	must(t, Request{Kind: "domain", Name: "rescue", Dir: dir, Replace: checkout})
	must(t, Request{Kind: "player", Name: "greedy", Dir: dir})
	must(t, Request{Kind: "verb", Name: "rescue.count", Dir: dir})
	want := strings.Fields("count.go count.md count_row.go count_test.go domain.go go.mod go.sum greedy.go greedy_test.go main.go rescue.go rescue_test.go")
	if got := listing(t, dir); !slices.Equal(got, want) {
		t.Errorf("files %v, want %v", got, want)
	}
	command(t, dir, "go", "vet", "./...")
	out := command(t, dir, "go", "test", "-v", "./...")
	for test := range strings.FieldsSeq("TestContract TestMethods/random TestMethods/alpha TestMethods/uct TestMethods/bsruct TestGreedy TestCount") {
		if !strings.Contains(out, "--- PASS: "+test+" ") {
			t.Errorf("%s did not pass:\n%s", test, out)
		}
	}
	if out := command(t, dir, "gofmt", "-l", "."); out != "" {
		t.Errorf("not formatted: %s", out)
	}
	for _, name := range want {
		if text := readFile(t, filepath.Join(dir, name)); strings.Contains(text, "SPDX") || leftover(text) {
			t.Errorf("%s has a licence or a name of its sample:\n%s", name, text)
		}
	}
}

// leftover reports whether a text has a name that should have been replaced.
func leftover(text string) bool {
	return slices.ContainsFunc(strings.Fields("hideout prober tally sample"), func(word string) bool {
		return strings.Contains(strings.ToLower(text), word) && !strings.Contains(text, "h1:")
	})
}

// TestSkeletonOfVersion: without a checkout the module requires the version of the program, which the go command fetches
// later.
func TestSkeletonOfVersion(t *testing.T) {
	dir := t.TempDir()
	made := must(t, Request{Kind: "domain", Name: "rescue", Dir: dir, Version: "v1.2.3"})
	if got, want := readFile(t, filepath.Join(dir, "go.mod")), "module example.org/rescue\n\ngo 1.26.0\n\nrequire github.com/veilplan/veil v1.2.3\n"; got != want {
		t.Errorf("go.mod %q, want %q", got, want)
	}
	if made.Next[0] != "go mod tidy" {
		t.Errorf("next %v, want go mod tidy first", made.Next)
	}
	for _, version := range []string{"", "devel", "v0.0.0-20261117213731-96008772043a+dirty"} {
		refused(t, Request{Kind: "domain", Name: "rescue", Dir: filepath.Join(dir, "other"), Version: version}, "no version")
	}
	refused(t, Request{Kind: "domain", Name: "rescue", Dir: filepath.Join(dir, "other"), Replace: dir}, "not a checkout of veil")
	if !strings.Contains(readFile(t, filepath.Join(checkout, "go.mod")), "\ngo "+language+"\n") {
		t.Errorf("go.mod of veil does not say go %s", language)
	}
}

// TestSkeletonFull makes a domain for a version of veil that a proxy of files has, in an empty module cache, with the
// steps that are printed.
func TestSkeletonFull(t *testing.T) {
	if os.Getenv("VEIL_FULL") == "" {
		t.Skip("compiles veil from a module cache: VEIL_FULL=1")
	}
	const version = "v0.0.1-check"
	proxy, cache := t.TempDir(), t.TempDir()
	known := strings.TrimSpace(command(t, checkout, "go", "env", "GOMODCACHE"))
	command(t, checkout, "go", "run", "-modfile=tools.mod", "-tags", "tools", "./tools/modproxy", proxy, version)
	for name, value := range map[string]string{
		"GOPROXY": "file://" + proxy + ",file://" + known + "/cache/download", "GOMODCACHE": cache, "GOSUMDB": "off", "GOFLAGS": "-trimpath -modcacherw",
	} {
		t.Setenv(name, value)
	}
	dir := filepath.Join(t.TempDir(), "rescue")
	made := must(t, Request{Kind: "domain", Name: "rescue", Dir: dir, Version: version})
	for _, step := range made.Next {
		words := strings.Fields(step)
		if path, ok := strings.CutPrefix(words[0], "./"); ok {
			words[0] = filepath.Join(dir, path)
		}
		if out := run(t, dir, os.Environ(), words[0], words[1:]...); strings.Contains(step, "methods") && !strings.Contains(out, "rescue lacks a guide") {
			t.Errorf("%s: %s", step, out)
		}
	}
}

// TestNothingIsReplaced: where one file exists, none is written, and its text is what it was.
func TestNothingIsReplaced(t *testing.T) {
	dir := t.TempDir()
	r := Request{Kind: "domain", Name: "rescue", Dir: dir, Version: "v1.2.3"}
	for _, name := range []string{"go.mod", "rescue_test.go", "main.go"} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		refused(t, r, file+": already there")
		if readFile(t, file) != "mine" {
			t.Errorf("%s was replaced", name)
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	must(t, r)
	refused(t, r, "go.mod")
}

// TestRace: a file that appears after the check is not replaced either, and what was written goes away again.
func TestRace(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "b"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := write(dir, []file{{"a", "new"}, {"b", "new"}})
	if err == nil || readFile(t, filepath.Join(dir, "b")) != "mine" {
		t.Errorf("%v; the file has %q", err, readFile(t, filepath.Join(dir, "b")))
	}
	if got := listing(t, dir); !slices.Equal(got, []string{"b"}) {
		t.Errorf("left %v, want b alone", got)
	}
}

// TestNames: names that no file, no Go program or no skeleton can have are refused.
func TestNames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	for kind, names := range map[string]string{
		"domain": "Rescue re-scue 1st ../up func int state play aux com1 an" + strings.Repeat("n", maxName),
		"player": "Greedy a.b range next",
		"verb":   "count .count diag. diag.Count a.b.c diag.func diag.words",
	} {
		for name := range strings.FieldsSeq(names) {
			refused(t, Request{Kind: kind, Name: name, Dir: dir, Version: "v1.2.3"}, name)
		}
	}
	refused(t, Request{Kind: "domain", Name: "", Dir: dir, Version: "v1.2.3"}, "not a name")
	must(t, Request{Kind: "domain", Name: sampleName("domain"), Dir: dir, Version: "v1.2.3"})
}

// TestExisting: players and verbs go to packages that exist, and take no name that these have.
func TestExisting(t *testing.T) {
	dir := t.TempDir()
	refused(t, Request{Kind: "player", Name: "greedy", Dir: filepath.Join(dir, "none")}, "has no Go files")
	refused(t, Request{Kind: "verb", Name: "a.count", Dir: dir}, "has no Go files")
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("a_test.go", "package a_test\nfunc greedy() {}\n")
	put("a.go", "package a\nfunc Taken(int) play.Domain\nfunc (x) Method() play.Domain\ntype greedySeat int\n")
	refused(t, Request{Kind: "player", Name: "slow", Dir: dir}, "no function that returns a play.Domain")
	put("b.go", "package a\nfunc One() play.Domain\nfunc (s x) Verbs() api.Table\n")
	refused(t, Request{Kind: "player", Name: "greedy", Dir: dir}, "a.go declares greedySeat already")
	made := must(t, Request{Kind: "player", Name: "slow", Dir: dir})
	if text := readFile(t, filepath.Join(dir, "slow_test.go")); !strings.HasPrefix(text, "package a\n") || !strings.Contains(text, " One().Open(") {
		t.Errorf("the test of the player is not one of package a and domain One:\n%s", text)
	}
	if want := "add slow() to the players of One(): b.go"; made.Next[0] != want {
		t.Errorf("next %q, want %q", made.Next[0], want)
	}
	made = must(t, Request{Kind: "verb", Name: "a.count", Dir: dir})
	if want := "add countVerb() to a table of verbs: b.go"; made.Next[0] != want {
		t.Errorf("next %q, want %q", made.Next[0], want)
	}
	put("c.go", "package a\nfunc Two() play.Domain\n")
	refused(t, Request{Kind: "player", Name: "quick", Dir: dir}, "2 functions")
	put("d.go", "package a\nfunc {\n")
	refused(t, Request{Kind: "player", Name: "quick", Dir: dir}, "d.go")
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// command runs a program in a directory outside of this module, which gets nothing from a network.
func command(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	return run(t, dir, append(os.Environ(), "GOFLAGS=-trimpath", "GOWORK=off", "GOPROXY=off"), name, args...)
}

func run(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}
