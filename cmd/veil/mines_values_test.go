// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/experiment/values"
	"github.com/veilplan/veil/internal/testsize"
)

// oracleFile holds values that an independent program computed.
const oracleFile = "search/optimal/testdata/exact-values.tsv"

// oracle returns its rows by click: wins, layouts.
func oracle(t *testing.T) map[values.Key][2]uint64 {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(rootDir, oracleFile))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[values.Key][2]uint64{}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) == 8 && f[0] != "width" && f[0] != "#" {
			rows[values.Key{Width: number(t, f[0]), Height: number(t, f[1]), Mines: number(t, f[2]), First: f[3], Cell: f[4]}] = [2]uint64{uint64(number(t, f[5])), uint64(number(t, f[6]))}
		}
	}
	return rows
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// agrees compares a table with the oracle, and returns how many clicks both know. Bounds
// must hold.
func agrees(t *testing.T, table []values.Row) (common int) {
	t.Helper()
	known := oracle(t)
	for _, r := range table {
		want, ok := known[r.Key]
		if !ok {
			continue
		}
		common++
		if r.Lo > want[0] || r.Hi < want[0] || r.Layouts != want[1] {
			t.Errorf("%+v: %d..%d of %d, want %d of %d", r.Key, r.Lo, r.Hi, r.Layouts, want[0], want[1])
		}
	}
	return common
}

func parseValues(t *testing.T, text []byte) []values.Row {
	t.Helper()
	rows, torn, err := values.Parse(text)
	if err != nil || torn != 0 {
		t.Fatalf("torn %d, %v", torn, err)
	}
	return rows
}

// TestValuesAgree: all boards of two sizes, every rule and click.
func TestValuesAgree(t *testing.T) {
	for size, want := range map[string]int{"3x3": 32, "4x4": testsize.Of(48, 48, 71)} {
		args := []string{"mines", "values", size, "--plain"}
		if size == "4x4" && testsize.Of(0, 0, 1) == 0 {
			args = append(args, "--mines", "1-4,9-15") // most of the time goes to those between
		}
		got := try(testEnv(t.TempDir(), args...))
		if got.code != 0 { // 4 if one is not exact
			t.Fatal(got.errors)
		}
		if common := agrees(t, parseValues(t, []byte(got.out))); common != want {
			t.Errorf("%s: the oracle knows %d of the clicks, want %d", size, common, want)
		}
	}
}

// TestValuesKilled ends the real process again and again, by Ctrl-C and without any
// warning: at last it knows the same.
func TestValuesKilled(t *testing.T) {
	args := []string{"mines", "values", "4x4", "--mines", "0-12", "--plain", "--store", "values.tsv"}
	start := func(dir string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), "veil", args...)
		cmd.Dir = dir
		return cmd
	}
	whole, dir := t.TempDir(), t.TempDir()
	want, err := start(whole).Output()
	if err != nil {
		t.Fatal(err)
	}
	kills, name := 0, filepath.Join(dir, "values.tsv")
	ends := []os.Signal{os.Kill, os.Interrupt}
	for i := range 8 {
		before := size(name)
		cmd := start(dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if killAfter(cmd, ends[i%2], func() bool { return size(name) > before }) != nil {
			kills++
		}
		tear(t, name, i+1)
	}
	got, err := start(dir).Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d kills", kills)
	if kills < 3 {
		t.Errorf("only %d kills had anything to interrupt", kills)
	}
	if !bytes.Equal(withoutWork(t, got), withoutWork(t, want)) {
		t.Errorf("after %d kills\n%s\nwant\n%s", kills, got, want)
	}
	one, two := readFile(t, name), readFile(t, filepath.Join(whole, "values.tsv"))
	if !bytes.Equal(withoutWork(t, one), withoutWork(t, two)) {
		t.Errorf("after %d kills the file is\n%s\nwant\n%s", kills, one, two)
	}
}

// killAfter ends a program that was started as soon as it has got somewhere, and returns how it ended.
func killAfter(cmd *exec.Cmd, by os.Signal, somewhere func() bool) error {
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			return err
		case <-time.After(time.Millisecond):
			if somewhere() {
				_ = cmd.Process.Signal(by) // it may have ended by itself
				return <-ended
			}
		}
	}
}

// tear cuts a few bytes off, as a crash of the machine might.
func tear(t *testing.T, name string, bytes int) {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		return // killed before there was one
	}
	if err := os.Truncate(name, max(0, info.Size()-int64(bytes))); err != nil {
		t.Fatal(err)
	}
}

// withoutWork takes the nodes and entries away: they depend on what the process had
// already learned from other clicks.
func withoutWork(t *testing.T, text []byte) []byte {
	t.Helper()
	rows := parseValues(t, text)
	for i := range rows {
		rows[i].Nodes, rows[i].Entries = 0, 0
	}
	table, err := values.NewTable(rows)
	if err != nil {
		t.Fatal(err)
	}
	return table.Text()
}

func writeFile(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
