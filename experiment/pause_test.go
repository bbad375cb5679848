// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"testing"
	"time"

	"github.com/veilplan/veil/experiment"
)

// TestPause: a run that is paused takes no more chunks until it is told to go on.
func TestPause(t *testing.T) {
	p := plan(t, toySpec, toys{})
	d, _, err := experiment.Create(t.TempDir(), p, madeBy())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	held, resumed := uint64(0), make(chan struct{})
	_, err = experiment.Run(t.Context(), d, p, experiment.Options{Chunk: 10, Progress: func(pr experiment.Progress) {
		if pr.Have == 50 {
			if err := experiment.Pause(d.Path, true); err != nil {
				t.Error(err)
			}
			go func() {
				defer close(resumed)
				time.Sleep(50 * time.Millisecond)
				held = d.Have()
				if !experiment.Paused(d.Path) || experiment.Pause(d.Path, false) != nil {
					t.Error("it is not paused, or stays so")
				}
			}()
		}
	}})
	<-resumed
	if err != nil || held > 60 || d.Have() != p.Spec.Episodes {
		t.Errorf("%v: %d episodes during the pause, %d in the end", err, held, d.Have())
	}
	if experiment.Pause(d.Path, false) != nil {
		t.Error("going on twice")
	}
}
