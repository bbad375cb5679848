// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// apiFile has every exported declaration of the packages that other modules can import, so
// that a change of it is seen in review. docs/reference/stability.md says what may change.
const apiFile = "docs/data/go-api.txt"

// TestGoAPI compares that file with the code. UPDATE=1 rewrites it.
func TestGoAPI(t *testing.T) {
	var all bytes.Buffer
	for _, dir := range publicPackages(t) {
		exported(t, &all, dir)
	}
	name := filepath.Join(root, apiFile)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(name, all.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if line, ok := difference(all.String(), string(want)); ok {
		t.Errorf("the Go API is not that of %s: %s\nif that is meant: UPDATE=1 go test ./internal/repo, and a file in changes/", apiFile, line)
	}
}

// difference returns the first line that only one of two texts has.
func difference(got, want string) (string, bool) {
	in := func(text string) map[string]bool {
		lines := map[string]bool{}
		for line := range strings.Lines(text) {
			lines[line] = true
		}
		return lines
	}
	news, olds := in(got), in(want)
	for line := range strings.Lines(got) {
		if !olds[line] {
			return "new: " + line, true
		}
	}
	for line := range strings.Lines(want) {
		if !news[line] {
			return "gone: " + line, true
		}
	}
	return "the order of the lines", got != want
}

// notPromised are packages that can be imported and may change at any time, as their comments say.
var notPromised = []string{"cli/frame", "cli/commands"}

// TestNotPromised: who imports such a package is warned by its comment, and by docs/reference/stability.md.
func TestNotPromised(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "reference", "stability.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range notPromised {
		files, err := parser.ParseDir(token.NewFileSet(), filepath.Join(root, dir), nil, parser.ParseComments|parser.PackageClauseOnly) //nolint:staticcheck // one folder, no build tags
		if err != nil {
			t.Fatal(err)
		}
		warned := false
		for _, pkg := range files {
			for _, f := range pkg.Files {
				warned = warned || strings.Contains(f.Doc.Text(), "outside the promise of docs/reference/stability.md")
			}
		}
		if !warned || !strings.Contains(string(page), "`"+dir+"`") {
			t.Errorf("%s: its comment and docs/reference/stability.md must say that it is not promised", dir)
		}
	}
}

// publicPackages are the directories of packages that other modules can import.
func publicPackages(t *testing.T) []string {
	t.Helper()
	dirs := map[string]bool{}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		private := slices.Contains([]string{"internal", "cmd", "tools", "testdata", "docs", "node_modules", "runs", "dist"}, entry.Name()) || name != "." && strings.HasPrefix(entry.Name(), ".")
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (private || slices.Contains(notPromised, name)):
			return fs.SkipDir
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			dirs[path.Dir(name)] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(dirs) < 20 {
		t.Fatalf("only %d public packages: is the search broken?", len(dirs))
	}
	var sorted []string
	for dir := range dirs {
		sorted = append(sorted, dir)
	}
	slices.Sort(sorted)
	return sorted
}

// exported prints the declarations of a package, without comments and bodies.
func exported(t *testing.T, out *bytes.Buffer, dir string) {
	t.Helper()
	set := token.NewFileSet()
	var files []*ast.File
	names, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || !onLinux(t, name) {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	p, err := doc.NewFromFiles(set, files, path.Join("github.com/veilplan/veil", dir))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(out, "package %s\n", p.ImportPath)
	for _, v := range slices.Concat(p.Consts, p.Vars) {
		declaration(t, out, set, v.Decl)
	}
	functions(t, out, set, p.Funcs)
	for _, kind := range p.Types {
		declaration(t, out, set, kind.Decl)
		for _, v := range slices.Concat(kind.Consts, kind.Vars) {
			declaration(t, out, set, v.Decl)
		}
		functions(t, out, set, slices.Concat(kind.Funcs, kind.Methods))
	}
	out.WriteString("\n")
}

// onLinux reports whether a file is built there. Of a function with a version for each
// system, the one for Linux is listed.
func onLinux(t *testing.T, name string) bool {
	t.Helper()
	system := build.Default
	system.GOOS, system.GOARCH, system.CgoEnabled = "linux", "amd64", false
	match, err := system.MatchFile(filepath.Dir(name), filepath.Base(name))
	if err != nil {
		t.Fatal(err)
	}
	return match
}

func functions(t *testing.T, out *bytes.Buffer, set *token.FileSet, list []*doc.Func) {
	t.Helper()
	for _, f := range list {
		f.Decl.Body = nil
		declaration(t, out, set, f.Decl)
	}
}

// declaration prints one declaration, without the empty lines that comments leave.
func declaration(t *testing.T, out *bytes.Buffer, set *token.FileSet, decl ast.Decl) {
	t.Helper()
	switch d := decl.(type) {
	case *ast.GenDecl:
		d.Doc = nil
	case *ast.FuncDecl:
		d.Doc = nil
	}
	var text bytes.Buffer
	if err := printer.Fprint(&text, set, decl); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text.String()) {
		if strings.TrimSpace(line) != "" { // where a comment was
			out.WriteString(strings.TrimRight(line, "\n") + "\n")
		}
	}
}
