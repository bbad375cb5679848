// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/veilplan/veil/experiment"
)

// tamper changes one score in a result and says nothing: the digest is that of the wrong
// lines.
func tamper(r *result) {
	i := bytes.Index(r.lines, []byte(`"score":`)) + len(`"score":`)
	r.lines = append(append(bytes.Clone(r.lines[:i]), '9'), bytes.TrimPrefix(r.lines[i:], []byte("-"))...)
	r.digest()
}

// TestWrongWorkers: whoever returns something wrong is found out and quarantined, all it
// has played is played again, and the result is that of the honest.
func TestWrongWorkers(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 1500))
	want := t.TempDir()
	alone(t, want, p)
	for _, c := range []struct {
		name   string
		check  float64
		honest int
		spoil  func(*result)
	}{
		{"tampered", 0.2, 2, tamper},
		{"tampered, nobody else yet", 0.9, 0, tamper},
		{"forged digest", 0, 2, func(r *result) { r.Digest = digestOf(nil) }},
		{"half of it", 0, 2, func(r *result) {
			r.lines = r.lines[:len(r.lines)/2]
			r.digest()
		}},
		{"a failure that is none", 0, 2, func(r *result) { r.Error = "out of memory" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := startServer(t, ServerConfig{})
			stop := startWorker(t, s.URL(), &Worker{Name: "bad", spoil: c.spoil})
			for i := range c.honest {
				startWorker(t, s.URL(), &Worker{Name: fmt.Sprint("good", i)})
			}
			if c.honest == 0 {
				time.AfterFunc(time.Second, func() { startWorker(t, s.URL(), &Worker{Name: "good"}) })
			}
			r := runner(t, s.URL())
			r.Check, r.Metrics = c.check, NewMetrics()
			got := t.TempDir()
			d := create(t, got, p)
			if _, err := r.Run(t.Context(), d, p, experiment.Options{Chunk: 20, Clock: clock()}); err != nil {
				t.Fatal(err)
			}
			sameOutcome(t, c.name, want, got)
			if n, err := d.PlayedBy("bad"); n != 0 || err != nil {
				t.Errorf("%d episodes of the bad one are left (%v)", n, err)
			}
			if !caughtBy(t, d, "bad") {
				t.Error("the bad one is not caught")
			}
			if err := stop(); err != nil && !errors.Is(err, ErrQuarantined) { // it may have no time to ask why
				t.Errorf("the bad one: %v", err)
			}
			t.Logf("%v chunks were checked", testutil.ToFloat64(r.Metrics.checks))
		})
	}
}

// TestRefusedResults sends results that nobody asked for to a run that waits.
func TestRefusedResults(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 600))
	want, got := t.TempDir(), t.TempDir()
	alone(t, want, p)
	s := startServer(t, ServerConfig{})
	r := runner(t, s.URL())
	r.Check, r.Metrics, r.Settings.Lease = -1, NewMetrics(), time.Minute
	js, err := jetstream.New(r.Conn)
	if err != nil {
		t.Fatal(err)
	}
	stranger := somebody(t, "stranger")
	send := func(r *result) {
		text, err := r.encode(stranger, &compressors{})
		if err == nil {
			_, err = js.Publish(t.Context(), resultSubject+openRunner+"."+r.Run+".stranger", text)
		}
		if err != nil {
			t.Error(err)
		}
	}
	attack := func(r *result) {
		if r.Spans[0][0] == 100 { // once, beside the true one
			replayed, moved, other, old, wide := *r, *r, *r, *r, *r
			moved.Spans = spans{{200, 250}}
			other.Build = "otherbuild"
			old.Hash = "0000"
			wide.Spans = spans{{100, 200}}
			for _, forged := range []*result{&replayed, &replayed, &moved, &other, &old, &wide} {
				send(forged)
			}
		}
	}
	startWorker(t, s.URL(), &Worker{Name: "honest", spoil: attack})
	if _, err := r.Run(t.Context(), create(t, got, p), p, experiment.Options{Chunk: 50, Clock: clock()}); err != nil {
		t.Fatal(err)
	}
	sameOutcome(t, "attacked", want, got)
	// The token of a worker is of no use to another.
	for v, n := range map[verdict]float64{accepted: 12, forged: 4, foreign: 2} {
		if got := testutil.ToFloat64(r.Metrics.results.WithLabelValues(string(v))); got != n {
			t.Errorf("%s: %v results, want %v", v, got, n)
		}
	}
}

