// SPDX-License-Identifier: BSD-3-Clause

// Package arch_test holds the table of which package may import which
// (docs/design.md §2) and checks the tree against it.
package arch_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

const module = "github.com/veilplan/veil"

// allowed lists, per package, the packages of this module it may import. A pattern
// stands for any one path element; the more exact rule wins.
var allowed = map[string][]string{
	".":                      {},
	"belief":                 {"."},
	"search/*":               {"."},
	"search/andor":           {".", "search/proof"},
	"domain/*":               {".", "belief"},
	"domain/mines":           {".", "belief", "domain/mines/certcheck"},
	"domain/mines/certcheck": {},
	"domain/krieg":           {".", "belief", "internal/chess"},
	"domain/domaintest":      {"."},
	"play":                   {"."},
	"analysis":               {".", "play", "search/proof"},
	"experiment":             {".", "play", "experiment/*"},
	"experiment/*":           {},
	"experiment/values":      {"experiment/durable"},
	"experiment/crashfs":     {"experiment/durable"},
	"catalog":                {".", "belief", "search/*", "play", "analysis", "domain/*"},
	"answer":                 {".", "analysis", "catalog", "domain/*", "search/*"},
	"answer/lab":             {".", "analysis", "domain/krieg", "mate", "search/andor", "search/proof"},
	"mate":                   {".", "analysis", "search/andor", "search/proof", "domain/krieg"},
	"problems":               {".", "play", "analysis", "catalog", "search/andor", "search/proof", "domain/krieg", "mate"},
	"farm":                   {"experiment"},
	"web":                    {"play", "analysis", "experiment", "web/packed"},
	"web/packed":             {},
	"cmd/*":                  {".", "internal/rusage", "belief", "search/*", "play", "analysis", "experiment", "experiment/*", "catalog", "answer", "answer/lab", "mate", "problems", "farm", "web", "web/packed", "domain/*", "domain/mines/certcheck"},
	"internal/*":             {},
}

// core packages import the standard library and each other, nothing else.
var core = []string{".", "belief", "search", "domain", "play", "analysis", "internal"}

// only lists dependencies that the leaves keep to themselves.
var only = map[string][]string{
	"github.com/nats-io/":    {"farm"},
	"github.com/prometheus/": {"farm", "web"},
}

func TestImports(t *testing.T) {
	// Files are read in this process, not by "go list", so that the test cache
	// notices when one changes.
	for _, fault := range faults(t, os.DirFS("../..")) {
		t.Error(fault)
	}
}

func TestPlantedViolationsAreFound(t *testing.T) {
	for name, want := range map[string]string{
		"belief/a.go":         `belief/a.go must not import search/uct`,
		"domain/tiger/a.go":   `domain/tiger/a.go must not import search/uct`,
		"search/optimal/a.go": `search/optimal/a.go must not import search/uct`,
		"web/a.go":            `web/a.go must not import search/uct`,
		"surprise/a.go":       `surprise has no rule; add it here and to docs/design.md`,
	} {
		src := fmt.Sprintf("package p\nimport _ %q\n", module+"/search/uct")
		tree := fstest.MapFS{name: {Data: []byte(src)}}
		if got := faults(t, tree); !slices.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	tree := fstest.MapFS{"belief/a.go": {Data: []byte("package p\nimport _ \"github.com/spf13/cobra\"\n")}}
	want := "belief/a.go must not import github.com/spf13/cobra: the core stays on the standard library"
	if got := faults(t, tree); !slices.Contains(got, want) {
		t.Errorf("third-party import in the core: got %q, want %q", got, want)
	}
	tree = fstest.MapFS{"experiment/a.go": {Data: []byte("package p\nimport _ \"github.com/nats-io/nats.go\"\n")}}
	want = "experiment/a.go must not import github.com/nats-io/nats.go: only farm does"
	if got := faults(t, tree); !slices.Contains(got, want) {
		t.Errorf("the queue outside of the farm: got %q, want %q", got, want)
	}
}

// faults lists every import in the tree that the table does not allow.
func faults(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var found []string
	err := fs.WalkDir(tree, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		deps, err := imports(tree, name)
		found = append(found, judge(name, deps)...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func imports(tree fs.FS, name string) ([]string, error) {
	src, err := fs.ReadFile(tree, name)
	if err != nil {
		return nil, err
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var deps []string
	for _, spec := range f.Imports {
		dep, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		deps = append(deps, dep)
	}
	return deps, nil
}

func judge(name string, deps []string) []string {
	pkg := path.Dir(name)
	rule, ok := match(pkg)
	if !ok {
		return []string{pkg + " has no rule; add it here and to docs/design.md"}
	}
	var found []string
	for _, dep := range deps {
		inside, ours := strings.CutPrefix(dep, module+"/")
		switch {
		case dep == module:
			inside = "."
			fallthrough
		case ours:
			if !permits(rule, inside) {
				found = append(found, name+" must not import "+inside)
			}
		case strings.Contains(dep, ".") && isCore(pkg):
			found = append(found, name+" must not import "+dep+": the core stays on the standard library")
		}
		for prefix, owners := range only {
			if strings.HasPrefix(dep, prefix) && !slices.Contains(owners, pkg) {
				found = append(found, name+" must not import "+dep+": only "+strings.Join(owners, " or ")+" does")
			}
		}
	}
	return found
}

func isCore(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return slices.Contains(core, first)
}

func match(pkg string) ([]string, bool) {
	if rule, ok := allowed[pkg]; ok {
		return rule, true
	}
	rule, ok := allowed[path.Dir(pkg)+"/*"]
	return rule, ok && path.Dir(pkg) != "."
}

func permits(rule []string, dep string) bool {
	return slices.ContainsFunc(rule, func(pattern string) bool {
		ok, err := path.Match(pattern, dep)
		return ok && err == nil
	})
}
