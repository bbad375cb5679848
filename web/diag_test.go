// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/web/server"
)

// TestDiag: every question about a table is answered by a document that fits its schema; what is wrong with a
// question is said.
func TestDiag(t *testing.T) {
	text, err := isolation.Example("network")
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, server.Config{})
	question := `{"table":` + strings.TrimSpace(string(api.Encode(text)))
	proof := ""
	for _, test := range []struct {
		path, more string
		status     int
		want       string
	}{
		{"tests", ``, 200, `"test":"ping gateway"`},
		{"tests", `,"seen":["ping gateway=no answer","router lamps=normal"]`, 200, `"test":"ping router"`},
		{"plans", ``, 200, `"fraction":"1477/200"`},
		{"checks", ``, 200, `"alike":[["card of the computer","address settings"]]`},
		{"checks", `,"seen":["ping router=answers","router lamps=blinking"]`, 200, `"conflict":[`},
		{"tables", ``, 200, `"kind":"certain"`},
		{"proofs", `,"within":3`, 200, `"verdict":"disproved"`},
		{"proofs", `,"within":4`, 200, `"verdict":"proved"`},
		{"tests", `,"seen":["ping gateway"]`, 400, `write TEST=READING`},
		{"tests", `,"seen":["ping router=answers","router lamps=blinking"]`, 422, `contradict each other`},
		{"proofs", `,"within":0`, 422, `within`},
		{"replays", `,"proof":{"schema":"diag.proof/1","within":1,"verdict":"proved","checked":true}`, 400, `the document has no plan`},
	} {
		status, body, _ := s.Call(t, "POST", "/v1/diag/"+test.path, question+test.more+"}")
		if status != test.status || !strings.Contains(body, test.want) || status == 200 && !fits(t, body) {
			t.Errorf("%s%s: %d %.400s, want %d %s", test.path, test.more, status, body, test.status, test.want)
		}
		if test.more == `,"within":4` {
			proof = body
		}
	}
	if status, body, _ := s.Call(t, "POST", "/v1/diag/replays", question+`,"proof":`+proof+"}"); status != 200 || !strings.Contains(body, `"holds":true`) || !fits(t, body) {
		t.Errorf("the proof: %d %.300s", status, body)
	}
	damaged := strings.Replace(proof, `"try":"ping router"`, `"try":"ping address"`, 1)
	if status, body, _ := s.Call(t, "POST", "/v1/diag/replays", question+`,"proof":`+damaged+"}"); status != 200 || !strings.Contains(body, `"holds":false`) || damaged == proof {
		t.Errorf("a damaged proof: %d %.300s", status, body)
	}
}
