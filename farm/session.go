// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/veilplan/veil/experiment"
)

// session is a run while it is connected to a farm.
type session struct {
	*Runner

	js     jetstream.JetStream
	dir    *experiment.Dir
	plan   *experiment.Plan
	spec   string
	key    []byte // makes the tokens of this run
	nonce  string // of this session: what an earlier one published is no duplicate
	run    string // its name in subjects
	window *window

	mu       sync.Mutex
	jobs     map[string]*job // by token
	outcasts map[string]bool // workers in quarantine
	proved   map[string]bool // workers whose work was found right
	crew     []Pong          // workers, when they were last asked
	at       experiment.Progress
	pace     pace
	checked  uint64
}

func (r *Runner) newSession(ctx context.Context, d *experiment.Dir, p *experiment.Plan) (*session, error) {
	s := &session{
		Runner: r, dir: d, plan: p, nonce: rand.Text()[:8], window: newWindow(smallestWindow), jobs: map[string]*job{},
		outcasts: map[string]bool{}, proved: map[string]bool{},
	}
	text, err := p.Spec.YAML()
	if err != nil {
		return nil, err
	}
	s.spec = string(text)
	if s.key, err = keyOf(d); err != nil {
		return nil, err
	}
	s.run = short(string(s.key))
	if s.js, err = jetstream.New(r.Conn, jetstream.WithDefaultTimeout(10*time.Second)); err != nil {
		return nil, err
	}
	r.Settings = r.Settings.withDefaults(r.Conn)
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return s, s.persist(ctx, "setting up", s.setUp)
}

// keyOf returns the secret of a run: in its directory, because tokens must outlive the
// process.
func keyOf(d *experiment.Dir) ([]byte, error) {
	name := filepath.Join(d.Path, "farm.key")
	key, err := os.ReadFile(name)
	if err == nil && len(key) >= 16 {
		return key, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	key = []byte(rand.Text())
	return key, os.WriteFile(name, key, 0o600)
}

// setUp makes streams and consumers, reads who is in quarantine, and takes back the
// chunks that an earlier session of this run gave out.
func (s *session) setUp(ctx context.Context) error {
	if err := s.Settings.setUp(ctx, s.js); err != nil {
		return err
	}
	if err := s.Settings.setUpBuild(ctx, s.js, s.Build); err != nil {
		return err
	}
	if err := s.takeBack(ctx); err != nil {
		return err
	}
	stream, err := s.js.Stream(ctx, quarantineStream)
	if err != nil {
		return err
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(quarantineSubject+">"))
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for subject := range info.State.Subjects {
		s.outcasts[subject[len(quarantineSubject):]] = true
	}
	return nil
}

func (s *session) workSubject() string { return workSubject + s.Build + "." + s.run }

// takeBack removes the chunks of this run that nobody plays yet.
func (s *session) takeBack(ctx context.Context) error {
	stream, err := s.js.Stream(ctx, workStream)
	if err != nil {
		return err
	}
	return stream.Purge(ctx, jetstream.WithPurgeSubject(s.workSubject()))
}

// patient is how long one attempt to reach the server may take. An answer that got lost
// with a server does not come later, and a second attempt does no harm.
const patient = 5 * time.Second

// persist tries until it succeeds or the context ends: servers come back, and a cluster
// elects a leader.
func (s *session) persist(ctx context.Context, what string, do func(context.Context) error) error {
	for {
		attempt, cancel := context.WithTimeout(ctx, patient)
		err := do(attempt)
		cancel()
		if err == nil || ctx.Err() != nil {
			return errors.Join(ctx.Err(), err)
		}
		s.Log.Warn("the farm does not answer", "doing", what, "error", err)
		s.Metrics.retried()
		pause(ctx, 500*time.Millisecond)
	}
}

// forget removes what workers in quarantine have played.
func (s *session) forget() error {
	for name := range s.outcasts {
		if err := s.dir.Forget(name); err != nil {
			return fmt.Errorf("forgetting %s: %w", name, err)
		}
	}
	return nil
}

// leave takes back what nobody needs any more.
func (s *session) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if err := s.takeBack(ctx); err != nil {
		s.Log.Debug("leaving", "error", err)
	}
}
