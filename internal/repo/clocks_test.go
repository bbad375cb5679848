// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const clocksFile = "testdata/clocks.tsv"

// isClock reports whether a call waits for, or measures, the time on the wall.
func isClock(call string) bool {
	switch call {
	case "time.Sleep", "time.After", "time.AfterFunc", "time.Since", "time.Until", "time.NewTimer", "time.NewTicker", "time.Tick",
		"context.WithTimeout", "context.WithDeadline":
		return true
	}
	_, method, _ := strings.Cut(call, ".")
	return slices.Contains([]string{"SetDeadline", "SetReadDeadline", "SetWriteDeadline"}, method)
}

// called returns the qualified name of a call, such as time.Sleep.
func called(n ast.Node) string {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return ""
	}
	selected, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if of, ok := selected.X.(*ast.Ident); ok {
		return of.Name + "." + selected.Sel.Name
	}
	return "." + selected.Sel.Name
}

// bubbles returns the functions of a file that run by the clock of synctest, which waits for
// nobody: those that synctest.Test is given by name.
func bubbles(file *ast.File) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if called(n) == "synctest.Test" {
			if given, ok := n.(*ast.CallExpr).Args[1].(*ast.Ident); ok {
				names[given.Name] = true
			}
		}
		return true
	})
	return names
}

// momentsIn returns the variables of a function that have the time.
func momentsIn(d ast.Decl) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(d, func(n ast.Node) bool {
		if set, ok := n.(*ast.AssignStmt); ok && len(set.Lhs) == len(set.Rhs) {
			for i, to := range set.Lhs {
				if v, ok := to.(*ast.Ident); ok && isMoment(set.Rhs[i], nil) {
					names[v.Name] = true
				}
			}
		}
		return true
	})
	return names
}

// isMoment reports whether an expression is the time, or a variable that has it.
func isMoment(e ast.Expr, moments map[string]bool) bool {
	v, ok := e.(*ast.Ident)
	return ok && moments[v.Name] || called(e) == "time.Now"
}

// compares reports whether a call compares the time with another.
func compares(n ast.Node, moments map[string]bool) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	return ok && slices.Contains([]string{"After", "Before", "Sub"}, method.Sel.Name) &&
		(isMoment(method.X, moments) || isMoment(call.Args[0], moments))
}

// clocksOf counts the clocks in each function of a test file, outside of bubbles. Benchmarks
// measure time by their nature.
func clocksOf(file *ast.File) map[string]int {
	found, bubbles := map[string]int{}, bubbles(file)
	for _, d := range file.Decls {
		name := "-"
		if f, ok := d.(*ast.FuncDecl); ok {
			if name = f.Name.Name; bubbles[name] || strings.HasPrefix(name, "Benchmark") {
				continue
			}
		}
		moments := momentsIn(d)
		ast.Inspect(d, func(n ast.Node) bool {
			call := called(n)
			if isClock(call) || compares(n, moments) {
				found[name]++
			}
			return call != "synctest.Test"
		})
	}
	return found
}

// clocksIn lists the clocks of all tests under a folder as "path function count".
func clocksIn(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var list []string
	err := fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && path != ".") {
			return cmpSkip(err)
		}
		if strings.HasSuffix(path, ".txtar") {
			text, err := fs.ReadFile(tree, path)
			if n := sleeps(string(text)); n > 0 {
				list = append(list, fmt.Sprintf("%s - %d", path, n))
			}
			return err
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := fs.ReadFile(tree, path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		found := clocksOf(file)
		for _, name := range slices.Sorted(maps.Keys(found)) {
			list = append(list, fmt.Sprintf("%s %s %d", path, name, found[name]))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// cmpSkip returns an error, or leaves a folder out.
func cmpSkip(err error) error {
	if err != nil {
		return err
	}
	return fs.SkipDir
}

// sleeps counts the lines of a testscript that wait by the clock.
func sleeps(script string) int {
	commands, _, _ := strings.Cut(script, "\n-- ")
	return len(regexp.MustCompile(`(?m)^\W*(exec |\[.*\] )*sleep\b`).FindAllString(commands, -1))
}

// reasons reads the clocks that may stay: path, function, count, and why.
func reasons(t *testing.T) map[string]string {
	t.Helper()
	f, err := os.Open(clocksFile)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	why := map[string]string{}
	for scan := bufio.NewScanner(f); scan.Scan(); {
		fields := strings.Split(scan.Text(), "\t")
		if len(fields) != 4 || len(fields[3]) < 20 {
			t.Errorf("%s: %q: want a path, a function, a count and a reason", clocksFile, scan.Text())
			continue
		}
		why[strings.Join(fields[:3], " ")] = fields[3]
	}
	return why
}

// TestClocksHaveReasons: a test that waits or measures by the clock fails on a busy machine, so
// every one that does has a reason in testdata/clocks.tsv. Before you add one: wait for a
// condition (testsize.Await), count work (testsize.AwaitWork, rusage.CPU, nodes, calls) or use a
// bubble of testing/synctest.
func TestClocksHaveReasons(t *testing.T) {
	why := reasons(t)
	for _, clock := range clocksIn(t, os.DirFS("../..")) {
		if why[clock] == "" {
			t.Errorf("no reason for the clocks of: %s", clock)
		}
		delete(why, clock)
	}
	for clock := range why {
		t.Errorf("%s has a reason for what is not there: %s", clocksFile, clock)
	}
}
