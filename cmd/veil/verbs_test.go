// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
)

// TestProgramVerbs: the program answers every question except those to a referee, who knows the true board.
func TestProgramVerbs(t *testing.T) {
	a := &app{&frame.App{Env: testEnv("")}}
	verbs := a.verbs(api.Limits{})
	for _, name := range []string{"mines.analysis", "krieg.mate", "krieg.think", "diag.prove", "pomdp.play"} {
		if _, err := verbs.Find(name); err != nil {
			t.Error(err)
		}
	}
	if v, err := verbs.Find("krieg.game"); err == nil {
		t.Errorf("%s shows the true board", v.Name)
	}
}
