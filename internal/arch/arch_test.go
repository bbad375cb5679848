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
	".":                                {},
	"belief":                           {"."},
	"search/*":                         {"."},
	"search/andor":                     {".", "search/proof", "search/andor/internal/game"},
	"search/andor/baseline":            {".", "search/proof", "search/andor", "search/andor/internal/game"},
	"search/andor/internal/game":       {".", "search/proof"},
	"search/andor/internal/provertest": {".", "search/andor", "search/proof"},

	"pomdp/cassandra": {"pomdp/tabular"},
	"pomdp/pomdpx":    {"pomdp/tabular", "pomdp/cassandra"},

	"domain/*":          {".", "belief"},
	"krieg":             {".", "belief", "krieg/chess"},
	"krieg/cloud":       {".", "krieg", "krieg/chess"},
	"krieg/referee":     {".", "krieg", "krieg/chess"},
	"krieg/selfplay":    {".", "krieg", "krieg/referee", "krieg/chess"},
	"veiltest":          {"."},
	"mines/certcheck":   {},
	"mines/count":       {".", "belief", "mines"},
	"mines/explain":     {".", "mines", "mines/count", "mines/certcheck"},
	"mines/minestest":   {".", "mines"},
	"mines/notation":    {".", "mines"},
	"mines/heuristic":   {".", "mines", "mines/count", "mines/network"},
	"mines/unavoidable": {"mines"},
	"mines/network":     {".", "mines", "mines/count"},
	"krieg/ending":      {".", "krieg", "krieg/chess"},
	// The checker is a second opinion: it must not know the builder.
	"krieg/ending/check": {".", "krieg", "krieg/ending", "krieg/chess"},
	"krieg/ending/retro": {".", "krieg", "krieg/ending", "krieg/chess"},
	"krieg/tactics":      {".", "krieg", "krieg/cloud", "krieg/chess"},

	"api":                   {".", "search/proof"},
	"solve":                 {".", "api", "internal/pause"},
	"mines/analysis":        {".", "belief", "search/*", "mines", "mines/*", "api", "solve", "internal/text"},
	"diag/isolation":        {".", "search/andor", "search/identify", "search/proof", "diag", "api", "solve"},
	"pomdp":                 {".", "belief", "search/alpha", "domain/*", "pomdp/cassandra", "pomdp/pomdpx", "api", "solve"},
	"krieg/deduction":       {".", "belief", "search/*", "krieg", "krieg/*", "krieg/ending/check", "api", "solve"},
	"krieg/engine":          {".", "search/andor", "search/proof", "krieg", "krieg/cloud", "krieg/ending", "krieg/tactics", "krieg/deduction"},
	"krieg/browser/seat":    {"krieg", "krieg/cloud", "krieg/ending", "api", "krieg/deduction", "krieg/engine"},
	"krieg/browser/arbiter": {"krieg", "krieg/referee", "api"},
	"krieg/composed":        {".", "search/andor", "search/andor/baseline", "search/proof", "krieg", "krieg/selfplay", "api", "krieg/deduction"},

	"play":              {"."},
	"play/execplayer":   {"play"},
	"krieg/table":       {".", "play", "krieg", "krieg/referee"},
	"player":            {"play", "player/*"},
	"mines/sweepers":    {".", "belief", "search/*", "play", "mines", "mines/*", "mines/analysis"},
	"krieg/contestants": {".", "belief", "search/*", "search/andor/baseline", "play", "krieg/table", "krieg", "krieg/cloud", "krieg/ending", "krieg/tactics", "krieg/deduction", "krieg/engine", "krieg/composed"},
	"player/*":          {".", "belief", "search/*", "play", "domain/*", "play/methods"},

	"experiment":                      {".", "play", "experiment/*", "internal/rusage", "internal/text"},
	"experiment/*":                    {},
	"experiment/figure":               {"internal/raster", "internal/text"},
	"experiment/values":               {"experiment/durable"},
	"experiment/crashfs":              {"experiment/durable"},
	"farm":                            {"experiment", "experiment/farm/internal/audit"},
	"experiment/farm/internal/audit":  {},
	"experiment/farm/internal/attack": {"experiment/stats", "experiment/farm/internal/audit"},
	"web":                             {"play", "api", "experiment", "web/packed", "web/picture", "web/server", "internal/pause"},
	"web/server":                      {"api", "web/packed", "internal/pause"},
	"web/webtest":                     {"api"},
	"web/packed":                      {},
	"web/picture":                     {"internal/raster"},
	"cmd/*": {
		".", "internal/*", "belief", "search/andor", "search/andor/baseline", "search/proof", "play", "api", "experiment", "experiment/*", "player", "solve", "solve/*", "krieg/deduction/*",
		"farm", "web", "web/packed", "web/server", "domain/*", "mines/*", "krieg/*", "krieg/ending/*",
	},
	// The work on veil itself needs no server: TestNoWeb there follows all imports.
	"cmd/veil-dev":            {"cmd/veil-dev/internal/*"},
	"cmd/veil-dev/internal/*": {".", "internal/*", "play", "experiment", "experiment/*", "player", "mines/analysis", "mines", "mines/*"},
	// What other programs get from cli, and cmd/veil shares with them, knows no domain.
	"cli":           {"play", "cli/frame", "cli/commands", "play/execplayer"},
	"cli/frame":     {".", "api", "internal/term", "internal/text"},
	"cli/commands":  {".", "api", "play", "play/*", "experiment", "experiment/*", "farm", "web", "web/server", "cli/frame", "internal/term", "internal/text"},
	"tools/*":       {},
	"internal/*":    {},
	"internal/text": {"."},
	// So is the bot; the server that its tests talk to is not.
	"cmd/veil/internal/bot":         {"krieg", "krieg/engine"},
	"cmd/veil/internal/bot/bottest": {"krieg", "krieg/referee"},
	// The engine that programs talk to is a player: it must not know the referee's game.
	"cmd/veil/internal/protocol": {".", "api", "krieg", "krieg/ending", "krieg/chess", "mines/analysis", "krieg/engine"},
	"cmd/veil/internal/tui":      {".", "api", "mines", "mines/*", "solve", "mines/analysis", "internal/text"},
}

