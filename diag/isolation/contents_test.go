// SPDX-License-Identifier: BSD-3-Clause

package isolation_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag/isolation"
)

// TestContents: faults, tests, prices and readings of both kinds of tables are those of the text.
func TestContents(t *testing.T) {
	doc, err := isolation.Contents([]byte(fan(t)))
	if err != nil {
		t.Fatal(err)
	}
	noise := api.DiagTableTest{Test: "fan noise", Cost: 0.5, Readings: []string{"quiet", "loud"}}
	if doc.Kind != "erring" || !doc.Money || *doc.GiveUp != 400 || len(doc.Faults) != 6 || doc.Faults[0].Repair != nil || *doc.Faults[1].Repair != 45 || !reflect.DeepEqual(doc.Tests[2], noise) {
		t.Errorf("%+v", doc)
	}
	doc, err = isolation.Contents([]byte("fault,prior,lamp\ncost,,1.5\nfuse,3,off\nmotor,1,on\n"))
	lamp := api.DiagTableTest{Test: "lamp", Cost: 1.5, Readings: []string{"off", "on"}}
	if err != nil || doc.Kind != "certain" || doc.Money || doc.GiveUp != nil || len(doc.Faults) != 2 || !reflect.DeepEqual(doc.Tests, []api.DiagTableTest{lamp}) {
		t.Errorf("%+v, %v", doc, err)
	}
	_, err = isolation.Contents([]byte("fault,prior,lamp\nfuse,3,off:0.5|on\n"))
	if p := api.ProblemOf(err); p == nil || p.Line != 2 || p.Column != 3 || !strings.Contains(p.Detail, "READING:CHANCE") {
		t.Error(err)
	}
}

// TestAdviseTells: advice that is told while the search runs has an action, the results of that action and bounds around
// the least cost; and a search that is watched ends with the same document.
func TestAdviseTells(t *testing.T) {
	text, err := isolation.Example("printer")
	if err != nil {
		t.Fatal(err)
	}
	q := api.DiagAdviceQuestion{Table: text, Budget: api.DiagBudget{Nodes: 30_000}}
	want, err := service().Advise(t.Context(), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	var told []*api.DiagAdvice
	got, err := service().Advise(t.Context(), q, func(latest func() *api.DiagAdvice) { told = append(told, latest()) })
	if err != nil || string(api.Encode(got)) != string(api.Encode(want)) {
		t.Errorf("watched: %.300s, %v; want %.300s", api.Encode(got), err, api.Encode(want))
	}
	if len(told) == 0 {
		t.Fatal("nothing was told")
	}
	for _, d := range told {
		sum := 0.0
		for _, e := range d.Answers {
			sum += e.Chance
		}
		if d.State != api.Running || d.Cost.Lo > want.Cost.Hi || d.Cost.Hi < want.Cost.Lo || d.Action.Do != "test" || sum < 0.999 || sum > 1.001 || !slices.Equal(d.Faults, want.Faults) {
			t.Errorf("%.600s", api.Encode(d))
		}
	}
}
