// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/play"
)

// TestWorkersRunNoPrograms: a spec from a farm runs a program only on a worker that agreed to it.
func TestWorkersRunNoPrograms(t *testing.T) {
	open := func(json.RawMessage) (play.Configured, error) {
		return play.Configured{Rules: play.NoParams{}, Table: func(*rand.Rand) play.Table { return nil }}, nil
	}
	a := &app{App: &frame.App{}, domains: play.Domains{{Name: "void", Open: open}}}
	for _, player := range []string{"exec:sh evil.sh", "exec"} {
		spec := experiment.Spec{
			Name: "x", Domain: "void", Episodes: 1,
			Policies: []experiment.Policy{{ID: "p", Player: player}},
		}
		if player == "exec" {
			spec.Policies[0].Params = json.RawMessage(`{"command":["sh"]}`)
		}
		if _, err := a.resolveWork(spec, false); err == nil || !strings.Contains(err.Error(), "--outside") {
			t.Errorf("%s: %v", player, err)
		}
		if _, err := a.resolveWork(spec, true); err != nil {
			t.Errorf("%s, allowed: %v", player, err)
		}
	}
}
