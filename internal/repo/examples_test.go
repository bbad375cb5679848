// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const (
	// exampleFile is where a package has its Examples: an external test package, so that they use only what users can.
	exampleFile = "example_test.go"
	// fewestExamples is how many there are at least in all packages together.
	fewestExamples = 80
)

// TestExamples: every package that other modules can import has an Example that runs and whose output is checked. An
// Example without output is only compiled.
func TestExamples(t *testing.T) {
	tree, total := os.DirFS(root), 0
	for _, dir := range slices.Concat(publicPackages(t), notPromised) {
		n, faults := examplesOf(t, tree, dir)
		total += n
		for _, fault := range faults {
			t.Errorf("%s: %s", dir, fault)
		}
	}
	if total < fewestExamples {
		t.Errorf("%d Examples with output: want at least %d", total, fewestExamples)
	}
}

// TestPlantedExamplesAreFound: packages without an Example that counts are found, those that need none are not.
func TestPlantedExamplesAreFound(t *testing.T) {
	const code, example = "package a\n\nfunc F() {}\n", "package a_test\n\nfunc ExampleF() {\n\t// Output:\n\t// 1\n}\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		n     int
		want  string
	}{
		{"whole", map[string]string{"a.go": code, exampleFile: example}, 1, ""},
		{"silent", map[string]string{"a.go": code, exampleFile: strings.Replace(example, "// 1", "//", 1)}, 1, ""},
		{"none", map[string]string{"a.go": code}, 0, "no Example with output"},
		{"no output", map[string]string{"a.go": code, exampleFile: strings.Replace(example, "Output", "Prints", 1)}, 0, "no Example with output"},
		{"comment", map[string]string{"a.go": code, exampleFile: "package a_test\n\n/*" + example + "*/\n"}, 0, "no Example with output"},
		{"inside", map[string]string{"a.go": code, exampleFile: strings.Replace(example, "a_test", "a", 1)}, 0, "want package a_test"},
		{"elsewhere", map[string]string{"a.go": code, exampleFile: example, "b_test.go": example}, 1, "b_test.go: an Example belongs in"},
		{"a fixture", map[string]string{"a.go": "package a\n\nfunc F(t testing.TB) {}\n\nfunc G(t *testing.T) {}\n"}, 0, ""},
		{"half a fixture", map[string]string{"a.go": "package a\n\nfunc F(t testing.TB) {}\n\nfunc G() {}\n"}, 0, "no Example with output"},
		{"a fixture with a type", map[string]string{"a.go": "package a\n\nfunc F(t testing.TB) {}\n\ntype T int\n"}, 0, "no Example with output"},
		{"nothing", map[string]string{"a.go": "package a\n\nfunc f() {}\n"}, 0, ""},
	} {
		tree := fstest.MapFS{}
		for name, text := range c.files {
			tree["a/"+name] = &fstest.MapFile{Data: []byte(text)}
		}
		n, faults := examplesOf(t, tree, "a")
		found := strings.Join(faults, "\n")
		if n != c.n || (found == "") != (c.want == "") || !strings.Contains(found, c.want) {
			t.Errorf("%s: %d Examples, %q; want %d, %q", c.name, n, found, c.n, c.want)
		}
	}
}

// examplesOf counts the Examples of a package whose output is checked, and says what is wrong with them.
func examplesOf(t *testing.T, tree fs.FS, dir string) (n int, faults []string) {
	t.Helper()
	var code []*ast.File
	for name, text := range goFiles(t, tree, dir) {
		switch {
		case !strings.HasSuffix(name, "_test.go"):
			code = append(code, parsed(t, name, text))
		case name == exampleFile:
			file := parsed(t, name, text)
			if !strings.HasSuffix(file.Name.Name, "_test") {
				return 0, []string{name + ": want package " + file.Name.Name + "_test, whose Examples users can copy"}
			}
			n = withOutput(file)
		case regexp.MustCompile(`(?m)^func Example\w*\(\)`).MatchString(text):
			faults = append(faults, name+": an Example belongs in "+exampleFile)
		}
	}
	if n == 0 && !needsNone(code) {
		faults = append(faults, "no Example with output: write one in "+path.Join(dir, exampleFile))
	}
	return n, faults
}

// goFiles reads the Go files of a folder.
func goFiles(t *testing.T, tree fs.FS, dir string) map[string]string {
	t.Helper()
	names, err := fs.Glob(tree, path.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, name := range names {
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			t.Fatal(err)
		}
		all[path.Base(name)] = string(text)
	}
	return all
}

func parsed(t *testing.T, name, text string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// withOutput counts the Examples that are run.
func withOutput(file *ast.File) (n int) {
	for _, e := range doc.Examples(file) {
		if e.Output != "" || e.EmptyOutput {
			n++
		}
	}
	return n
}

// needsNone reports whether a package exports nothing that an Example could call: nothing at all, or only fixtures,
// functions that take the test they are called from. An Example has none to give them.
func needsNone(files []*ast.File) bool {
	for _, file := range files {
		for _, decl := range file.Decls {
			f, isFunction := decl.(*ast.FuncDecl)
			if isFunction && f.Name.IsExported() && !takesTest(f) || !isFunction && exportsName(decl) {
				return false
			}
		}
	}
	return true
}

// takesTest reports whether the first parameter of a function is a testing.TB, *testing.T or *testing.B.
func takesTest(f *ast.FuncDecl) bool {
	if len(f.Type.Params.List) == 0 {
		return false
	}
	kind := f.Type.Params.List[0].Type
	if star, ok := kind.(*ast.StarExpr); ok {
		kind = star.X
	}
	selected, ok := kind.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := selected.X.(*ast.Ident)
	return ok && from.Name == "testing"
}

// exportsName reports whether a declaration of types, constants or variables has one that is exported.
func exportsName(decl ast.Decl) bool {
	for _, spec := range decl.(*ast.GenDecl).Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() {
				return true
			}
		case *ast.ValueSpec:
			if slices.ContainsFunc(s.Names, (*ast.Ident).IsExported) {
				return true
			}
		}
	}
	return false
}
