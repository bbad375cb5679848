// SPDX-License-Identifier: BSD-3-Clause

package pomdp_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/pomdp"
)

// TestVerbs: the questions about a problem, asked as documents, have the answers of the package, and
// what is wrong with a question is said.
func TestVerbs(t *testing.T) {
	p := read(t, "tiger")
	file, err := pomdp.Text(p)
	if err != nil {
		t.Fatal(err)
	}
	text := string(file)
	solution, policy, err := pomdp.Solve(t.Context(), p, pomdp.Question{Gap: 0.1}, api.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var stored bytes.Buffer
	if err := policy.Write(&stored); err != nil {
		t.Fatal(err)
	}
	info, err := pomdp.Info(p)
	if err != nil {
		t.Fatal(err)
	}
	played, err := pomdp.Play(t.Context(), p, policy, pomdp.Match{Episodes: 20, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		verb     string
		question any
		want     string
	}{
		{"pomdp.info", api.PomdpInfoQuestion{Problem: text}, string(api.Encode(info))},
		{"pomdp.solve", api.PomdpSolveQuestion{Problem: text, Gap: 0.1}, string(api.Encode(solution))},
		{"pomdp.play", api.PomdpPlayQuestion{Problem: text, Policy: stored.Bytes(), Episodes: 20}, string(api.Encode(played))},
		{"pomdp.play", api.PomdpPlayQuestion{Problem: text, Gap: 0.1, Episodes: 20, Seed: 1}, string(api.Encode(played))},
		{"pomdp.info", api.PomdpInfoQuestion{Problem: "states: 0"}, `"type":"malformed-position"`},
		{"pomdp.solve", api.PomdpSolveQuestion{Problem: text, Gap: -1}, `"type":"impossible-question"`},
		{"pomdp.solve", api.PomdpSolveQuestion{Problem: strings.Repeat("#", 1001)}, `"limit":"1000 bytes"`},
		{"pomdp.play", api.PomdpPlayQuestion{Problem: text, Episodes: -1}, `"type":"too-large"`},
		{"pomdp.play", api.PomdpPlayQuestion{Problem: text, Policy: []byte("x")}, `"title":"the policy cannot be used"`},
	} {
		raw, err := json.Marshal(c.question)
		if err != nil {
			t.Fatal(err)
		}
		service := pomdp.Service{Limits: api.Limits{Text: 1000}}
		last := service.Verbs().Ask(t.Context(), []byte(`{"ask":"`+c.verb+`",`+string(raw[1:])), nil)
		if !strings.Contains(string(last), c.want) {
			t.Errorf("%s %.80s: %.300s, want %.300s", c.verb, raw, last, c.want)
		}
	}
}
