// SPDX-License-Identifier: BSD-3-Clause

package cassandra_test

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/pomdp/cassandra"
	"github.com/veilplan/veil/pomdp/tabular"
)

// doors is the tiger problem as its authors wrote it down, in our words.
const doors = `# two doors
discount: 0.95
values: reward
states: left right
actions: listen open-left open-right
observations: growl-left growl-right
start: uniform
T: * 
uniform
T: listen
identity
O: *
uniform
O: listen
0.85 0.15
0.15 0.85
R: listen : * : * : * -1
R: open-left : * : * : * 10
R: open-left : left : * : * -100
R: open-right : * : * : * 10
R: open-right : right : * : * -100
`

func TestParse(t *testing.T) {
	p, err := cassandra.Parse("\uFEFF" + strings.ReplaceAll(doors, "\n", "\r\n")) // as Windows saves it
	if err != nil {
		t.Fatal(err)
	}
	s := tabular.State(1)
	got := p.AppendOutcomes(nil, &s, 0)
	if len(got) != 2 || got[0].State != 1 || got[0].P != 0.15 || got[1].P != 0.85 || got[0].Reward != -1 {
		t.Errorf("listening leads to %+v", got)
	}
	if all, each := p.Rewards(2, s); all != -100 || each != nil {
		t.Errorf("the tiger's door pays %v %v", all, each)
	}
	if got := p.AppendOutcomes(nil, &s, 1); len(got) != 4 || got[3].P != 0.25 {
		t.Errorf("opening leads to %+v", got)
	}
}

const small = "discount: 1\nstates: 2\nactions: 1\nobservations: 2\n"

// TestForms reads the same or another problem written differently.
func TestForms(t *testing.T) {
	for _, c := range []struct {
		name, text string
		start      []float64
		reward     [2][2]float64 // of state 0, by next state and observation
	}{
		{"start by numbers", "start: 0.25 0.75\nT: 0 uniform O: 0 uniform", []float64{0.25, 0.75}, [2][2]float64{}},
		{"start by state", "start: s1\nT: * uniform O: * uniform", []float64{0, 1}, [2][2]float64{}},
		{"start without", "start exclude: 1\nT: * uniform O: * uniform", []float64{1}, [2][2]float64{}},
		{"start with", "start include: s0 s1\nT: * uniform O: * uniform", []float64{0.5, 0.5}, [2][2]float64{}},
		{"no start", "T: 0 : 0 uniform T: 0 : 1 reset O: 0 uniform", []float64{0.5, 0.5}, [2][2]float64{}},
		{"a matrix of rewards", "T: 0 uniform O: 0 uniform R: 0 : s0 1 2 3 4", []float64{0.5, 0.5}, [2][2]float64{{1, 2}, {3, 4}}},
		{"a row of rewards", "T: 0 uniform O: 0 uniform R: 0 : s0 : 1 3 4", []float64{0.5, 0.5}, [2][2]float64{{0, 0}, {3, 4}}},
		{"the last wins", "T: 0 uniform O: 0 uniform R: 0 : 0 : * : 0 9 R: * : * : 1 : * 7", []float64{0.5, 0.5}, [2][2]float64{{9, 0}, {7, 7}}},
	} {
		text := strings.Replace(small, "states: 2", "states: s0 s1", 1) + c.text
		p, err := cassandra.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		start := make([]float64, len(c.start))
		for _, w := range p.AppendStarts(nil) {
			start[w.State] = w.P
		}
		if !reflect.DeepEqual(start, c.start) {
			t.Errorf("%s: starts %v, want %v", c.name, start, c.start)
		}
		s := tabular.State(0)
		for _, out := range p.AppendOutcomes(nil, &s, 0) {
			if want := c.reward[out.State][out.Seen]; out.Reward != want {
				t.Errorf("%s: %d and %d pay %v, want %v", c.name, out.State, out.Seen, out.Reward, want)
			}
		}
	}
}

