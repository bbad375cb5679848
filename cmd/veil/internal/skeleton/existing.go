// SPDX-License-Identifier: BSD-3-Clause

package skeleton

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// existing is a package to which a skeleton is added.
type existing struct {
	name     string
	declares map[string]string // names outside of functions, and the file of each
	domains  []function        // functions that return a play.Domain
	table    string            // a file with a function that returns an api.Table
}

type function struct{ name, file string }

// readPackage reads the declarations of the package in a directory.
func readPackage(dir string) (*existing, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	pkg := &existing{declares: map[string]string{}}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, entry.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, failure("correct the file first", "%v", err)
		}
		pkg.add(entry.Name(), f)
	}
	if pkg.name == "" {
		return nil, failure("name the directory of a package with --dir, or make one: veil new domain NAME", "%s has no Go files", dir)
	}
	return pkg, nil
}

func (e *existing) add(name string, f *ast.File) {
	if strings.HasSuffix(f.Name.Name, "_test") {
		return // another package
	}
	for _, id := range topLevel(f) {
		e.declares[id] = name
	}
	if strings.HasSuffix(name, "_test.go") {
		return
	}
	e.name = f.Name.Name
	for _, decl := range f.Decls {
		d, ok := decl.(*ast.FuncDecl)
		switch {
		case !ok:
		case returns(d, "play", "Domain") && d.Recv == nil && d.Type.Params.NumFields() == 0:
			e.domains = append(e.domains, function{d.Name.Name, name})
		case returns(d, "api", "Table"):
			e.table = name
		}
	}
}

// returns reports whether a function has one result, of a type of another package.
func returns(d *ast.FuncDecl, pkg, name string) bool {
	if d.Type.Results.NumFields() != 1 {
		return false
	}
	s, ok := d.Type.Results.List[0].Type.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != name {
		return false
	}
	of, ok := s.X.(*ast.Ident)
	return ok && of.Name == pkg
}

// domain returns the function that returns the domain of the package: the only one, or the one called Domain.
func (e *existing) domain(dir string) (function, error) {
	const usual = "Domain"
	i := slices.IndexFunc(e.domains, func(f function) bool { return f.name == usual })
	switch {
	case i >= 0:
		return e.domains[i], nil
	case len(e.domains) == 1:
		return e.domains[0], nil
	case len(e.domains) == 0:
		return function{}, failure("name the directory of a domain with --dir, or make one: veil new domain NAME", "%s has no function that returns a play.Domain", dir)
	}
	return function{}, failure("call one of them "+usual, "%s has %d functions that return a play.Domain", dir, len(e.domains))
}

// free reports a name of the skeleton that the package has already.
func (e *existing) free(p *plan, name string) error {
	if e == nil {
		return nil
	}
	for _, id := range p.declared() {
		if at, taken := e.declares[id]; taken {
			return failure("choose another name", "%s: %s declares %s already", name, at, id)
		}
	}
	return nil
}
