// SPDX-License-Identifier: BSD-3-Clause

package skeleton

import (
	"embed"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"strings"
)

//go:embed sample
var samples embed.FS

// samplesOf lists the files of package sample that make a skeleton.
func samplesOf(kind string) []string {
	return map[string][]string{
		"domain": {"hideout.go", "hideout_test.go", "domain.go", "main.go"},
		"player": {"prober.go", "prober_test.go"},
		"verb":   {"tally.go", "tally_row.go", "tally.md", "tally_test.go"},
	}[kind]
}

// licence heads the samples. A skeleton belongs to the person who asks for it.
const licence = "// SPDX-License-Identifier: BSD-3-Clause\n\n"

func readSample(name string) string {
	text, err := samples.ReadFile(path.Join("sample", name))
	if err != nil {
		panic(err) // samplesOf lists what is embedded
	}
	return strings.TrimPrefix(string(text), licence)
}

// files returns the samples under their new names, formatted, because other names have other lengths.
func (p *plan) files() ([]file, error) {
	list := p.ready
	for _, name := range p.samples {
		text := []byte(p.words.Replace(readSample(name)))
		if strings.HasSuffix(name, ".go") {
			var err error
			if text, err = format.Source(text); err != nil {
				return nil, err
			}
		}
		list = append(list, file{p.words.Replace(name), string(text)})
	}
	return list, nil
}

// identifiers calls f for each identifier in the samples of a kind.
func identifiers(kind string, f func(name string)) {
	for _, name := range samplesOf(kind) {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		ast.Inspect(parse(readSample(name)), func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				f(id.Name)
			}
			return true
		})
	}
}

// declared lists the names that the files of a plan declare in their package.
func (p *plan) declared() (names []string) {
	for _, name := range p.samples {
		if strings.HasSuffix(name, ".go") {
			names = append(names, topLevel(parse(p.words.Replace(readSample(name))))...)
		}
	}
	return names
}

// parse parses a sample, which compiles.
func parse(text string) *ast.File {
	f, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	return f
}

// topLevel lists the names that a file declares outside of functions; methods have none.
func topLevel(f *ast.File) (names []string) {
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				names = append(names, namesOf(spec)...)
			}
		}
	}
	return names
}

func namesOf(spec ast.Spec) (names []string) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		names = append(names, s.Name.Name)
	case *ast.ValueSpec:
		for _, id := range s.Names {
			names = append(names, id.Name)
		}
	}
	return names
}
