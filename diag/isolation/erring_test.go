// SPDX-License-Identifier: BSD-3-Clause

package isolation_test

import (
	"math"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag/isolation"
)

func fan(t *testing.T) string {
	t.Helper()
	text, err := isolation.Example("fan")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func service() *isolation.Service { return &isolation.Service{Limits: api.Limits{}.WithDefaults()} }

// TestAdvise: the belief follows Bayes' rule, a failed repair excludes its fault and none, and ending is never cheaper
// than the plan.
func TestAdvise(t *testing.T) {
	doc, err := service().Advise(t.Context(), api.DiagAdviceQuestion{Table: fan(t), Seen: []string{"alarm log=often", "replace leak=failed"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// Weights 20, 12, 8 and 5 times the chance of often.
	want := map[string]float64{"fan": 14 / 30.9, "sensor": 6 / 30.9, "pump": 6.4 / 30.9, "board": 4.5 / 30.9}
	if len(doc.Faults) != len(want) {
		t.Fatal(doc.Faults)
	}
	for _, f := range doc.Faults {
		if math.Abs(f.Chance-want[f.Fault]) > 1e-12 {
			t.Errorf("%s: %v, want %v", f.Fault, f.Chance, want[f.Fault])
		}
	}
	if doc.State != api.Done || doc.Paid != 91 || doc.Cost.Hi > doc.End.Cost || doc.Cost.Gap > 0.001 {
		t.Errorf("%+v", doc)
	}
	_, err = service().Advise(t.Context(), api.DiagAdviceQuestion{Table: fan(t), Seen: []string{"panel=ok", "panel=fault"}}, nil)
	if p := api.ProblemOf(err); p == nil || p.Type != api.Impossible {
		t.Error("a test that does not err anew read two words:", err)
	}
}

// TestSure: a higher confidence is reached, and costs more.
func TestSure(t *testing.T) {
	table := "fault,prior,a,b,c\nerror,,0.2,0.2,0.2\nx,1,0,0,0\ny,1,1,1,1\n"
	last := 0.0
	for _, sure := range []float64{0.75, 0.85} {
		doc, err := service().Policy(t.Context(), api.DiagAdviceQuestion{Table: table, Sure: sure})
		if err != nil {
			t.Fatal(err)
		}
		if doc.Sure < sure || doc.Scale <= last {
			t.Errorf("asked for %v: sure %v at %v", sure, doc.Sure, doc.Scale)
		}
		last = doc.Scale
	}
}

// TestReviewJob: the best step loses nothing, and a repair out of turn loses what it costs at least in part.
func TestReviewJob(t *testing.T) {
	next, err := service().Advise(t.Context(), api.DiagAdviceQuestion{Table: fan(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	first := next.Action.What + "=" + next.Answers[0].Result
	doc, err := service().Review(t.Context(), api.DiagAdviceQuestion{Table: fan(t), Seen: []string{first, "replace pump=failed", "replace fan=works"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Steps) != 3 || doc.Steps[0].Lost.Hi != 0 || doc.Steps[1].Lost.Lo <= 0 || doc.Lost.Lo < doc.Steps[1].Lost.Lo {
		t.Errorf("%+v", doc)
	}
}

// TestCertainVerbsRefuse: the verbs for certain readings refuse a table whose tests err, with its place.
func TestCertainVerbsRefuse(t *testing.T) {
	_, err := service().Next(t.Context(), api.DiagQuestion{Table: fan(t)})
	if p := api.ProblemOf(err); p == nil || p.Line != 2 || !strings.Contains(p.Detail, "certain") {
		t.Error(err)
	}
}
