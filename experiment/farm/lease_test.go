// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	crand "crypto/rand"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/play"
)

// slow is a player that thinks for a while before its first move.
type slow struct {
	play.Player

	think time.Duration
	moved bool
}

func (s *slow) Move(ctx context.Context, seat play.Seat) (play.Move, error) {
	if !s.moved {
		s.moved = true
		pause(ctx, s.think)
		if err := ctx.Err(); err != nil {
			return play.Move{}, err
		}
	}
	return s.Player.Move(ctx, seat)
}

// slowly resolves specs with players that think so long before their first move. It does
// not change what they do.
func slowly(think time.Duration) func(experiment.Spec) (*experiment.Plan, error) {
	domains := Catalog()
	for i, d := range domains {
		domains[i].Open = func(rules json.RawMessage) (play.Configured, error) {
			c, err := d.Open(rules)
			for j, e := range c.Players {
				c.Players[j].New = func(out play.Access, params json.RawMessage) (play.Factory, any, error) {
					make, settled, err := e.New(out, params)
					return func(r *rand.Rand) (play.Player, error) {
						p, err := make(r)
						return &slow{Player: p, think: think}, err
					}, settled, err
				}
			}
			return c, err
		}
	}
	return func(spec experiment.Spec) (*experiment.Plan, error) { return experiment.Resolve(spec, domains) }
}

const randomSpec = "{name: slow, domain: tiger, horizon: 3, policies: [{id: random}], episodes: %d, seed: 1}"

// running runs an experiment in the background.
func running(t *testing.T, r Runner, p *experiment.Plan, chunk int) (done chan time.Time) {
	t.Helper()
	d := create(t, t.TempDir(), p)
	done = make(chan time.Time, 1)
	ended := make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer close(ended)
		if _, err := r.Run(ctx, d, p, experiment.Options{Chunk: chunk, Clock: clock()}); err != nil {
			t.Error(err)
		}
		done <- time.Now()
	}()
	t.Cleanup(func() { cancel(); <-ended })
	return done
}

// TestLeaving: a worker that is stopped returns what it has, or says that it has nothing, and
// another goes on at once, though the lease would outlast every test. It does not matter whether
// its episodes are short or would take for ever.
func TestLeaving(t *testing.T) {
	t.Parallel()
	for _, think := range []time.Duration{20 * time.Millisecond, time.Hour} {
		t.Run(think.String(), func(t *testing.T) {
			t.Parallel()
			s := startServer(t, ServerConfig{})
			p := planOf(t, fmt.Sprintf(randomSpec, 200))
			r := runner(t, s.URL())
			r.Settings.Lease = time.Hour
			done := running(t, r, p, 200)
			leaver := &Worker{Name: "leaver", Resolve: slowly(think)}
			leave := startWorker(t, s.URL(), leaver)
			testsize.Await(t, "the worker plays", func() bool { return leaver.busy.Load() > 0 })
			startWorker(t, s.URL(), &Worker{Name: "heir"})
			left := make(chan error, 1)
			go func() { left <- leave() }()
			if err := testsize.Receive(t, "the worker leaves", left); err != nil {
				t.Fatal(err)
			}
			testsize.Receive(t, "the run ends", done)
		})
	}
}

// takes asks for chunks in a worker's name, and never plays them.
func takes(nc *nats.Conn, name string) *work {
	answers, err := nc.SubscribeSync(answerTo(name, crand.Text()))
	if err != nil {
		return nil
	}
	defer answers.Unsubscribe() //nolint:errcheck // it has its answer
	if asks(nc, name, lastWord(answers.Subject)) != nil {
		return nil
	}
	m, err := answers.NextMsg(300 * time.Millisecond)
	if err != nil || len(m.Data) == 0 {
		return nil
	}
	w, err := decodeWork(m.Data)
	if err != nil {
		return nil
	}
	return w
}

// TestSilence: a worker that takes the last chunk and dies delays the run by its lease and
// little more.
func TestSilence(t *testing.T) {
	t.Parallel()
	s := startServer(t, ServerConfig{})
	r := runner(t, s.URL())
	r.Settings.Lease = time.Second
	done := running(t, r, planOf(t, fmt.Sprintf(randomSpec, 50)), 50)
	nc := connect(t, Access{Servers: s.URL()})
	testsize.Await(t, "the dead takes the chunk", func() bool { return takes(nc, "dead") != nil })
	died := time.Now()
	startWorker(t, s.URL(), &Worker{Name: "heir"})
	// A lease lasts by the clock of a real server. Longer is a busy machine, or a run that hangs.
	if delay := testsize.Receive(t, "the run ends", done).Sub(died); delay < r.Settings.Lease/2 {
		t.Errorf("the run ended %v later", delay)
	} else {
		t.Logf("the run ended %v later", delay)
	}
}

// TestHoarder: who takes all that it can get, plays nothing, and says for ever that it gets
// on, holds as many chunks as one name may, and the run goes on without.
func TestHoarder(t *testing.T) {
	t.Parallel()
	s := startServer(t, ServerConfig{})
	r := runner(t, s.URL())
	r.Settings.Lease, r.Settings.MaxHeld, r.Limit = 300*time.Millisecond, 3, 200*time.Millisecond
	nc := connect(t, Access{Servers: s.URL()})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var taken atomic.Int64
	go func() {
		var all []*work
		for ctx.Err() == nil {
			if w := takes(nc, "hoarder"); w != nil {
				all = append(all, w)
				taken.Add(1)
			}
			for i, w := range all {
				_ = say(nc, beatSubject+w.Runner+"."+w.Run+".hoarder", beat{Token: w.Token, Played: uint64(len(all) * (i + 1))})
			}
		}
	}()
	done := running(t, r, planOf(t, fmt.Sprintf(randomSpec, 400)), 10)
	testsize.Await(t, "the hoarder has as much as it gets", func() bool { return taken.Load() >= 3 })
	time.Sleep(300 * time.Millisecond) // its first leases last for a second; a busy machine gives it no more
	if n := taken.Load(); n > 3 {
		t.Errorf("it holds %d chunks at once", n)
	}
	startWorker(t, s.URL(), &Worker{Name: "honest"})
	testsize.Receive(t, "the run ends", done)
	t.Logf("it took %d chunks", taken.Load())
}

// TestStraggler: when nothing else is left to do, what a slow worker plays is given to
// another, and whoever is first wins.
func TestStraggler(t *testing.T) {
	t.Parallel()
	s := startServer(t, ServerConfig{})
	r := runner(t, s.URL())
	r.Settings.Lease = time.Hour
	done := running(t, r, planOf(t, fmt.Sprintf(randomSpec, 300)), 10)
	straggler := &Worker{Name: "straggler", Resolve: slowly(time.Hour)}
	startWorker(t, s.URL(), straggler)
	testsize.Await(t, "the straggler plays", func() bool { return straggler.busy.Load() > 0 })
	startWorker(t, s.URL(), &Worker{Name: "quick"})
	testsize.Receive(t, "the run ends before the lease does", done)
}

// TestPhantoms: what a worker says of itself does not give it another name.
func TestPhantoms(t *testing.T) {
	p := PeerStatus{Worker: "bob", Run: "x", Threads: 3}
	if got := p.named(hereSubject + "ann"); got.Worker != "ann" || got.Run != "" {
		t.Errorf("%+v", got)
	}
	if got := p.named(runsSubject + "r"); got.Worker != "" || got.Run != "x" {
		t.Errorf("%+v", got)
	}
}
