// SPDX-License-Identifier: BSD-3-Clause

package arch_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
)

// mostExported is how many names a package may export: more than that nobody learns.
const mostExported = 80

// manyExported lists the packages that export more, with the record that says why.
var manyExported = map[string]string{
	"api":   "docs/explanation/adr/0009-one-middle.md", // one type for each document and question, and nothing else
	"krieg": "docs/explanation/adr/0009-one-middle.md", // one vocabulary of squares, men and announcements
}

// TestExportedNames counts the types, functions, variables and constants that each package
// exports.
func TestExportedNames(t *testing.T) {
	names := map[string]int{}
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		source, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range f.Decls {
			names[path.Dir(name)] += exportedBy(decl)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg, n := range names {
		record, excused := manyExported[pkg]
		switch {
		case n > mostExported && !excused:
			t.Errorf("%s exports %d names, more than %d: split it, or say why in a record", pkg, n, mostExported)
		case n <= mostExported && excused:
			t.Errorf("%s exports only %d names: it needs no excuse", pkg, n)
		case excused:
			if _, err := fs.Stat(root, record); err != nil {
				t.Errorf("%s: %v", pkg, err)
			}
		}
	}
}

func exportedBy(decl ast.Decl) int {
	n := 0
	count := func(id *ast.Ident) {
		if id.IsExported() {
			n++
		}
	}
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			count(d.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				count(s.Name)
			case *ast.ValueSpec:
				for _, id := range s.Names {
					count(id)
				}
			}
		}
	}
	return n
}
