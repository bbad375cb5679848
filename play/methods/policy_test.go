// SPDX-License-Identifier: BSD-3-Clause

package methods_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/alpha"
)

// doors are the domains with the tiger that never ends.
func doors() play.Domains {
	p := methods.Problem[tiger.State, tiger.Action, tiger.Sound]{
		Game: play.Game[tiger.State, tiger.Action, tiger.Sound]{
			Model:   tiger.Model{},
			Actions: play.Words(tiger.Listen, tiger.OpenLeft, tiger.OpenRight),
			Seen:    play.Words(tiger.Silence, tiger.GrowlLeft, tiger.GrowlRight),
		},
		Exact: tiger.Model{}, Discount: tiger.Discount,
	}
	return play.Domains{{Name: "doors", Open: func(json.RawMessage) (play.Configured, error) {
		return methods.Configure(play.NoParams{}, p, methods.Rollouts(p)), nil
	}}}
}

// solved writes the best policy of the tiger to a file in a new directory.
func solved(t *testing.T) (dir string, text []byte) {
	t.Helper()
	s, err := alpha.Solve(t.Context(), tiger.Model{}, veil.Budget{}, alpha.Config{Discount: tiger.Discount})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	dir = t.TempDir()
	if err := errors.Join(s.Write(&b), os.WriteFile(filepath.Join(dir, "tiger.policy"), b.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	return dir, b.Bytes()
}

// TestPolicyFiles: a policy is played that lies where files may be opened, and is the one that
// the setup means; nothing is parsed before that is known.
func TestPolicyFiles(t *testing.T) {
	dir, text := solved(t)
	sum := sha256.Sum256(text)
	for _, player := range []string{"alpha", "uct"} {
		for _, c := range []struct {
			access play.Access
			params string
			want   string
		}{
			{play.Access{Files: dir}, `{"policy":"tiger.policy"}`, ""},
			{play.Access{Files: dir}, fmt.Sprintf(`{"policy":"tiger.policy","sha256":"%x"}`, sum), ""},
			{play.Typed(dir), `{"policy":"tiger.policy"}`, ""},
			{play.Access{}, `{"policy":"tiger.policy"}`, "would be opened"},
			{play.Access{Programs: true}, `{"policy":"tiger.policy"}`, "would be opened"},
			{play.Access{Files: t.TempDir()}, fmt.Sprintf(`{"policy":%q}`, filepath.Join(dir, "tiger.policy")), "would be opened"},
			{play.Access{Files: dir}, fmt.Sprintf(`{"policy":"tiger.policy","sha256":"%x"}`, sha256.Sum256(nil)), "another file"},
		} {
			m, settled, err := doors().MatchWith(c.access, play.Setup{Domain: "doors", Player: player, Params: json.RawMessage(c.params)})
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s %s: %v, want %s", player, c.params, err, c.want)
				}
				continue
			}
			if err != nil || !strings.Contains(string(settled.Params), hex.EncodeToString(sum[:])) {
				t.Fatalf("%s %s: %s %v", player, c.params, settled.Params, err)
			}
			m.MaxMoves = 3
			if _, err := m.Play(t.Context(), 1, 0); err != nil {
				t.Errorf("%s %s: %v", player, c.params, err)
			}
		}
	}
}

// TestPolicyExchanged: a policy that has changed since the setup was read is not played.
func TestPolicyExchanged(t *testing.T) {
	dir, _ := solved(t)
	m, _, err := doors().MatchWith(play.Access{Files: dir}, play.Setup{Domain: "doors", Player: "alpha", Params: json.RawMessage(`{"policy":"tiger.policy"}`)})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "tiger.policy"), []byte("other"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Play(t.Context(), 1, 0); !errors.Is(err, play.ErrOtherFile) {
		t.Errorf("got %v", err)
	}
}

// TestEffortsAreLimited: a spec cannot ask for more memory than there is.
func TestEffortsAreLimited(t *testing.T) {
	for params, want := range map[string]string{`{"work":100000000000}`: "work 100000000000: want 1 to", `{"particles":1000000000000}`: "want 1 to 1048576"} {
		_, _, err := doors().Match(play.Setup{Domain: "doors", Player: "uct", Params: json.RawMessage(params)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", params, err)
		}
	}
}

// TestLearningObeys: a player that would learn for hours before its first move ends with its context, and so does the next.
func TestLearningObeys(t *testing.T) {
	m, _, err := doors().Match(play.Setup{Domain: "doors", Player: "uct", Params: json.RawMessage(`{"work":100000000}`)})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		soon, cancel := rusage.WithCPU(t.Context(), 10*time.Millisecond)
		if _, err := m.Play(soon, 1, 0); err == nil || soon.Err() == nil {
			t.Errorf("%v, and its context: %v", err, soon.Err())
		}
		cancel()
	}
}