func TestCosts(t *testing.T) {
	p, err := cassandra.Parse("values: cost\n" + small + "T: 0 uniform O: 0 uniform R: * : * : * : * 3")
	if err != nil {
		t.Fatal(err)
	}
	if all, _ := p.Rewards(0, 0); all != -3 {
		t.Errorf("a cost of 3 is a reward of %v", all)
	}
}

// TestFaultsAreLocated holds the message and place of every kind of fault.
func TestFaultsAreLocated(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      `line 1, column 1: the file ends before any T, O or R`,
		"discount: 2":                           `line 1, column 11: discount 2: want more than 0 and at most 1`,
		"discount: x":                           `line 1, column 11: want a number, got "x"`,
		"discount: inf":                         `line 1, column 11: want a number, got "inf"`,
		"discount 1":                            `line 1, column 10: want ":", got "1"`,
		"values: profit":                        `line 1, column 9: want reward or cost, got "profit"`,
		"states: 0":                             `line 1, column 9: 0 states: want 1 to 262144`,
		"states: a b a":                         `line 1, column 13: state "a" is listed twice`,
		"states: a ?":                           `line 1, column 11: want the name of a state, got "?"`,
		"states: 1\nbees":                       `line 2, column 1: want discount, values, states, actions, observations, start, T, O or R, got "bees"`,
		"states: 1 states:":                     `line 1, column 11: states is given twice`,
		"discount: 1\nT: 0":                     `line 2, column 1: states is missing`,
		small + "T: 1":                          `line 5, column 4: no action "1"`,
		small + "T: 0 : 5":                      `line 5, column 8: no state "5"`,
		small + "T: 0 1 0 0 one":                `line 5, column 12: want a number, got "one"`,
		small + "T: 0 uniform\n# no O":          `line 6, column 7: O: 0 : 0: no line gives these probabilities`,
		small + "T: 0 0.5 0.4 0 1 O: 0 uniform": `line 5, column 6: T: 0 : 0: probabilities sum to 0.9, not 1`,
		small + "T: 0 2 -1 0 1 O: 0 uniform":    `line 5, column 6: T: 0 : 0: probability 2 is not in [0, 1]`,
		small + "T: 0 uniform O: 0 uniform S":   `line 5, column 28: want ":", got the end`,
		small + "T: 0 uniform O: 0 uniform S:":  `line 5, column 27: want T, O or R, got "S"`,
		small + "start: nobody T: 0 uniform O: 0 uniform":   `line 5, column 8: no state "nobody"`,
		small + "start: 1 1 T: 0 uniform O: 0 uniform":      `line 5, column 8: start: probabilities sum to 2, not 1`,
		small + "start exclude: * T: 0 uniform O: 0 unifor": `line 5, column 16: start: no state is left`,
		small + "start: 1 0 0 T: 0 uniform":                 `line 5, column 12: want the end of start, got "0"; several states are given by start include:`,
	} {
		_, err := cassandra.Parse(text)
		var fault *cassandra.Error
		if !errors.As(err, &fault) || err.Error() != want {
			t.Errorf("%q\ngot  %v\nwant %s", text, err, want)
		}
	}
}

func TestRoundingIsForgiven(t *testing.T) {
	p, err := cassandra.Parse("discount: 1\nstates: 3\nactions: 1\nobservations: 1\nT: 0 : * .33333 .33333 .33333\nO: 0 uniform")
	if err != nil {
		t.Fatal(err)
	}
	s, sum := tabular.State(0), 0.0
	for _, out := range p.AppendOutcomes(nil, &s, 0) {
		sum += out.P
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("a rounded row sums to %v", sum)
	}
}

