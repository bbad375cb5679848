// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/play"
)

// lastingToys are toys whose player keeps what it saw last, if it leaks, from one episode to the next.
type lastingToys struct {
	toys

	leaks         bool
	fresh, closed *atomic.Int64
}

func (l lastingToys) Match(s play.Setup) (play.Match, play.Setup, error) {
	m, settled, err := l.toys.Match(s)
	g := play.Game[coin, word, word]{
		Model: coins{}, Actions: play.Words[word]("look", "heads", "tails"), Seen: play.Words[word]("heads", "tails", "right", "wrong"),
	}
	kept := &looker{}
	m.Player = func(*rand.Rand) (play.Player, error) {
		if !l.leaks {
			kept = &looker{}
		}
		return g.Player(kept), nil
	}
	m.Fresh = func(*rand.Rand) (play.Player, error) { l.fresh.Add(1); return g.Player(&looker{}), nil }
	m.Close = func() error { l.closed.Add(1); return nil }
	return m, settled, err
}

// TestCarries: after a run, one episode in a hundred, but at least twenty, of a player that keeps a
// process is played by a fresh one. A player that carries its belief over fails the run, again and again;
// an honest one passes. Either is closed.
func TestCarries(t *testing.T) {
	for _, c := range []struct {
		episodes string
		leaks    bool
		want     int64
	}{
		{"7", false, 7}, {"150", false, 20}, {"2500", false, 25}, {"150", true, 1},
	} {
		text := "name: toy\ndomain: coins\npolicies: [{id: looker}]\nseed: 5\nepisodes: " + c.episodes + "\n"
		var fresh, closed atomic.Int64
		dir, p := filepath.Join(t.TempDir(), "toy"), plan(t, text, lastingToys{toys{}, c.leaks, &fresh, &closed})
		for range 2 {
			fresh.Store(0)
			closed.Store(0)
			d, _, err := experiment.Create(dir, p, madeBy())
			if err != nil {
				t.Fatal(err)
			}
			_, err = experiment.Run(t.Context(), d, p, experiment.Options{Chunk: 50})
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			if errors.Is(err, experiment.ErrCarries) != c.leaks || !c.leaks && err != nil {
				t.Errorf("%s episodes, leaks %t: %v", c.episodes, c.leaks, err)
			}
			if n := fresh.Load(); n < c.want || !c.leaks && n > c.want || closed.Load() != 1 {
				t.Errorf("%s episodes, leaks %t: %d fresh ones, want %d; closed %d times", c.episodes, c.leaks, n, c.want, closed.Load())
			}
		}
	}
}

// TestVerifyIsFresh: the replay of a verification keeps nothing either.
func TestVerifyIsFresh(t *testing.T) {
	var fresh, closed atomic.Int64
	text := "name: toy\ndomain: coins\npolicies: [{id: looker}]\nseed: 5\nepisodes: 40\n"
	p := plan(t, text, lastingToys{toys{}, false, &fresh, &closed})
	dir := t.TempDir()
	run(t, dir, p, experiment.Options{})
	d, err := experiment.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	leaking := plan(t, text, lastingToys{toys{}, true, &fresh, &closed})
	fresh.Store(0)
	v, err := experiment.Verify(t.Context(), d, leaking, 0.5, rand.New(rand.NewPCG(1, 1)))
	if err != nil || len(v.Different) > 0 || fresh.Load() != 20 {
		t.Errorf("%+v, %v, %d fresh ones", v, err, fresh.Load())
	}
}
