// SPDX-License-Identifier: BSD-3-Clause

package tableplayers_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/pomdp"
	"github.com/veilplan/veil/pomdp/tableplayers"
)

// TestFile: a file in the allowed directory is played, its checksum becomes part of the rules, and another file of the
// same name is refused.
func TestFile(t *testing.T) {
	p, err := pomdp.Named("tiger")
	if err != nil {
		t.Fatal(err)
	}
	text, err := pomdp.Text(p)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "doors.pomdp")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	domains, access := play.Domains{tableplayers.Domain()}, play.Access{Files: dir}
	setup := play.Setup{Domain: "pomdp", Rules: json.RawMessage(`{"file":"doors.pomdp"}`), Player: "random"}
	m, settled, err := domains.MatchWith(access, setup)
	if err != nil || !strings.Contains(string(settled.Rules), `"sha256":"`) {
		t.Fatalf("%s, %v", settled.Rules, err)
	}
	m.MaxMoves = 3
	if rec, err := m.Play(t.Context(), 1, 0); err != nil || len(rec.Plies) != 3 {
		t.Errorf("%d moves, %v", len(rec.Plies), err)
	}
	if err := os.WriteFile(name, append(text, '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := domains.MatchWith(access, settled); !errors.Is(err, play.ErrOtherFile) {
		t.Errorf("another file of that name: %v", err)
	}
}
