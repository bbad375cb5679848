// SPDX-License-Identifier: BSD-3-Clause

package tableplayers_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/pomdp/tableplayers"
)

// tigerPlans are the five plans of best play of the tiger problem as another solver writes them, with
// the published value of listening first, 19.37 (Kaelbling, Littman & Cassandra 1998).
const tigerPlans = `<?xml version="1.0" encoding="ISO-8859-1"?>
<Policy version="0.1" type="value" model="tiger.pomdp">
<AlphaVector vectorLength="2" numObsValue="1" numVectors="5">
<Vector action="1" obsValue="0">-81.5972 28.4028 </Vector>
<Vector action="2" obsValue="0">28.4028 -81.5972 </Vector>
<Vector action="0" obsValue="0">3.01479 24.6956 </Vector>
<SparseVector action="0" obsValue="0"><Entry>0 24.6956</Entry><Entry>1 3.01479</Entry></SparseVector>
<Vector action="0" obsValue="0">19.3714 19.3714 </Vector>
</AlphaVector> </Policy>`

// doors returns the domains, with the policy in a file.
func doors(t *testing.T, policy string) (play.Domains, play.Access) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p"), []byte(policy), 0o600); err != nil {
		t.Fatal(err)
	}
	return play.Domains{tableplayers.Domain()}, play.Access{Files: dir}
}

// TestVectors plays the published policy: it listens until one side is two growls ahead, then opens the other door.
func TestVectors(t *testing.T) {
	domains, access := doors(t, tigerPlans)
	for _, ahead := range []bool{false, true} {
		m, settled, err := domains.MatchWith(access, play.Setup{Domain: "pomdp", Player: "vectors", Params: json.RawMessage(fmt.Sprintf(`{"policy":"p","ahead":%v}`, ahead))})
		if err != nil || !strings.Contains(string(settled.Params), `"sha256":"`) {
			t.Fatalf("%s: %v", settled.Params, err)
		}
		m.MaxMoves = 60
		record, err := m.Play(t.Context(), 3, 0)
		if err != nil {
			t.Fatal(err)
		}
		lead := 0 // growls on the left beyond those on the right
		for i, ply := range record.Plies {
			want := map[int]string{2: "right", -2: "left"}[lead]
			if want == "" {
				want = "listen"
			}
			if ply.Action != want {
				t.Fatalf("ahead %v, move %d: %s after a lead of %d, want %s", ahead, i+1, ply.Action, lead, want)
			}
			switch ply.Seen {
			case "growl-left":
				lead++
			case "growl-right":
				lead--
			default:
				lead = 0
			}
			if want != "listen" {
				lead = 0
			}
		}
	}
}

// TestOtherVectors: policies of other problems, or that are none, are refused in words.
func TestOtherVectors(t *testing.T) {
	for _, c := range []struct{ old, new, says string }{
		{`numObsValue="1"`, `numObsValue="2"`, "2 × 2 states, and the problem has 2"},
		{`vectorLength="2"`, `vectorLength="-2"`, "the problem has 2"},
		{`action="2"`, `action="3"`, "vector 2: action 3"},
		{`action="2" obsValue="0"`, `action="2" obsValue="-1"`, "vector 2: action 2, obsValue -1"},
		{"-81.5972 28.4028", "-81.5972", "vector 1: 1 numbers, want 2"},
		{"-81.5972 28.4028", "NaN 28.4028", `entry 0, "NaN"`},
		{"1 3.01479", "2 3.01479", "entry 2"},
		{"1 3.01479", "one", "want an index and a number"},
		{"Policy", "policy", "<Policy>"},
	} {
		domains, access := doors(t, strings.ReplaceAll(tigerPlans, c.old, c.new))
		_, _, err := domains.MatchWith(access, play.Setup{Domain: "pomdp", Player: "vectors", Params: json.RawMessage(`{"policy":"p"}`)})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s for %s: %v", c.new, c.old, err)
		}
	}
	domains, access := doors(t, tigerPlans)
	m, _, err := domains.MatchWith(access, play.Setup{Domain: "pomdp", Player: "vectors"})
	if err == nil {
		_, err = m.Play(t.Context(), 1, 0)
	}
	if err == nil || !strings.Contains(err.Error(), "want the name of a file") {
		t.Error(err)
	}
}

// TestAnything: damaged policies are refused or played, and nothing else happens.
func TestAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 300 {
		text := []byte(tigerPlans)
		for range 1 + r.IntN(4) {
			text[r.IntN(len(text))] = byte(32 + r.IntN(96))
		}
		domains, access := doors(t, string(text))
		m, _, err := domains.MatchWith(access, play.Setup{Domain: "pomdp", Player: "vectors", Params: json.RawMessage(`{"policy":"p"}`)})
		if err != nil {
			continue
		}
		m.MaxMoves = 3
		if _, err := m.Play(t.Context(), 1, 0); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}
