// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
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
		{"help", ok, "\n  repro      write docs/results/mines-papers.md", ""},
		{"--help", ok, "\n  duel       compare two", ""},
		{"strength", misuse, "", `unknown command "strength"; want repro, train, duel, regret, methods, equilibria, clicks, daily, originals, count, changes, licences`},
		{"train -nothing", misuse, "", "flag provided but not defined: -nothing"},
		{"duel", failed, "", "veil-dev duel: want one or two players"},
		{"regret -dir nowhere fast", failed, "", "nowhere/tuning.tsv.gz has no positions: make them"},
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
