// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/play"
)

// thinkers is the toys with a player that thinks until it is interrupted.
type thinkers struct{ toys }

func (l thinkers) Match(s play.Setup) (play.Match, play.Setup, error) {
	if s.Player != "thinker" {
		return l.toys.Match(s)
	}
	m, settled, err := l.toys.Match(play.Setup{Domain: s.Domain, Player: "guesser"})
	settled.Player = s.Player
	m.Player = func(*rand.Rand) (play.Player, error) { return thinker{}, nil }
	return m, settled, err
}

type thinker struct{}

func (thinker) Move(ctx context.Context, _ play.Seat) (play.Move, error) {
	select {
	case <-ctx.Done():
		return play.Move{Action: "heads", Cut: true}, nil
	case <-time.After(time.Minute):
		return play.Move{}, errors.New("nobody stopped it")
	}
}

func (thinker) Hear(string, string) error { return nil }

const timedSpec = `
name: timed
domain: coins
policies: [{id: guesser}, {id: thinker, move_ms: 1.5}]
episodes: 10
seed: 42
`

// TestTimedRuns: a policy may be limited by the clock, and everything says so.
func TestTimedRuns(t *testing.T) {
	p := plan(t, timedSpec, thinkers{})
	dir := t.TempDir()
	s := run(t, dir, p, experiment.Options{})
	if s.Policies[0].MoveMS != 0 || s.Policies[1].MoveMS != 1.5 || s.Policies[1].Score.N != 10 || !p.Spec.Timed() {
		t.Errorf("summary %+v", s.Policies)
	}
	d, err := experiment.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var report bytes.Buffer
	if err := experiment.Report(&report, d, s); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(report.String(), "TIMED     thinker had 1.5 ms per move") || strings.Contains(report.String(), "guesser had") {
		t.Errorf("the report does not say so:\n%s", report.String())
	}
	if !d.Spec.Timed() || d.Spec.Policies[1].MoveMS != 1.5 {
		t.Errorf("the manifest does not say so: %+v", d.Spec.Policies)
	}
	if other := plan(t, strings.Replace(timedSpec, "1.5", "2", 1), thinkers{}); other.Hash == p.Hash {
		t.Error("another time is another experiment")
	}
}

// TestCutMovesAreRefused: what depends on the machine does not get into a run that does not
// say so.
func TestCutMovesAreRefused(t *testing.T) {
	p := plan(t, strings.Replace(timedSpec, ", move_ms: 1.5", "", 1), thinkers{})
	d, _, err := experiment.Create(t.TempDir(), p, madeBy())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close() //nolint:errcheck // nothing was stored
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := p.Play(ctx, 0, 1, nil); !errors.Is(err, play.ErrCut) && !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	for _, bad := range []string{"-1", "1000000000000"} {
		if _, err := experiment.Parse([]byte(strings.Replace(timedSpec, "1.5", bad, 1))); err == nil || !strings.Contains(err.Error(), "policy thinker: move_ms") {
			t.Errorf("move_ms %s: %v", bad, err)
		}
	}
}

// TestResolveNamesPlayers: a spec made in Go means the same as one in a file.
func TestResolveNamesPlayers(t *testing.T) {
	spec := experiment.Spec{Name: "toy", Domain: "coins", Episodes: 1, Seed: 42, Policies: []experiment.Policy{{ID: "guesser"}, {ID: "looker"}}}
	p, err := experiment.Resolve(spec, toys{})
	if err != nil {
		t.Fatal(err)
	}
	file := plan(t, "{name: toy, domain: coins, policies: [{id: guesser}, {id: looker}], episodes: 1, seed: 42}", toys{})
	if p.Hash != file.Hash || p.Spec.Policies[1].Player != "looker" {
		t.Errorf("%+v has hash %s, the file %s", p.Spec.Policies, p.Hash, file.Hash)
	}
	if spec.Policies[0].Player != "" {
		t.Error("the spec of the caller was changed")
	}
}

// TestProcessorTime: moves can be timed by the processor; both clocks at once are refused.
func TestProcessorTime(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "toy")
	p := plan(t, strings.Replace(toySpec, "[guesses, work, values, actions]", "[cpu_ms_per_move]", 1), toys{})
	start := time.Now()
	s := run(t, dir, p, experiment.Options{Clock: func() time.Duration { return time.Since(start) }})
	d, err := experiment.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	times, err := d.Times()
	if err != nil || times.Moves[0].N != 700 || times.Moves[1].N != 1400 {
		t.Errorf("timed %+v, %v", times.Moves, err)
	}
	var report bytes.Buffer
	if err := experiment.Report(&report, d, s); err != nil || !strings.Contains(report.String(), "CPU ms/move p50") {
		t.Errorf("%v\n%s", err, report.String())
	}
	both := strings.Replace(toySpec, "[guesses, work, values, actions]", "[cpu_ms_per_move, ms_per_move]", 1)
	if _, err := experiment.Parse([]byte(both)); err == nil || !strings.Contains(err.Error(), "want one of them") {
		t.Errorf("both clocks: %v", err)
	}
	before := experiment.ThreadTime()
	for experiment.ThreadTime()-before < time.Millisecond {
		_ = bytes.Repeat([]byte("x"), 1000)
	}
	if experiment.ProcessTime() < time.Millisecond {
		t.Error("the process has used no time")
	}
}
