// SPDX-License-Identifier: BSD-3-Clause

// Package codesize measures the Go code of repositories with one ruler, so that they can be compared.
//
//	veil-dev count . ~/src/raft ~/src/gonum
//	veil-dev count -rooms .
package codesize

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// Command defines the flags and returns the function that counts.
func Command(flags *flag.FlagSet) func(ctx context.Context, out, log io.Writer) error {
	rooms := flags.Bool("rooms", false, "count every top folder by itself")
	return func(ctx context.Context, out, _ io.Writer) error {
		if flags.NArg() == 0 {
			return errors.New("want the folders of one or more repositories")
		}
		return table(ctx, out, flags.Args(), *rooms)
	}
}

// A Tally is the size of some Go code. Generated files and testdata do not count.
type Tally struct {
	Name          string
	Files, Long   int   // files without tests, and those of more than 500 lines
	Code, Comment int   // lines with code, and lines with nothing but a comment, in these files
	Tests         int   // lines with code in test files
	Examples      int   // functions that document and are run
	Functions     []int // lines of each function
}

func table(ctx context.Context, out io.Writer, folders []string, rooms bool) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tfiles\tover 500 lines\tcode\ttests\tcomments\texamples\tfunctions\tmean\t99%\t")
	for _, folder := range folders {
		tallies, err := Tallies(ctx, folder, rooms)
		if err != nil {
			return err
		}
		for _, t := range tallies {
			mean, most := t.spread()
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%.0f%%\t%d\t%d\t%.1f\t%d\t\n", t.Name, t.Files, t.Long, t.Code, t.Tests,
				100*float64(t.Comment)/float64(max(t.Code+t.Comment, 1)), t.Examples, len(t.Functions), mean, most)
		}
	}
	return w.Flush()
}

// spread returns the mean number of lines of a function and the number that 99% do not exceed.
func (t *Tally) spread() (mean float64, most int) {
	if len(t.Functions) == 0 {
		return 0, 0
	}
	slices.Sort(t.Functions)
	sum := 0
	for _, n := range t.Functions {
		sum += n
	}
	return float64(sum) / float64(len(t.Functions)), t.Functions[len(t.Functions)*99/100]
}

// Tallies counts a repository as a whole, or each of its top folders.
func Tallies(ctx context.Context, folder string, rooms bool) ([]*Tally, error) {
	whole := &Tally{Name: filepath.Base(absolute(folder))}
	byRoom := map[string]*Tally{}
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || ctx.Err() != nil:
			return errors.Join(err, ctx.Err())
		case entry.IsDir() && name != folder && foreign(entry.Name()):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(name) != ".go":
			return nil
		}
		if !rooms {
			return whole.add(name)
		}
		room := roomOf(folder, name)
		if byRoom[room] == nil {
			byRoom[room] = &Tally{Name: room}
		}
		return byRoom[room].add(name)
	})
	if !rooms {
		return []*Tally{whole}, err
	}
	all := make([]*Tally, 0, len(byRoom))
	for _, t := range byRoom {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b *Tally) int { return strings.Compare(a.Name, b.Name) })
	return all, err
}

func absolute(folder string) string {
	if path, err := filepath.Abs(folder); err == nil {
		return path
	}
	return folder
}

// foreign reports whether a folder holds code from elsewhere.
func foreign(name string) bool {
	return name == "vendor" || name == "testdata" || name == "node_modules" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// roomOf returns the top folder of a file, "." for the root.
func roomOf(folder, name string) string {
	inside, err := filepath.Rel(folder, name)
	if room, _, nested := strings.Cut(filepath.ToSlash(inside), "/"); err == nil && nested {
		return room
	}
	return "."
}

// add counts a file.
func (t *Tally) add(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, name, text, parser.ParseComments)
	if err != nil || ast.IsGenerated(tree) {
		return err
	}
	t.count(files, tree, text, strings.HasSuffix(name, "_test.go"))
	return nil
}

func (t *Tally) count(files *token.FileSet, tree *ast.File, text []byte, test bool) {
	code, comment := lines(files, tree, text)
	for _, d := range tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		switch {
		case !ok:
		case test && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Example"):
			t.Examples++
		case !test && f.Body != nil:
			t.Functions = append(t.Functions, files.Position(f.End()).Line-files.Position(f.Pos()).Line+1)
		}
	}
	if test {
		t.Tests += code
		return
	}
	t.Files++
	t.Code += code
	t.Comment += comment
	if bytes.Count(text, []byte("\n")) > 500 {
		t.Long++
	}
}

// lines returns how many lines have code, and how many only a comment.
func lines(files *token.FileSet, tree *ast.File, text []byte) (code, comment int) {
	without := slices.Clone(text)
	file := files.File(tree.Pos())
	for _, group := range tree.Comments {
		for i := file.Offset(group.Pos()); i < file.Offset(group.End()); i++ {
			if without[i] != '\n' {
				without[i] = ' '
			}
		}
	}
	all := bytes.Split(text, []byte("\n"))
	for i, line := range bytes.Split(without, []byte("\n")) {
		switch {
		case len(bytes.TrimSpace(line)) > 0:
			code++
		case len(bytes.TrimSpace(all[i])) > 0:
			comment++
		}
	}
	return code, comment
}
