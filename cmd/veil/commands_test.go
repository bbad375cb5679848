// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/veilplan/veil/cli/frame"
)

// TestCommandIndex compares the list of commands and help topics with the program's. UPDATE=1 rewrites it.
func TestCommandIndex(t *testing.T) {
	a := &app{&frame.App{Env: testEnv("")}}
	root := newRoot(a.App)
	name := filepath.Join(rootDir, "docs", "reference", "cli", "README.md")
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, name, string(want), a.Index(root, false))
}

// TestCommandPages: man --markdown writes a page for every command and topic, and every link of its index leads to one.
func TestCommandPages(t *testing.T) {
	dir := t.TempDir()
	if got := try(testEnv("", "man", "--markdown", dir)); got.code != 0 {
		t.Fatalf("exit %d: %s", got.code, got.errors)
	}
	index, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(string(index), -1)
	if len(links) < 70 {
		t.Errorf("only %d links", len(links))
	}
	for _, link := range links {
		if page, err := os.ReadFile(filepath.Join(dir, link[1])); err != nil || len(page) < 100 {
			t.Errorf("%s: %d bytes, %v", link[1], len(page), err)
		}
	}
}

// TestCommandLine compares every command, its arguments, and its flags with their types and
// defaults with docs/data/commands.txt, so that a change is seen in review. UPDATE=1 rewrites
// the file; docs/reference/stability.md says what may change.
func TestCommandLine(t *testing.T) {
	var got strings.Builder
	everyCommand(newRoot(&frame.App{Env: testEnv("")}), func(cmd *cobra.Command) {
		if cmd.Hidden {
			return
		}
		fmt.Fprintln(&got, strings.TrimSuffix(cmd.CommandPath()+" "+strings.Join(strings.Fields(cmd.Use)[1:], " "), " "))
		flags := cmd.LocalFlags()
		flags.SortFlags = true
		flags.VisitAll(func(f *pflag.Flag) {
			short := ""
			if f.Shorthand != "" {
				short = ", -" + f.Shorthand
			}
			fmt.Fprintf(&got, "  --%s%s %s = %s\n", f.Name, short, f.Value.Type(), cmp.Or(f.DefValue, `""`))
		})
	})
	name := filepath.Join(rootDir, "docs", "data", "commands.txt")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(name, []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the command line is not that of docs/data/commands.txt (if that is meant: UPDATE=1, and a file in changes/):\n%s",
			firstDifference(string(want), got.String()))
	}
}
