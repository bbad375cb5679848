// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"context"
	crand "crypto/rand"
	"crypto/sha256"
	"errors"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/farm/internal/audit"
)

// session is a run while it is connected to a farm.
type session struct {
	*Runner

	js         jetstream.JetStream
	dir        *experiment.Dir
	plan       *experiment.Plan
	spec       string // its text, if it is the same for all episodes
	key        []byte // authenticates the tokens of this run
	run        string // its name in subjects
	me         *identity
	registry   registry
	window     *window
	random     *rand.Rand
	ctx        context.Context //nolint:containedctx // the session's: callbacks of the connection have none
	fail       context.CancelCauseFunc
	background sync.WaitGroup
	door       door // of callbacks

	mu       sync.Mutex // guards the rest, the ledger and the book
	ledger   *audit.Ledger
	bodies   bodyQueue       // not given out
	asks     askQueue        // workers that wait
	jobs     map[string]*job // by token
	storing  map[string]bool // by token: answers that are not on the disk yet
	held     map[string]int  // by worker: jobs
	credit   map[string]int  // by worker: jobs that it may hold
	outcasts map[string]bool // workers in quarantine
	aside    map[uint64]claimed
	evidence map[claimant]Signed
	crowd    crowd
	typical  time.Duration // that a job takes
	size     uint64        // in the last body, in episodes
	ownTime  time.Duration // that the run takes for an episode
	settling bool          // only checks are left
	at       experiment.Progress
	pace     pace
}

func (r *Runner) newSession(ctx context.Context, d *experiment.Dir, p *experiment.Plan) (*session, error) {
	s := &session{
		Runner: r, dir: d, plan: p, window: newWindow(smallestWindow), jobs: map[string]*job{}, storing: map[string]bool{},
		held: map[string]int{}, credit: map[string]int{}, outcasts: map[string]bool{}, evidence: map[claimant]Signed{}, size: 1,
	}
	var err error
	if s.me, err = identify(r.Invitation, ""); err != nil {
		return nil, err
	}
	if s.registry.farm = s.me.farm; s.me.name == "" {
		s.me.name = openRunner
	}
	s.ctx, s.fail = context.WithCancelCause(ctx)
	if s.key, err = keyOf(d); err != nil {
		return nil, err
	}
	if err := r.openLedger(d, s.key); err != nil {
		return nil, err
	}
	if s.ledger = r.ledger; r.book == nil {
		if r.book, err = openBook(d.Path, s.key); err != nil {
			return nil, err
		}
	}
	seed := sha256.Sum256([]byte(crand.Text()))
	s.random = rand.New(rand.NewChaCha8(seed))
	s.run = short(string(s.key))
	if s.js, err = jetstream.New(r.Conn, jetstream.WithDefaultTimeout(10*time.Second)); err != nil {
		return nil, err
	}
	r.Settings = r.Settings.withDefaults()
	s.crowd = crowd{r.Settings.MaxAsks, map[string]*guest{}}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return s, s.persist(ctx, "setting up", s.setUp)
}

// openLedger creates the ledger of a run, and restores earlier confirmations.
func (r *Runner) openLedger(d *experiment.Dir, key []byte) (err error) {
	if r.ledger != nil {
		return nil
	}
	r.ledger = r.newLedger(key)
	restore := r.ledger.Restore
	if d.Spec.Tune != nil {
		restore = func(audit.Confirmation) {} // perhaps of other values: see rewind
	}
	if r.notes, err = openNotebook(d, key, restore); err == nil {
		r.ledger.Confirmed = r.notes.add
	}
	return err
}

func (r *Runner) newLedger(key []byte) *audit.Ledger {
	return audit.New(audit.Policy{Share: r.Check, Own: max(r.Check, 0) * 8 / 11}, append([]byte("checks "), key...))
}

