// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/server"
)

// TestStrict: a misspelt field of a question, or of a structure in it, is refused by every verb and named.
func TestStrict(t *testing.T) {
	s := serve(t, server.Config{Limits: server.Limits{Rate: 1e6, Burst: 1e6}})
	verbs := tables()
	for _, v := range verbs {
		for _, question := range misspelt(v.Question) {
			last := verbs.Ask(t.Context(), []byte(`{"ask":"`+v.Name+`",`+question[1:]), nil)
			if !strings.Contains(string(last), `unknown field`) || !strings.Contains(string(last), `bogus`) {
				t.Errorf("%s %s: %.200s", v.Name, question, last)
			}
			if v.Path == "" {
				continue
			}
			if status, body, _ := s.Call(t, "POST", server.V1+v.Path, question); status != 422 || !strings.Contains(body, "bogus: unexpected property") {
				t.Errorf("%s %s: %d %.300s", v.Path, question, status, body)
			}
		}
	}
}

// misspelt returns questions of a type with a field that is not there: in the question, and in every
// structure in it that is not a document.
func misspelt(question reflect.Type) []string {
	list := []string{`{"bogus":1}`}
	for _, f := range reflect.VisibleFields(question) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); slices.Contains(api.Strict(question), f.Type) {
			list = append(list, `{"`+name+`":{"bogus":1}}`)
		}
	}
	return list
}

// TestByHand: few verbs have routes of their own, each for a reason.
func TestByHand(t *testing.T) {
	reasons := map[string]string{
		"mines.analysis": "a job, which answers while it runs; exact answers have an address",
		"krieg.belief":   "answers have names, by which more can be asked",
		"krieg.mate":     "a job whose answers have names",
	}
	byHand := map[string]bool{}
	for _, v := range tables() {
		if v.ByHand {
			byHand[v.Name] = true
		}
	}
	if got, want := slices.Sorted(maps.Keys(byHand)), slices.Sorted(maps.Keys(reasons)); !slices.Equal(got, want) || len(got) > 3 {
		t.Errorf("routed by hand: %v, want %v", got, want)
	}
}

// TestVerbs: names, operations and paths are there once, and no field of a question has the name of
// what goes around it.
func TestVerbs(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range tables() {
		for _, name := range []string{"name " + v.Name, "operation " + v.Operation, "path " + v.Path} {
			if seen[name] && !strings.HasSuffix(name, " ") {
				t.Errorf("two verbs have the %s", name)
			}
			seen[name] = true
		}
		if v.Name == "" || v.Summary == "" || (v.Path == "") != (v.Operation == "") {
			t.Errorf("%+v lacks something", v)
		}
		for _, f := range reflect.VisibleFields(v.Question) {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); slices.Contains([]string{"ask", "id", "stop"}, name) {
				t.Errorf("%s has a field %s", v.Name, name)
			}
		}
	}
}
