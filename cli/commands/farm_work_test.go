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

// TestWorkersRunNoPrograms: a spec from a farm runs a program only on a worker that agreed to it,
// and opens a file only in the directory that it named.
func TestWorkersRunNoPrograms(t *testing.T) {
	reader := play.Entry{Name: "reader", New: func(out play.Access, _ json.RawMessage) (play.Factory, any, error) {
		_, _, err := out.Read(play.File{Name: "farm_work_test.go", Most: 1 << 20})
		return play.Random, play.NoParams{}, err
	}}
	open := func(json.RawMessage) (play.Configured, error) {
		return play.Configured{Rules: play.NoParams{}, Table: func(*rand.Rand) play.Table { return nil }, Players: []play.Entry{reader}}, nil
	}
	a := &app{App: &frame.App{}, domains: play.Domains{{Name: "void", Open: open}}}
	for _, c := range []struct {
		player, params, flag string
		allow                allowFlags
	}{
		{"exec:sh evil.sh", "", "--allow-exec", allowFlags{exec: true}},
		{"exec", `{"command":["sh"]}`, "--allow-exec", allowFlags{exec: true}},
		{"reader", "", "--allow-files", allowFlags{files: "."}},
	} {
		spec := experiment.Spec{
			Name: "x", Domain: "void", Episodes: 1,
			Policies: []experiment.Policy{{ID: "p", Player: c.player, Params: json.RawMessage(c.params)}},
		}
		for _, other := range []allowFlags{{}, {exec: !c.allow.exec, files: map[string]string{"": "."}[c.allow.files]}} {
			if _, err := experiment.Resolve(spec, a.library(other)); err == nil || !strings.Contains(err.Error(), c.flag) {
				t.Errorf("%s, %+v: %v", c.player, other, err)
			}
		}
		if _, err := experiment.Resolve(spec, a.library(c.allow)); err != nil {
			t.Errorf("%s, allowed: %v", c.player, err)
		}
		if _, _, err := a.typed().Match(play.Setup{Domain: "void", Player: c.player, Params: json.RawMessage(c.params)}); err != nil {
			t.Errorf("%s, typed: %v", c.player, err)
		}
	}
}
