// SPDX-License-Identifier: BSD-3-Clause

package diag_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/veilplan/veil/diag"
)

const fan = `fault,prior,repair,wrong,alarm log,pressure,fan noise
cost,,,,1,4,0.5
error,,,,,0.05,
repeat,,,,,,yes
give up,,400,,,,
none,30,,60,once:0.8|often:0.2,normal,quiet:0.9|loud:0.1
fan,20,45,300,often:0.7|once:0.3,normal,loud:0.85|quiet:0.15
leak,15,90,500,often:0.6|once:0.4,low,quiet:0.9|loud:0.1
`

func TestReadErring(t *testing.T) {
	table, err := diag.ReadErring(strings.NewReader(fan))
	if err != nil {
		t.Fatal(err)
	}
	if !table.Money || table.GiveUp != 400 || !table.Tests[2].Repeat || table.Tests[0].Repeat || table.Tests[2].Cost != 0.5 {
		t.Errorf("%+v", table)
	}
	if f := table.Faults; f[0].Repair >= 0 || f[0].Wrong != 60 || f[1].Repair != 45 || f[2].Weight != 15 {
		t.Errorf("%+v", f)
	}
	// often comes second in the words of the first test; pressure errs with 0.05.
	if got := table.Tests[0].Chances[1]; got[0] != 0.3 || got[1] != 0.7 {
		t.Error(got)
	}
	if got := table.Tests[1].Chances[2]; got[0] != 0.05 || got[1] != 0.95 {
		t.Error(got)
	}
	r, err := table.Find("fan noise=loud")
	if err != nil || table.Spell(r) != "fan noise=loud" {
		t.Error(r, err)
	}
}

// TestErringIsMarked: a table of certain readings is read by Read, and only a table that errs is left to ReadErring.
func TestErringIsMarked(t *testing.T) {
	for _, c := range []struct {
		text         string
		errs         bool
		line, column int
	}{
		{fan, true, 1, 3},
		{"fault,prior,repair,wrong,a\ncost,,,,1\nx,1,3,9,l\n", true, 1, 3},
		{"fault,prior,repair,wrong,a\nx,1,3,9,l\ngive up,,40,,\n", true, 1, 3},
		{"fault,prior,repair,wrong,a\nx,1,3,9,l\nnone,1,,,l\n", true, 1, 3},
		{"fault,prior,repair,wrong,a\nerror,,0.1,,\nx,1,3,9,l\n", true, 2, 1},
		{"fault,prior,repair,wrong,a\ncost,,1,2,3\nx,1,3,9,\n", false, 3, 5},
		{"fault,prior,a\nx,1,l:0.5|m:0.5\ny,1,l\n", true, 2, 3},
		{"fault,prior,a\nerror,,0.1\nx,1,l\ny,1,m\n", true, 2, 1},
		{"fault,prior,a\nx,1,l:0.5|m\ny,1,l\n", true, 2, 3},
		{"fault,prior,a\nx,1,\ny,1,l\n", false, 2, 3},
	} {
		_, err := diag.Read(strings.NewReader(c.text))
		bad, ok := errors.AsType[*diag.Error](err)
		if !ok || bad.Errs != c.errs || bad.Line != c.line || bad.Column != c.column {
			t.Errorf("%q: %+v", c.text, err)
		}
	}
	for _, word := range []string{"14:30", "ratio 1:2", "x|y", "a:b|c:d", "none", "|"} {
		if _, err := diag.Read(strings.NewReader("fault,prior,a\nx,1," + word + "\ny,1,l\nerror,1,l\n")); err != nil {
			t.Errorf("%s: %v", word, err)
		}
	}
}

