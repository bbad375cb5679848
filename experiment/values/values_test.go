// SPDX-License-Identifier: BSD-3-Clause

package values_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment/values"
)

func row(mines int, cell string, lo, hi uint64, budget values.Budget) values.Row {
	return values.Row{
		Key: values.Key{Width: 3, Height: 3, Mines: mines, First: "safe", Cell: cell},
		Lo:  lo, Hi: hi, Layouts: 28, Budget: budget, Nodes: 10, Entries: 3,
	}
}

func open(t *testing.T, name string) *values.Store {
	t.Helper()
	s, err := values.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestStore: rows come back in order, whatever the order they were found in.
func TestStore(t *testing.T) {
	name := filepath.Join(t.TempDir(), "values.tsv")
	s := open(t, name)
	minute := values.Budget{Seconds: 60}
	rows := []values.Row{row(4, "r2c2", 1, 9, minute), row(2, "r1c2", 24, 24, values.Budget{}), row(2, "r1c1", 23, 23, values.Budget{})}
	for _, r := range rows {
		if err := s.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := values.Open(name); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("opened twice: %v", err)
	}
	if err := s.Close(); err != nil { // as a killed process would
		t.Fatal(err)
	}
	s = open(t, name)
	if got, ok := s.Row(rows[0].Key); !ok || got != rows[0] {
		t.Errorf("%+v, want %+v", got, rows[0])
	}
	if err := s.Add(row(4, "r2c2", 3, 3, values.Budget{})); err != nil {
		t.Fatal(err)
	}
	if err := s.Add(row(2, "r1c1", 22, 22, values.Budget{})); err == nil {
		t.Error("a click got a second value")
	}
	if err := s.Finish(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	const want = `#   veil mines values 3x3 --first safe --mines 2,4
width	height	mines	first	cell	wins	layouts	badge	budget	nodes	entries
3	3	2	safe	r1c1	23	28	exact	-	10	3
3	3	2	safe	r1c2	24	28	exact	-	10	3
3	3	4	safe	r2c2	3	28	exact	-	20	3
`
	if got := read(t, name); !strings.HasSuffix(got, "\n"+want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestTorn cuts a file here and there: whole rows stay, and the rest is written again.
func TestTorn(t *testing.T) {
	rows := []values.Row{row(1, "r1c1", 8, 8, values.Budget{}), row(2, "r1c2", 3, 24, values.Budget{Nodes: 5})}
	table, err := values.NewTable(rows)
	if err != nil {
		t.Fatal(err)
	}
	text := table.Text()
	name := filepath.Join(t.TempDir(), "values.tsv")
	for cut := 0; cut < len(text); cut += 7 {
		if err := os.WriteFile(name, text[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		s := open(t, name)
		for _, r := range rows {
			if _, ok := s.Row(r.Key); !ok {
				if err := s.Add(r); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := s.Finish(); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if got := read(t, name); got != string(text) {
			t.Fatalf("cut at %d: %q", cut, got)
		}
	}
}

// TestDamage: a line that is no row is refused with its number, not thrown away.
func TestDamage(t *testing.T) {
	good := strings.Join(row(2, "r1c1", 23, 23, values.Budget{}).Fields(), "\t")
	for old, with := range map[string]string{
		"\t23\t": "\t29\t", "exact": "bounds", "safe": "any", "r1c1": "r4c1", "23": "023", "\t-\t": "\t9\t", "\t10\t": "\t-10\t", "28": "x",
		"3\t3": "0\t3", "\t2\t": "\t10\t", "r1": "r01", "\t3": "",
	} {
		text := "# a file\n" + strings.Replace(good, old, with, 1) + "\n"
		if rows, _, err := values.Parse([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("%q: %v, %v", text, rows, err)
		}
	}
	if rows, _, err := values.Parse([]byte(good + "\n")); err != nil || len(rows) != 1 {
		t.Errorf("%v, %v", rows, err)
	}
	if _, _, err := values.Parse(make([]byte, values.MaxBytes+1)); err == nil {
		t.Error("a huge file was read")
	}
	name := filepath.Join(t.TempDir(), "values.tsv")
	if err := os.WriteFile(name, []byte("not a table\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := values.Open(name); err == nil || read(t, name) != "not a table\n" {
		t.Errorf("another file was taken: %v", err)
	}
}

// TestBudgets: bounds are worth another try exactly if what ended them has grown.
func TestBudgets(t *testing.T) {
	second, minute, nodes := values.Budget{Seconds: 1}, values.Budget{Seconds: 60}, values.Budget{Nodes: 100}
	for _, tc := range []struct {
		now, old values.Budget
		want     bool
	}{
		{second, second, false},
		{minute, second, true},
		{second, minute, false},
		{values.Budget{}, minute, true},
		{values.Budget{}, nodes, true},
		{nodes, nodes, false},
		{values.Budget{Nodes: 101}, nodes, true},
		{nodes, second, true},
	} {
		if got := tc.now.Exceeds(tc.old); got != tc.want {
			t.Errorf("%v after %v: %v", tc.now, tc.old, got)
		}
	}
}

// FuzzParse: nothing panics, and what is read is written back the same.
func FuzzParse(f *testing.F) {
	table, err := values.NewTable([]values.Row{row(2, "r1c1", 23, 23, values.Budget{}), row(3, "r1c2", 1, 24, values.Budget{Seconds: 2, Nodes: 5})})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(table.Text())
	f.Add([]byte("# torn\n3\t3\t2\tsafe"))
	f.Fuzz(func(t *testing.T, text []byte) {
		rows, torn, err := values.Parse(text)
		if err != nil {
			return
		}
		if torn > len(text) || bytes.ContainsRune(text[len(text)-torn:], '\n') {
			t.Errorf("torn %d of %q", torn, text)
		}
		table, err := values.NewTable(rows)
		if err != nil {
			return // two rows of a click contradict each other
		}
		again, torn, err := values.Parse(table.Text())
		if err != nil || torn != 0 || !slices.Equal(again, []values.Row(table)) {
			t.Errorf("%v, %v; want %v", again, err, table)
		}
	})
}
