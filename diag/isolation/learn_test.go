// SPDX-License-Identifier: BSD-3-Clause

package isolation_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/diag/isolation"
)

// closed simulates closed cases of a machine; each reading was taken with a chance.
func closed(r *rand.Rand, t *diag.Erring, n int, taken float64) string {
	var b strings.Builder
	b.WriteString("fault")
	for i := range t.Tests {
		b.WriteString("," + t.Tests[i].Name)
	}
	b.WriteString("\n")
	var weights []float64
	for _, f := range t.Faults {
		weights = append(weights, f.Weight)
	}
	for range n {
		f := pick(r, weights)
		b.WriteString(t.Faults[f].Name)
		for i := range t.Tests {
			b.WriteString(",")
			if word := t.Tests[i].Words[pick(r, t.Tests[i].Chances[f])]; r.Float64() < taken {
				b.WriteString(word)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// pick draws an index by weights.
func pick(r *rand.Rand, weights []float64) int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	x := r.Float64() * sum
	for i, w := range weights {
		if x -= w; x < 0 {
			return i
		}
	}
	return len(weights) - 1
}

// TestLearnCovers: the widened bounds contain the least expected cost of the machine that the cases came from, for at
// least 95% of simulated logs.
func TestLearnCovers(t *testing.T) {
	logs := 4
	if os.Getenv("VEIL_FULL") != "" {
		logs = 100
	}
	truth, err := isolation.ReadErring([]byte(fan(t)))
	if err != nil {
		t.Fatal(err)
	}
	real, err := service().Policy(t.Context(), api.DiagAdviceQuestion{Table: fan(t)})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{50, 500, 5000} {
		inside, width := 0, 0.0
		for seed := range logs {
			r := rand.New(rand.NewPCG(uint64(seed), uint64(n)))
			doc, err := service().Learn(t.Context(), api.DiagLearnQuestion{Table: fan(t), Cases: closed(r, truth, n, 0.8), Seed: uint64(seed)})
			if err != nil {
				t.Fatal(err)
			}
			width += (doc.Widened.Hi - doc.Widened.Lo) / real.Cost.Hi / float64(logs)
			if doc.Widened.Lo <= real.Cost.Hi && doc.Widened.Hi >= real.Cost.Lo {
				inside++
			}
		}
		t.Logf("%d cases: %d of %d contain the truth, mean width %.0f %%", n, inside, logs, 100*width)
		if inside < logs-max(1, logs/20) { // a few logs may miss by chance
			t.Errorf("%d cases: %d of %d logs have bounds that contain the truth", n, inside, logs)
		}
	}
}

// TestLearn: chances follow the counts, the table that is written can be read, and a fault that is not in the table is
// refused with its line.
func TestLearn(t *testing.T) {
	table := "fault,prior,repair,wrong,a,b\ncost,,,,1,2\ngive up,,9,,,\nx,1,3,9,l,m\ny,1,,9,n,m\n"
	cases := "fault,a\nx,l\nx,l\nx,n\ny,\n"
	doc, err := service().Learn(t.Context(), api.DiagLearnQuestion{Table: table, Cases: cases})
	if err != nil {
		t.Fatal(err)
	}
	learned, err := isolation.ReadErring([]byte(doc.Table))
	if err != nil {
		t.Fatal(err)
	}
	if got := learned.Tests[0].Chances[0][0]; got != 0.625 || learned.Tests[1].Chances[1][0] != 1 || learned.Faults[1].Repair >= 0 || learned.GiveUp != 9 {
		t.Errorf("%v in\n%s", got, doc.Table)
	}
	if e := doc.Cells[0]; fmt.Sprintf("%.3f %.3f %.3f", e.Chance, e.Lo, e.Hi) != "0.700 0.301 0.954" {
		t.Errorf("%+v", e)
	}
	if doc.Widened.Lo > doc.Cost.Lo || doc.Widened.Hi < doc.Cost.Hi || doc.Draws != 64 {
		t.Errorf("%+v", doc)
	}
	_, err = service().Learn(t.Context(), api.DiagLearnQuestion{Table: table, Cases: cases + "z,l\n"})
	if p := api.ProblemOf(err); p == nil || p.Line != 6 {
		t.Error(err)
	}
}

// TestSensitivity: a perfect test saves at least what it saves in a table where it is perfect, and a test that does not
// err is not listed.
func TestSensitivity(t *testing.T) {
	table := "fault,prior,repair,wrong,a,b\ncost,,,,1,2\nerror,,,,0.2,\nx,1,30,90,l,m\ny,1,20,90,n,m\n"
	doc, err := service().Sensitivity(t.Context(), api.DiagAdviceQuestion{Table: table})
	if err != nil {
		t.Fatal(err)
	}
	better, err := service().Policy(t.Context(), api.DiagAdviceQuestion{Table: strings.Replace(table, "0.2", "0", 1)})
	if err != nil {
		t.Fatal(err)
	}
	saved := doc.Cost.Hi - better.Cost.Lo
	if len(doc.Tests) != 1 || doc.Tests[0].Test != "a" || doc.Tests[0].Perfect.Lo > saved || doc.Tests[0].Perfect.Hi < saved-0.1 || saved <= 0 {
		t.Errorf("saved %v, %+v", saved, doc)
	}
	if x := doc.Tests[0]; x.Half.Hi > x.Perfect.Hi || x.Error < 0.199 || x.Error > 0.201 {
		t.Errorf("%+v", x)
	}
}

// TestTestability: groups follow equal rows, and the bounds on a wrong name contain the one computed by listing all
// readings.
func TestTestability(t *testing.T) {
	table := "fault,prior,a,b\nerror,,0.1,0.2\nnone,5,l,m\nx,3,n,m\ny,1,n,k\nz,1,n,k\n"
	doc, err := service().Testability(t.Context(), api.DiagTableQuestion{Table: table})
	if err != nil {
		t.Fatal(err)
	}
	if doc.Detected == nil || *doc.Detected != 1 || doc.Isolated < 0.599 || doc.Isolated > 0.601 || len(doc.Groups) != 1 || len(doc.Groups[0].Faults) != 2 {
		t.Errorf("%+v", doc)
	}
	e, err := isolation.ReadErring([]byte(table))
	if err != nil {
		t.Fatal(err)
	}
	right := 0.0
	for a := range 2 {
		for b := range 2 {
			most := 0.0
			for f := range e.Faults {
				most = max(most, e.Faults[f].Weight/10*e.Tests[0].Chances[f][a]*e.Tests[1].Chances[f][b])
			}
			right += most
		}
	}
	if wrong := 1 - right; doc.Wrong.Lo > wrong+1e-12 || doc.Wrong.Hi < wrong-1e-12 || doc.Wrong.Lo <= 0 {
		t.Errorf("wrong %v, bounds %+v", wrong, doc.Wrong)
	}
	if p := doc.Pairs[0]; p.One != "y" || p.Other != "z" || p.Most != 0.5 {
		t.Errorf("%+v", doc.Pairs)
	}
}
