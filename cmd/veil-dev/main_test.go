// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"go/build"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCommands: help has a line for each command, every command knows -h, and what is wrong is
// said with the exit code of misuse.
func TestCommands(t *testing.T) {
	for _, c := range []struct {
		args     string
		code     int
		out, log string
	}{
		{"", ok, "\n  licences   write THIRD_PARTY_NOTICES", ""},
		{"help", ok, "\n  repro      write docs/reproduction.md", ""},
		{"--help", ok, "\n  duel       compare two", ""},
		{"strength", misuse, "", `unknown command "strength"; want repro, train, duel, clicks, licences`},
		{"train -nothing", misuse, "", "flag provided but not defined: -nothing"},
		{"duel", failed, "", "veil-dev duel: want a player"},
		{"duel -board 5x5/4 -games 3 instant", ok, "instant", ""},
	} {
		var out, log bytes.Buffer
		code := run(t.Context(), strings.Fields(c.args), &out, &log)
		if code != c.code || !strings.Contains(out.String(), c.out) || !strings.Contains(log.String(), c.log) {
			t.Errorf("%q: code %d, want %d\n%s%s", c.args, code, c.code, out.String(), log.String())
		}
	}
	for _, c := range commands() {
		var out, log bytes.Buffer
		if code := run(t.Context(), []string{c.name, "-h"}, &out, &log); code != ok || !strings.Contains(log.String(), "Usage of veil-dev "+c.name) {
			t.Errorf("%s -h: code %d\n%s", c.name, code, log.String())
		}
		if !strings.Contains(help(), "\n  "+c.name+" ") {
			t.Errorf("help does not list %s", c.name)
		}
	}
}

const module = "github.com/veilplan/veil"

// TestNoWeb: veil-dev, with everything that it imports, is built without web, so that work on the
// page does not build it again and no server is linked into it. cmd/veil has web, which shows that the
// search finds it.
func TestNoWeb(t *testing.T) {
	if found := webIn(reached(t, "cmd/veil-dev")); len(found) > 0 {
		t.Errorf("of web it imports %v", found)
	}
	if len(webIn(reached(t, "cmd/veil"))) == 0 {
		t.Error("web is not found among the imports of cmd/veil: is the search broken?")
	}
}

func webIn(dirs []string) []string {
	return slices.DeleteFunc(dirs, func(dir string) bool { return dir != "web" && !strings.HasPrefix(dir, "web/") })
}

// reached lists the folders of all packages of the module that a package is built from.
func reached(t *testing.T, dir string) []string {
	t.Helper()
	seen := map[string]bool{dir: true}
	all := []string{dir}
	for i := 0; i < len(all); i++ {
		p, err := build.ImportDir(filepath.Join("..", "..", all[i]), 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range p.Imports {
			if inside, ours := strings.CutPrefix(path, module+"/"); ours && !seen[inside] {
				seen[inside] = true
				all = append(all, inside)
			}
		}
	}
	return all
}
