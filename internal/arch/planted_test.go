// SPDX-License-Identifier: BSD-3-Clause

package arch_test

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// plant returns a tree of files, each of which imports packages of this module.
func plant(files map[string]string) fstest.MapFS {
	tree := fstest.MapFS{}
	for name, deps := range files {
		src := "package p\n"
		for d := range strings.FieldsSeq(deps) {
			src += fmt.Sprintf("import _ %q\n", strings.Replace(d, "~", module, 1))
		}
		tree[name] = &fstest.MapFile{Data: []byte(src)}
	}
	return tree
}

func wantFault(t *testing.T, tree fstest.MapFS, want string) {
	t.Helper()
	if got := faults(t, tree); !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, want) }) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestTableForbids: for every rule of the table, an import that it does not list is found.
func TestTableForbids(t *testing.T) {
	for _, r := range house {
		pkg := strings.ReplaceAll(r.path, "*", "some")
		for _, d := range []string{"search/uct", "search/optimal", "mines/analysis", "krieg/referee", "catalog", "web"} {
			if permits(r, d) || pkg == d {
				continue
			}
			file := path.Join(pkg, "a.go")
			wantFault(t, plant(map[string]string{file: "~/" + d}), file+" must not import "+d)
		}
	}
	wantFault(t, plant(map[string]string{"surprise/a.go": "fmt"}), "surprise has no rule")
}

// TestTableAllows: an import that the table lists is not reported.
func TestTableAllows(t *testing.T) {
	for file, deps := range map[string]string{
		"a.go": "fmt", "belief/a.go": "~", "mines/analysis/a.go": "~/search/optimal ~/mines/count ~/api", "cmd/veil/a.go": "~/catalog ~/web github.com/spf13/cobra",
		"problems/tiger/tigerplayers/a.go": "~/problems/tiger ~/play", "experiment/farm/a.go": "~/experiment github.com/nats-io/nats.go",
	} {
		if got := faults(t, plant(map[string]string{file: deps})); len(got) > 0 {
			t.Errorf("%s: %q", file, got)
		}
	}
}

// TestWingsAreApart: no wing may import another, even if the table allowed it.
func TestWingsAreApart(t *testing.T) {
	wings := floors[wingFloor]
	if len(wings) != 6 {
		t.Fatalf("wings: %q, want six", wings)
	}
	for _, a := range wings {
		for _, b := range wings {
			if a != b {
				wantFault(t, plant(map[string]string{inside(a) + "/a.go": "~/" + b}), fmt.Sprintf("%s/a.go must not import %s: %s is not on a lower floor", inside(a), b, b))
			}
		}
	}
	for i, floor := range floors {
		for _, above := range floors[i+1:] {
			wantFault(t, plant(map[string]string{path.Join(inside(floor[0]), "a.go"): "~/" + above[0]}), "is not on a lower floor")
		}
	}
}

// inside returns the first package of a room.
func inside(name string) string {
	return house[slices.IndexFunc(house, func(r room) bool { return roomOf(r.path) == name })].path
}

// TestReach: what a package is kept from it may not reach through others either.
func TestReach(t *testing.T) {
	for _, r := range unreachable {
		want := r.from + " must not reach " + r.to
		wantFault(t, plant(map[string]string{r.from + "/a.go": "~/" + r.to}), want)
		wantFault(t, plant(map[string]string{r.from + "/a.go": "~/between", "between/a.go": "~/" + r.to}), want)
		if got := faults(t, plant(map[string]string{r.from + "/a_test.go": "~/" + r.to})); len(got) > 0 {
			t.Errorf("a test counts: %q", got)
		}
	}
	for player := range strings.FieldsSeq("krieg/tactics krieg/cloud krieg/wholegame krieg/engine krieg/browser/seat cmd/veil/internal/protocol cmd/veil/internal/bot") {
		for knows := range strings.FieldsSeq("krieg/referee krieg/selfplay krieg/browser/arbiter") {
			if !slices.ContainsFunc(unreachable, func(r reach) bool { return r.from == player && r.to == knows }) {
				t.Errorf("nothing keeps %s from %s", knows, player)
			}
		}
	}
	wantFault(t, plant(map[string]string{"krieg/contestants/a.go": "~/krieg/referee"}), "krieg/contestants/a.go must not import krieg/referee")
}

// TestForeignModules: the core stays on the standard library, and some modules have one owner.
func TestForeignModules(t *testing.T) {
	for _, name := range core {
		wantFault(t, plant(map[string]string{path.Join(name, "a.go"): "github.com/spf13/cobra"}), "the core stays on the standard library")
	}
	wantFault(t, plant(map[string]string{"experiment/a.go": "github.com/nats-io/nats.go"}), "only experiment/farm does")
	wantFault(t, plant(map[string]string{"web/a.go": "github.com/prometheus/client_golang"}), "only experiment/farm or web/server does")
}

// TestCatalogIsOnTop: only programs and external tests know the whole list.
func TestCatalogIsOnTop(t *testing.T) {
	wantFault(t, plant(map[string]string{"experiment/a_test.go": "~/catalog"}), "external test package")
	wantFault(t, plant(map[string]string{"cli/a.go": "~/catalog"}), "cli/a.go must not import catalog")
	tree := fstest.MapFS{"experiment/a_test.go": {Data: []byte("package experiment_test\nimport _ \"" + module + "/catalog\"\n")}}
	if got := faults(t, tree); len(got) > 0 {
		t.Errorf("an external test may import the catalog: %q", got)
	}
}