// TestHugeProblemsAreRefused: a short text must not make a large problem.
func TestHugeProblemsAreRefused(t *testing.T) {
	for _, text := range []string{
		"discount: 1 states: 1000000 actions: 4000 observations: 1 T: * uniform",
		"discount: 1 states: 100000 actions: 1 observations: 1 T: * uniform O: * uniform",
		"discount: 1 states: 1000 actions: 1 observations: 30000 T: * identity O: * uniform",
		"discount: 1 states: 2000 actions: 1 observations: 1000 T: * uniform O: * uniform " + strings.Repeat("R: * : * : 0 : 0 1 ", 200),
	} {
		if _, err := cassandra.Parse(text); err == nil {
			t.Errorf("%.60s… was read", text)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(doors)
	f.Add(small + "start include: 0 T: 0 : * : * 0.5 O: 0 : 1 uniform O: 0 : 0 0.1 0.9 R: 0 : 1 1 2 3 4")
	f.Add("values: cost\n" + small + "start: 0.1 0.9\nT: 0 reset O: * uniform R: * : 0 : 1 1 2")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := cassandra.Parse(text)
		if err != nil {
			var fault *cassandra.Error
			if !errors.As(err, &fault) || fault.Line < 1 || fault.Column < 1 {
				t.Fatalf("%v has no place", err)
			}
			return
		}
		var first, second bytes.Buffer
		if err := cassandra.Write(&first, p); err != nil {
			t.Fatal(err)
		}
		again, err := cassandra.Read(bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatalf("what was written is not read: %v\n%s", err, first.String())
		}
		if err := cassandra.Write(&second, again); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatalf("written twice, it differs: %v\n%s\n%s", err, first.String(), second.String())
		}
		if !reflect.DeepEqual(p, again) {
			t.Fatal("the problem changed")
		}
	})
}

// TestRowsOfTheirOwn names the line that gave a row, not the end of the file, and warns once.
func TestRowsOfTheirOwn(t *testing.T) {
	rows := func(row string) string {
		return "discount: 1\nstates: a b\nactions: go\nobservations: 1\nT: go\n" + row + "\n0 1\nO: * uniform\nR: * : * : * : * 1\n"
	}
	p, err := cassandra.Parse(rows("0.49995 0.5"))
	if err != nil {
		t.Fatal(err)
	}
	want := tabular.Scaled{Rows: 1, Line: 6, Row: "T: go : a", Sum: 0.49995 + 0.5}
	if got := p.Tables().Scaled; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	_, err = cassandra.Parse(rows("0.4998 0.5"))
	if fault, ok := errors.AsType[*cassandra.Error](err); !ok || fault.Line != 6 || !strings.Contains(fault.Message, "T: go : a: probabilities sum to 0.9998") {
		t.Error(err)
	}
}

// TestHabits reads what toolkits write beyond the grammar of pomdp-solve: a colon before a number, and
// rewards in the plural.
func TestHabits(t *testing.T) {
	plain := "discount: 0.9\nvalues: reward\nstates: a b\nactions: go\nobservations: x y\nT: go : a : b 1\nT: go : b : b 1\nO: go\nuniform\nR: go : a : b : x 2\n"
	want, err := cassandra.Parse(plain)
	if err != nil {
		t.Fatal(err)
	}
	habits := strings.NewReplacer("values: reward", "values: rewards", "a : b 1", "a : b : 1", "b : b 1", "b : b : 1.0", "x 2", "x : 2.0").Replace(plain)
	got, err := cassandra.Parse(habits)
	if err != nil {
		t.Fatal(err)
	}
	var a, b strings.Builder
	if err := errors.Join(cassandra.Write(&a, want), cassandra.Write(&b, got)); err != nil || a.String() != b.String() {
		t.Errorf("%v\n%s\n%s", err, a.String(), b.String())
	}
	costs, err := cassandra.Parse(strings.Replace(plain, "values: reward", "values: costs", 1))
	if err != nil {
		t.Fatal(err)
	}
	if all, each := costs.Rewards(0, 0); !slices.Contains(each, -2) {
		t.Errorf("costs give %v, %v", all, each)
	}
}