// TestOutcastResults: what an excluded worker has returned is not stored, though its token
// is good and its episodes are right; what another one has returned is.
func TestOutcastResults(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 200))
	r := runner(t, startServer(t, ServerConfig{}).URL())
	r.Log, r.Metrics = testLog(t), NewMetrics()
	d := create(t, t.TempDir(), p)
	s, err := r.newSession(t.Context(), d, p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.results(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.outcasts["bad"] = true
	returns(t, s, "bad", 0, 10)
	returns(t, s, "good", 10, 20)
	if err := s.recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	for by, want := range map[string]uint64{"bad": 0, "good": 10} {
		if n, err := d.PlayedBy(by); n != want || err != nil {
			t.Errorf("%d episodes of the %s worker are stored (%v)", n, by, err)
		}
	}
	if n := testutil.ToFloat64(r.Metrics.results.WithLabelValues(string(accepted))); n != 1 {
		t.Errorf("%v results were accepted", n)
	}
}

// TestOtherBuilds: a worker of another build gets no chunk, and one that is given one
// refuses it.
func TestOtherBuilds(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 300))
	s := startServer(t, ServerConfig{})
	other := &Worker{Name: "other", Build: "newer"}
	startWorker(t, s.URL(), other)
	done := make(chan error, 1)
	dir := t.TempDir()
	go func() {
		_, err := runner(t, s.URL()).Run(t.Context(), create(t, dir, p), p, experiment.Options{Chunk: 50})
		done <- err
	}()
	select {
	case err := <-done:
		t.Fatalf("it ended without a worker: %v", err)
	case <-time.After(1500 * time.Millisecond):
	}
	startWorker(t, s.URL(), &Worker{Name: "mine"})
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if n := other.episodes.Load(); n != 0 {
		t.Errorf("the other build has played %d episodes", n)
	}
	job := &work{Build: testBuild, Run: "run", Hash: p.Hash, Spans: spans{{0, 1}}, Wait: 1, For: "other"}
	text, err := job.encode(somebody(t, openRunner))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := other.open(text); err == nil {
		t.Error("a chunk of another build was accepted")
	}
}

// TestDeadChunks: workers that take every chunk and never return one cannot end a run: the
// run plays those chunks itself. It ends only with episodes that it cannot play either, and
// then the error names them.
func TestDeadChunks(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 100))
	want := t.TempDir()
	alone(t, want, p)
	hang, err := slowly(time.Hour)(p.Spec)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		plan *experiment.Plan
		dead error
	}{"conspiracy": {p, nil}, "dead": {hang, ErrDead}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startServer(t, ServerConfig{})
			r := runner(t, s.URL())
			r.Settings, r.Limit = Settings{Lease: 100 * time.Millisecond, MaxTries: 4}, 100*time.Millisecond
			nc := connect(t, Access{Servers: s.URL()})
			go func() {
				for i := 0; t.Context().Err() == nil; i++ {
					_ = asks(nc, fmt.Sprint("hole", i%30), "q")
					time.Sleep(5 * time.Millisecond)
				}
			}()
			got := t.TempDir()
			d := create(t, got, p)
			_, err := r.Run(t.Context(), d, c.plan, experiment.Options{Chunk: 30})
			if !errors.Is(err, c.dead) {
				t.Fatalf("the run ended with %v", err)
			}
			t.Log(err)
			if c.dead == nil {
				sameOutcome(t, name, want, got)
			}
		})
	}
}

// caughtBy reports whether a run has caught a worker.
func caughtBy(t *testing.T, d *experiment.Dir, name string) bool {
	t.Helper()
	key, err := keyOf(d)
	if err != nil {
		t.Fatal(err)
	}
	b, err := openBook(d.Path, key)
	if err != nil {
		t.Fatal(err)
	}
	return b.records[name] != nil && b.records[name].caught
}
