// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment"
)

// tuneSpec tunes how sure a listener wants to be.
const tuneSpec = `
name: doors
domain: tiger
horizon: 12
policies: [{id: listener}]
seed: 7
tune:
  parameters: {sure: {start: 0.8, step: 0.08, from: 0.51, to: 0.99}}
  iterations: %d
  pairs: 5
  check: 300
`

// TestTunes tunes with some workers: nothing depends on them.
func TestTunes(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tuneSpec, 8))
	want, got := t.TempDir(), t.TempDir()
	alone(t, want, planOf(t, fmt.Sprintf(tuneSpec, 8)))
	s := startServer(t, ServerConfig{})
	for i := range 3 {
		startWorker(t, s.URL(), &Worker{Name: fmt.Sprint("w", i)})
	}
	r := runner(t, s.URL())
	r.Check = 0.1
	summary, err := r.Run(t.Context(), create(t, got, p), p, experiment.Options{Clock: clock()})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d episodes: %+v", summary.Episodes, summary.Tuned.Parameters[0].Estimate)
	sameOutcome(t, "three workers", want, got)
}

// TestTunesDespiteALiar has a worker that returns wrong scores from the third iteration on, so that
// the run is led astray before it notices. Nobody else is blamed.
func TestTunesDespiteALiar(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tuneSpec, 12))
	want, got := t.TempDir(), t.TempDir()
	alone(t, want, planOf(t, fmt.Sprintf(tuneSpec, 12)))
	s := startServer(t, ServerConfig{})
	liar := &Worker{Name: "liar"}
	liar.spoil = func(r *result) {
		if r.Spans.at(0) >= 80 {
			r.lines = []byte(strings.ReplaceAll(string(r.lines), `"score":`, `"score":1`))
			r.digest()
		}
	}
	startWorker(t, s.URL(), liar)
	for i := range 2 {
		startWorker(t, s.URL(), &Worker{Name: fmt.Sprint("honest", i)})
	}
	r := runner(t, s.URL())
	r.Check = 0.02
	d := create(t, got, p)
	if _, err := r.Run(t.Context(), d, p, experiment.Options{Clock: clock()}); err != nil {
		t.Fatal(err)
	}
	sameOutcome(t, "with a liar", want, got)
	b, err := openBook(got, mustKey(t, d))
	if err != nil {
		t.Fatal(err)
	}
	for name := range b.records {
		if name != "liar" {
			t.Errorf("%s is blamed", name)
		}
	}
	t.Logf("caught: %d", b.caught())
}

func mustKey(t *testing.T, d *experiment.Dir) []byte {
	t.Helper()
	key, err := keyOf(d)
	if err != nil {
		t.Fatal(err)
	}
	return key
}
