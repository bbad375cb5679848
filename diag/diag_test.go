// SPDX-License-Identifier: BSD-3-Clause

package diag_test

import (
	"strings"
	"testing"

	"github.com/veilplan/veil/diag"
)

const lamp = `# a lamp
fault,  prior, bulb,  tester
cost,   ,      0.5,   2
bulb,   6,     light, on
fuse,   3,     dark,  off
switch, 1.5,   dark,  on
`

func TestRead(t *testing.T) {
	table, err := diag.Read(strings.NewReader(lamp))
	if err != nil {
		t.Fatal(err)
	}
	if table.Unit != 10 || table.Tests[0].Cost != 5 || table.Tests[1].Cost != 20 || table.Faults[2].Weight != 15 || table.Faults[0].Weight != 60 {
		t.Errorf("%+v", table)
	}
	r, err := table.Find("tester = off")
	if err != nil || table.Spell(r) != "tester=off" {
		t.Error(r, err)
	}
	if left := table.Left([]diag.Reading{r}); len(left) != 1 || left[0] != 1 {
		t.Error(left)
	}
	light, err := table.Find("bulb=light")
	if err != nil {
		t.Fatal(err)
	}
	on, err := table.Find("tester=on")
	if err != nil {
		t.Fatal(err)
	}
	if core := table.Conflict([]diag.Reading{on, light, r}); len(core) != 2 {
		t.Error(core)
	}
}

// TestGroups: a group is prepared once, at a price in the unit of all costs.
func TestGroups(t *testing.T) {
	table, err := diag.Read(strings.NewReader("fault,prior,a,b,c\ngroup,,lid,,lid\nsetup,,,,2.25\nx,1,0,0,0\ny,1,1,1,0\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Groups) != 1 || table.Unit != 100 || table.Groups[0].Setup != 225 || table.Tests[0].Cost != 100 {
		t.Errorf("%+v", table)
	}
	cost, ready := table.Charge(0, 0)
	again, _ := table.Charge(2, ready)
	if free, same := table.Charge(1, 0); cost != 325 || again != 100 || free != 100 || same != 0 {
		t.Error(cost, again, free, same)
	}
	// A fault may have the name of such a line: it has a prior.
	if table, err = diag.Read(strings.NewReader("fault,prior,a\ngroup,1,x\nsetup,2,y\n")); err != nil || len(table.Faults) != 2 {
		t.Error(table, err)
	}
}

// TestFaults: what is wrong with a file is said with its line and cell.
func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "line 1, cell 1: a table without faults",
		"x,y\n":                            `line 1, cell 1: the first line begins with "fault,prior," and names the tests`,
		"fault,prior,a,a\n":                `line 1, cell 4: "a" names no test`,
		"fault,prior,a\nf,1\n":             "line 2, cell 2: 2 cells, want 3",
		"fault,prior,a\nf,1,x,y\n":         "line 2, cell 3: 4 cells, want 3",
		"fault,prior,a\nf,-1,x\n":          `line 2, cell 2: prior "-1"`,
		"fault,prior,a\nf,0,x\n":           "the prior of f is zero",
		"fault,prior,a\nf,1,\n":            "line 2, cell 3: what does a read for f?",
		"fault,prior,a\nf,1,x\nf,1,y\n":    `line 3, cell 1: "f" is there twice`,
		"fault,prior,a\ncost,,z\nf,1,x\n":  `line 2, cell 3: cost "z"`,
		"fault,prior,a\nf,\"1,x\nf,1,y\n":  "line",
		"fault,prior,a\nf,1.1234567,x\n":   "at most 6 digits",
		"fault,prior,a\nf,12345678901,x\n": "below 10^9",

		"fault,prior,a\ngroup,,g\nf,1,x\n": "what does it cost to set up g?",

		"fault,prior,a\nsetup,,2\nf,1,x\n": "line 2, cell 3: a is in no group",

		"fault,prior,a\ngroup,,g\nsetup,,z\nf,1,x\n": `line 3, cell 3: setup "z"`,

		"fault,prior,a,b\ngroup,,g,g\nsetup,,1,2\nf,1,x,y\n": "line 3, cell 4: setup 2: that of g was 1 before",
	} {
		if _, err := diag.Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// FuzzRead: nothing panics, and what is read is whole.
func FuzzRead(f *testing.F) {
	f.Add(lamp)
	f.Add("fault,prior,a\ncost,,1\nf,1,x\ng,2,y\n")
	f.Add("\uFEFFfault;prior;a\ncost;;1,5\nf;1;x\ng;2;y\n")
	f.Add("fault\tprior\ta\nf\t1\tx:0,5|y\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := diag.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		for i := range table.Tests {
			x := &table.Tests[i]
			if len(x.Reads) != len(table.Faults) {
				t.Fatal("a test without readings")
			}
			for _, k := range x.Reads {
				if r, err := table.Find(x.Name + "=" + x.Words[k]); err != nil || r.Test != i || r.Word != int(k) {
					if !strings.ContainsAny(x.Words[k], "=") {
						t.Fatalf("%q=%q: %v, %v", x.Name, x.Words[k], r, err)
					}
				}
			}
		}
	})
}
