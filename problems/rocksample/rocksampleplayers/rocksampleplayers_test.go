// SPDX-License-Identifier: BSD-3-Clause

package rocksampleplayers_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/internal/playtest"
	"github.com/veilplan/veil/problems/rocksample"
	"github.com/veilplan/veil/search/alpha"
)

// earned returns what a player earns on average in 30 episodes on a small grid.
func earned(t *testing.T, name, params string) float64 {
	t.Helper()
	return playtest.Mean(playtest.Scores(t, catalog.All(), play.Setup{
		Domain: "rocksample", Rules: json.RawMessage(`{"size":4,"rocks":4}`), Player: name, Params: json.RawMessage(params),
	}, 1, 30))
}

// TestPlannersBeatChance: the planners earn more than leaving at once, which pays 10 after
// four moves, and the random player does not. Scores are discounted.
func TestPlannersBeatChance(t *testing.T) {
	leaving := 10 * 0.95 * 0.95 * 0.95
	for _, tc := range []struct {
		name, params string
		better       bool
	}{
		{"random", `{}`, false},
		{"uct", `{}`, true},
		{"uct", `{"walks":3,"simulations":30}`, true},
		{"alpha", `{}`, true},
	} {
		if mean := earned(t, tc.name, tc.params); mean > leaving != tc.better {
			t.Errorf("%s %s earns %.2f; leaving at once earns %.2f", tc.name, tc.params, mean, leaving)
		}
	}
}

// TestPolicyFile: players load a policy from a file, and say which one it was.
func TestPolicyFile(t *testing.T) {
	m, err := rocksample.Standard(4, 4, 0)
	if err != nil {
		t.Fatal(err)
	}
	s, err := alpha.Solve(t.Context(), m, veil.Budget{Simulations: 100}, alpha.Config{Discount: rocksample.Discount})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "rocks.policy")
	var file bytes.Buffer
	if err := errors.Join(s.Write(&file), os.WriteFile(path, file.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	if loaded, solved := earned(t, "alpha", fmt.Sprintf(`{"policy":%q}`, path)), earned(t, "alpha", `{"walks":100}`); loaded != solved {
		t.Errorf("the loaded policy earns %v, the solved one %v", loaded, solved)
	}
	claim, _ := s.Value().Interval()
	if mean := earned(t, "uct", fmt.Sprintf(`{"policy":%q,"simulations":20}`, path)); mean < claim-4 {
		t.Errorf("the search earns %.2f with a policy that claims %.2f", mean, claim)
	}
	setup := play.Setup{Domain: "rocksample", Rules: json.RawMessage(`{"size":4,"rocks":4}`), Player: "uct"}
	for params, want := range map[string]string{
		fmt.Sprintf(`{"policy":%q}`, path):               ``,
		fmt.Sprintf(`{"policy":%q,"sha256":"00"}`, path): "another file",
		fmt.Sprintf(`{"policy":%q,"walks":1}`, path):     "want one of them",
		fmt.Sprintf(`{"policy":%q,"particles":9}`, path): "want 0 with a policy",
		fmt.Sprintf(`{"policy":%q}`, path+"x"):           "no such file",
		`{"walks":-1}`:                                   "walks -1",
	} {
		setup.Params = json.RawMessage(params)
		_, settled, err := catalog.All().MatchWith(play.Typed(""), setup)
		switch {
		case want == "" && (err != nil || !strings.Contains(string(settled.Params), `"sha256":"`)):
			t.Errorf("%s: %v, settled as %s", params, err, settled.Params)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: error %v, want %q in it", params, err, want)
		}
	}
}

// TestRulesDoNotHideFields: the rules of a domain are written beside the fields of a spec, so
// they may not have the same names.
func TestRulesDoNotHideFields(t *testing.T) {
	_, settled, err := catalog.All().Match(play.Setup{Domain: "rocksample", Player: "random"})
	if err != nil {
		t.Fatal(err)
	}
	var rules map[string]any
	if err := json.Unmarshal(settled.Rules, &rules); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"name", "domain", "policies", "episodes", "seed", "max_moves", "record", "sprt", "thresholds", "made_by"} {
		if _, ok := rules[name]; ok {
			t.Errorf("the rules have a field %q, which a spec has, too", name)
		}
	}
}