// core packages import the standard library and each other, nothing else.
var core = []string{".", "belief", "search", "domain", "format", "play", "player", "api", "solve", "internal"}

// leaves are packages inside the core's folders that paint, or talk to a terminal, a network or a process.
var leaves = []string{"internal/raster", "internal/term", "cmd/veil/internal/tui", "cli/frame", "cli/commands", "play/execplayer"}

// only lists dependencies that the leaves keep to themselves.
var only = map[string][]string{
	"github.com/nats-io/":    {"farm"},
	"github.com/prometheus/": {"farm", "web/server"},
}

// hidden lists the packages that know a game's hidden state and the folders from which
// they are kept, whatever the table allows.
var hidden = map[string][]string{
	"krieg/referee":         {"player", "cmd/veil/internal/protocol", "krieg/engine", "krieg/browser/seat", "krieg/tactics", "krieg/cloud"},
	"krieg/selfplay":        {"player", "cmd/veil/internal/protocol", "krieg/engine", "krieg/browser/seat", "krieg/tactics", "krieg/cloud"},
	"krieg/browser/arbiter": {"player", "cmd/veil/internal/protocol", "cmd/veil/internal/bot", "krieg/engine", "krieg/browser/seat", "domain"},
	"krieg/table":           {"solve", "domain"}, // only the list of players opens tables
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
		"problems/tiger/a.go": `problems/tiger/a.go must not import search/uct`,
		"search/optimal/a.go": `search/optimal/a.go must not import search/uct`,
		"mines/a.go":          `mines/a.go must not import search/uct`,
		"api/a.go":            `api/a.go must not import search/uct`,
		"api/a.go":            `api/a.go must not import search/uct`,
		"catalog/a.go":        `catalog/a.go must not import search/uct`,
		"web/a.go":            `web/a.go must not import search/uct`,
		"surprise/a.go":       `surprise has no rule; add it here and to docs/design.md`,
	} {
		src := fmt.Sprintf("package p\nimport _ %q\n", module+"/search/uct")
		tree := fstest.MapFS{name: {Data: []byte(src)}}
		if got := faults(t, tree); !slices.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	for name, dep := range map[string]string{
		"mines/analysis/a.go":        "mines/sweepers", // what solve knows a player may use, never the other way round
		"krieg/deduction/a.go":       "mines",
		"mines/heuristic/a.go":       "mines/explain",
		"web/a.go":                   "mines/analysis",
		"cmd/veil/a.go":              "search/optimal", // only solve and player decide what to search
		"experiment/a.go":            "solve",
		"krieg/a.go":                 "mines",
		"cmd/veil-dev/a.go":          "web",
		"internal/text/a.go":         "mines/analysis",
		"internal/term/a.go":         "internal/text",
		"cmd/veil/internal/tui/a.go": "search/optimal", // what to search is decided in solve
		"cli/commands/a.go":          "problems/tiger", // other programs have other domains
		"cli/a.go":                   "player",

		"cmd/veil-dev/internal/train/a.go": "farm",
	} {
		src := fmt.Sprintf("package p\nimport _ %q\n", module+"/"+dep)
		want := name + " must not import " + dep
		if got := faults(t, fstest.MapFS{name: {Data: []byte(src)}}); !slices.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	tree := fstest.MapFS{"belief/a.go": {Data: []byte("package p\nimport _ \"github.com/spf13/cobra\"\n")}}
	want := "belief/a.go must not import github.com/spf13/cobra: the core stays on the standard library"
	if got := faults(t, tree); !slices.Contains(got, want) {
		t.Errorf("third-party import in the core: got %q, want %q", got, want)
	}
	for dep, folders := range hidden {
		for _, folder := range folders {
			for _, name := range []string{folder + "/a.go", folder + "/krieg/a.go", folder + "/krieg/deep/a.go"} {
				tree = fstest.MapFS{name: {Data: fmt.Appendf(nil, "package p\nimport _ %q\n", module+"/"+dep)}}
				want = name + " must not import " + dep + ": it knows what is hidden from players"
				if got := faults(t, tree); !slices.Contains(got, want) {
					t.Errorf("a player that sees the board: got %q, want %q", got, want)
				}
			}
		}
	}
	for _, player := range []string{"krieg/contestants", "krieg/engine", "krieg/tactics", "krieg/cloud"} {
		if !slices.Contains(hidden["krieg/referee"], player) && !slices.Contains(hidden["krieg/referee"], path.Dir(player)) {
			t.Errorf("nothing keeps the true board from %s", player)
		}
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
	found := peeks(name, pkg, deps)
	rule, ok := match(pkg)
	if !ok {
		return append(found, pkg+" has no rule; add it here and to docs/design.md")
	}
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

// peeks lists the imports by which a package would see what is hidden from it.
func peeks(name, pkg string, deps []string) []string {
	var found []string
	for _, dep := range deps {
		inside, _ := strings.CutPrefix(dep, module+"/")
		kept := func(folder string) bool { return pkg == folder || strings.HasPrefix(pkg, folder+"/") }
		if slices.ContainsFunc(hidden[inside], kept) {
			found = append(found, name+" must not import "+inside+": it knows what is hidden from players")
		}
	}
	return found
}

func isCore(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return slices.Contains(core, first) && !slices.Contains(leaves, pkg)
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