// TestTestsNamedAsPrices: tests may be called repair and wrong, whatever they read.
func TestTestsNamedAsPrices(t *testing.T) {
	for _, text := range []string{
		"fault,prior,repair,wrong,a\nx,1,0,1,l\ny,1,1,0,m\n",
		"fault,prior,repair,wrong,a\nx,1,yes,no,l\ny,1,no,no,m\n",
		"fault,prior,repair,wrong,a\ncost,,1,2,3\nx,1,0,1,l\ny,1,1,0,m\n",
	} {
		if table, err := diag.Read(strings.NewReader(text)); err != nil || len(table.Tests) != 3 {
			t.Errorf("%q: %v", text, err)
		}
	}
	text := "fault,prior,repair,wrong,a\nerror,,,,0.1\nx,1,yes,no,l\ny,1,no,no,m\n"
	if table, err := diag.ReadErring(strings.NewReader(text)); err != nil || table.Money || len(table.Tests) != 3 {
		t.Errorf("%q: %v", text, err)
	}
}

// TestErringRefuses: what looks like chances and is not is refused, with its place.
func TestErringRefuses(t *testing.T) {
	for _, c := range []struct {
		text, what   string
		line, column int
	}{
		{"fault,prior,a\nx,1,l:0.5|m:0.4\n", "add up to 0.9", 2, 3},
		{"fault,prior,a\nx,1,l:0.5|m\n", "every part", 2, 3},
		{"fault,prior,a\nx,1,l:0.5|:0.5\n", "every part", 2, 3},
		{"fault,prior,a\nx,1,l:1.5|m:0.5\n", "from 0 to 1", 2, 3},
		{"fault,prior,a\nx,1,l:1e0|m:0\n", "from 0 to 1", 2, 3},
		{"fault,prior,a\nx,1,l:-0.5|m:1.5\n", "from 0 to 1", 2, 3},
		{"fault,prior,a\nx,1,l:0.5|l:0.5\n", "twice", 2, 3},
		{"fault,prior,a,b\nerror,,0.1,1\nx,1,l,m\n", "below 1", 2, 4},
		{"fault,prior,a\nrepeat,,often\nx,1,l\n", "yes, no", 2, 3},
		{"fault,prior,a\ngroup,,lid\nx,1,l\n", "setup", 2, 1},
		{"fault,prior,a\ngive up,,3\nx,1,l\n", "needs the columns", 2, 1},
		{"fault,prior,repair,wrong,a\nx,1,3,,l\n", "to stop while x", 2, 4},
		{"fault,prior,repair,wrong,a\nnone,1,3,,l\n", "nothing for the fault none", 2, 3},
		{"fault,prior,a\nx,1,l" + manyChances(diag.MaxErringWords) + "\n", "more than 64", 2, 3},
		{"fault,prior,a\ncost,,0\nrepeat,,yes\nx,1,l\n", "above 0", 1, 3},
		{"fault,prior,a\nx,0,l\n", "above 0", 2, 2},
		{"fault,prior,a\nerror,,0.1\nerror,,0.1\nx,1,l\n", "twice", 3, 1},
	} {
		_, err := diag.ReadErring(strings.NewReader(c.text))
		bad, ok := errors.AsType[*diag.Error](err)
		if !ok || bad.Line != c.line || bad.Column != c.column || !strings.Contains(bad.What, c.what) {
			t.Errorf("%q: %v", c.text, err)
		}
	}
}

// manyChances returns that many readings after the first, which has all the chance.
func manyChances(n int) string {
	var b strings.Builder
	b.WriteString(":1")
	for i := range n {
		fmt.Fprintf(&b, "|m%d:0", i)
	}
	return b.String()
}

func FuzzReadErring(f *testing.F) {
	f.Add(fan)
	f.Add(lamp)
	f.Add("fault,prior,a\nerror,,0.1\nx,1,l:0.5|m:0.5\ny,1,n\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := diag.ReadErring(strings.NewReader(text))
		if err != nil {
			return
		}
		if len(table.Faults) > diag.MaxErringFaults || len(table.Tests) > diag.MaxErringTests {
			t.Fatal("a table beyond the limits was accepted")
		}
		for _, x := range table.Tests {
			for _, row := range x.Chances {
				sum := 0.0
				for _, p := range row {
					sum += p
				}
				if len(row) != len(x.Words) || math.Abs(sum-1) > 1e-9 {
					t.Fatalf("chances %v of %q", row, x.Words)
				}
			}
		}
	})
}