// keyOf returns the secret of a run. It is stored in the run directory, because tokens must outlive
// the process.
func keyOf(d *experiment.Dir) ([]byte, error) {
	const name = "farm.key"
	key, err := readOwn(d.Path, name)
	if err == nil && len(key) >= 16 {
		return key, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	key = []byte(crand.Text())
	return key, writeOwn(d.Path, name, key)
}

// setUp reads the quarantine: by statements of the farm, or because this run has caught a worker.
// It waits for the streams, which the server creates. Without invitations, the server may know
// nothing about farms, and the run creates them.
func (s *session) setUp(ctx context.Context) error {
	wanted := streams{replicas: copies(s.Conn.ConnectedClusterName())}
	err := wanted.found(ctx, s.js)
	if err != nil && s.me.farm == "" {
		err = cmp.Or(storing(ctx, s.js), err)
	}
	if errors.Is(err, jetstream.ErrStreamNotFound) && s.me.farm == "" {
		err = wanted.setUp(ctx, s.js)
	}
	if err != nil {
		return err
	}
	names, err := outcasts(ctx, s.js, s.me.farm)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, reason := range names {
		s.outcasts[name] = true
		s.Log.Warn("the farm has excluded a worker", "worker", Quote(name), "reason", Quote(reason))
	}
	for name, r := range s.book.records {
		if r.caught {
			s.outcasts[name] = true
		}
	}
	return nil
}

// patient is the limit of one attempt to reach the server. An answer lost with a server does not
// come later, and a second attempt does no harm.
const patient = 5 * time.Second

// persist retries until it succeeds or the context ends: servers come back, and a cluster elects a
// leader.
func (s *session) persist(ctx context.Context, what string, do func(context.Context) error) error {
	for {
		attempt, cancel := context.WithTimeout(ctx, patient)
		err := do(attempt)
		cancel()
		if err == nil || ctx.Err() != nil || errors.Is(err, ErrServer) {
			return errors.Join(ctx.Err(), err)
		}
		s.Log.Warn("the farm does not answer", "doing", what, "error", err)
		s.Metrics.retried()
		pause(ctx, 500*time.Millisecond)
	}
}

// exclude removes workers in quarantine from the ledger: their confirmations are void.
func (s *session) exclude() {
	for _, name := range slices.Sorted(maps.Keys(s.outcasts)) {
		s.excluded(name)
	}
}

func (s *session) excluded(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ledger.Exclude(name)
}

// part returns the text of the spec that a worker needs for some episodes, and its hash. It is the
// spec of the run, except in a run that tunes: see [experiment.Plan.Part].
func (s *session) part(all spans) (text, hash string, err error) {
	spec, hash, err := s.plan.Part(all.list())
	if err != nil {
		return "", "", err
	}
	if s.spec != "" {
		return s.spec, hash, nil
	}
	yaml, err := spec.YAML()
	if s.plan.Spec.Tune == nil {
		s.spec = string(yaml)
	}
	return string(yaml), hash, err
}

// hashOf returns the hash of the spec of some episodes. If their values are not known, no result about
// them can be of this run.
func (s *session) hashOf(all spans) (hash string, known bool) {
	_, hash, err := s.plan.Part(all.list())
	return hash, err == nil
}

func (s spans) list() []experiment.Span {
	list := make([]experiment.Span, len(s))
	for i, span := range s {
		list[i] = experiment.Span{First: span[0], End: span[1]}
	}
	return list
}

// rewind makes the values of a run that tunes known, after whatever followed from the scores of a
// worker in quarantine is dropped. Checks of those episodes must not count against anybody: the same
// episodes are played with other values now. So the ledger then starts again.
func (s *session) rewind() error {
	if s.plan.Spec.Tune == nil {
		return nil
	}
	var again []experiment.Span
	for _, name := range slices.Sorted(maps.Keys(s.outcasts)) {
		theirs, err := s.dir.Of(name)
		if err != nil {
			return err
		}
		again = append(again, theirs...)
	}
	dropped, err := s.dir.Rewind(again)
	if err != nil {
		return err
	}
	if dropped {
		s.Runner.ledger = s.newLedger(s.key)
		s.Runner.ledger.Confirmed = s.notes.add
		s.ledger = s.Runner.ledger
	}
	return s.plan.Follow(s.dir)
}
