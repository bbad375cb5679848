// SPDX-License-Identifier: BSD-3-Clause

// Package arch_test holds the table of packages and who may import whom, checks the tree
// against it, and writes the packages of docs/explanation/design.md from it.
package arch_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/veilplan/veil"

// source is one Go file: its package's folder and name, and what it imports.
type source struct {
	file, pkg, name string
	test            bool
	deps            []dep
}

// dep is an import: the path inside the module where it is ours, and the name that the file gives it.
type dep struct {
	path, alias string
	ours        bool
}

func TestImports(t *testing.T) {
	// Files are read in this process, not by "go list", so that the test cache
	// notices when one changes.
	for _, fault := range faults(t, os.DirFS("../..")) {
		t.Error(fault)
	}
}

// faults lists every import in the tree that a rule forbids.
func faults(t *testing.T, tree fs.FS) []string {
	t.Helper()
	files := sources(t, tree)
	var found []string
	for _, f := range files {
		if f.test {
			found = append(found, catalogOutside(f)...)
			continue
		}
		found = append(found, tableFaults(f)...)
		found = append(found, foreign(f)...)
	}
	return append(found, reached(files)...)
}

// sources reads the imports of every Go file.
func sources(t *testing.T, tree fs.FS) []source {
	t.Helper()
	var files []source
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && slices.Contains([]string{"node_modules", "testdata", ".git"}, entry.Name()) {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(name, ".go") {
			return err
		}
		f, err := read(tree, name)
		files = append(files, f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func read(tree fs.FS, name string) (source, error) {
	text, err := fs.ReadFile(tree, name)
	if err != nil {
		return source{}, err
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
	if err != nil {
		return source{}, err
	}
	s := source{file: name, pkg: path.Dir(name), name: f.Name.Name, test: strings.HasSuffix(name, "_test.go")}
	for _, spec := range f.Imports {
		full, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return source{}, err
		}
		d := dep{path: full}
		if spec.Name != nil {
			d.alias = spec.Name.Name
		}
		if inside, ours := strings.CutPrefix(full+"/", module+"/"); ours {
			d.path, d.ours = strings.TrimSuffix(inside, "/"), true
			if d.path == "" {
				d.path = "."
			}
		}
		s.deps = append(s.deps, d)
	}
	return s, nil
}

// tableFaults lists the imports that the table, the floors or the walls between wings forbid.
func tableFaults(f source) []string {
	r, ok := match(f.pkg)
	if !ok {
		return []string{f.pkg + " has no rule; add it to internal/arch/house_test.go"}
	}
	var found []string
	for _, d := range f.deps {
		if !d.ours {
			continue
		}
		if !permits(r, d.path) {
			found = append(found, f.file+" must not import "+d.path)
		}
		if roomOf(f.pkg) != roomOf(d.path) && floorOf(f.pkg) <= floorOf(d.path) {
			found = append(found, f.file+" must not import "+d.path+": "+roomOf(d.path)+" is not on a lower floor than "+roomOf(f.pkg))
		}
	}
	return found
}

// catalogOutside reports a test inside a package that imports the catalog: only tests from outside may.
func catalogOutside(f source) []string {
	if f.name == "main" || strings.HasSuffix(f.name, "_test") || roomOf(f.pkg) == "cmd" {
		return nil
	}
	if slices.ContainsFunc(f.deps, func(d dep) bool { return d.ours && d.path == "catalog" }) {
		return []string{f.file + " must not import catalog: only cmd and tests in an external test package do"}
	}
	return nil
}

// foreign lists imports of other modules where they do not belong.
func foreign(f source) []string {
	var found []string
	for _, d := range f.deps {
		if d.ours {
			continue
		}
		if strings.Contains(d.path, ".") && isCore(f.pkg) {
			found = append(found, f.file+" must not import "+d.path+": the core stays on the standard library")
		}
		for prefix, owners := range only {
			if strings.HasPrefix(d.path, prefix) && !slices.Contains(owners, f.pkg) {
				found = append(found, f.file+" must not import "+d.path+": only "+strings.Join(owners, " or ")+" does")
			}
		}
	}
	return found
}

// reached lists the packages that some package reaches, by however many imports, and is kept from.
func reached(files []source) []string {
	next := map[string]map[string]bool{}
	for _, f := range files {
		for _, d := range f.deps {
			if d.ours && !f.test {
				if next[f.pkg] == nil {
					next[f.pkg] = map[string]bool{}
				}
				next[f.pkg][d.path] = true
			}
		}
	}
	var found []string
	for _, r := range unreachable {
		if way := route(next, r.from, r.to); way != nil {
			found = append(found, strings.Join(way, " -> ")+": "+r.from+" must not reach "+r.to+": "+r.why)
		}
	}
	return found
}

// route returns the packages on a way from one to another, or nil.
func route(next map[string]map[string]bool, from, to string) []string {
	before := map[string]string{from: ""}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at == to {
			var way []string
			for p := at; p != ""; p = before[p] {
				way = append([]string{p}, way...)
			}
			return way
		}
		for _, p := range slices.Sorted(maps.Keys(next[at])) {
			if _, seen := before[p]; !seen {
				before[p] = at
				queue = append(queue, p)
			}
		}
	}
	return nil
}

func isCore(pkg string) bool {
	return slices.Contains(core, roomOf(pkg)) && !slices.Contains(leaves, pkg)
}

// match returns the rule of a package: its own, or the first pattern that fits.
func match(pkg string) (room, bool) {
	for _, r := range house {
		if r.path == pkg {
			return r, true
		}
	}
	for _, r := range house {
		if ok, err := path.Match(r.path, pkg); ok && err == nil {
			return r, true
		}
	}
	return room{}, false
}

func permits(r room, dep string) bool {
	return slices.ContainsFunc(strings.Fields(r.may), func(pattern string) bool {
		ok, err := path.Match(pattern, dep)
		return ok && err == nil
	})
}

// TestEveryRoomStands finds rules of packages that are gone.
func TestEveryRoomStands(t *testing.T) {
	there := map[string]bool{}
	for _, f := range sources(t, os.DirFS("../..")) {
		there[f.pkg] = true
	}
	for _, r := range house {
		used := false
		for pkg := range there {
			if m, ok := match(pkg); ok && m.path == r.path {
				used = true
			}
		}
		if !used {
			t.Errorf("no package is %s: delete its rule", r.path)
		}
	}
	for _, r := range unreachable {
		if !there[r.from] || !there[r.to] {
			t.Errorf("%s or %s is gone: nothing is kept apart", r.from, r.to)
		}
	}
	for _, rooms := range floors {
		for _, name := range rooms {
			if !slices.ContainsFunc(slices.Collect(maps.Keys(there)), func(pkg string) bool { return roomOf(pkg) == name }) {
				t.Errorf("the room %s is gone", name)
			}
		}
	}
}
