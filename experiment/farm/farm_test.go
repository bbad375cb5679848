// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/veilplan/veil/experiment"
)

// tigerSpec is real work by real players, with every kind of record.
const tigerSpec = `
name: tiger
domain: tiger
horizon: 12
policies: [{id: random}, {id: sure, player: listener}, {id: rash, player: listener, params: {sure: 0.8}}]
episodes: %d
seed: 7
record: [guesses, work, values, actions, ms_per_move]
thresholds: ["paired(sure, rash).score_diff.ci95.low > 0"]
`

func madeBy() experiment.Provenance {
	return experiment.Provenance{Veil: "devel", Go: "go1.26", Arch: "linux/amd64"}
}

const testBuild = "testbuild"

// quick makes everything that waits wait less.
func quick() Settings { return Settings{Lease: 500 * time.Millisecond} }

func resolve(spec experiment.Spec) (*experiment.Plan, error) {
	return experiment.Resolve(spec, Catalog())
}

func planOf(t testing.TB, text string) *experiment.Plan {
	t.Helper()
	spec, err := experiment.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := resolve(*spec)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// clock measures time, as the command does.
func clock() experiment.Clock {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}

func testLog(t testing.TB) *slog.Logger {
	if os.Getenv("VEIL_VERBOSE") == "" {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// startServer starts a server for a test.
func startServer(t testing.TB, c ServerConfig) *Server {
	t.Helper()
	if c.Dir == "" {
		c.Dir = t.TempDir()
	}
	if c.Listen == "" {
		c.Listen = "127.0.0.1:0"
	}
	c.Log = testLog(t)
	s, err := StartServer(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

func connect(t testing.TB, a Access) *nats.Conn {
	t.Helper()
	a.Log = testLog(t)
	nc, err := Connect(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

// startWorker starts a worker in this process, and returns how to stop it.
func startWorker(t testing.TB, url string, w *Worker) (stop func() error) {
	t.Helper()
	return startWorkerOn(t, connect(t, Access{Servers: url, Name: w.Name}), w)
}

func startWorkerOn(t testing.TB, nc *nats.Conn, w *Worker) (stop func() error) {
	t.Helper()
	w.Build, w.Clock, w.Log = cmp.Or(w.Build, testBuild), clock(), testLog(t)
	if w.Resolve == nil {
		w.Resolve = resolve
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.Work(ctx, nc) }()
	stop = func() error {
		cancel()
		err := <-done
		done <- err
		return err
	}
	t.Cleanup(func() {
		if err := stop(); err != nil && !errors.Is(err, ErrQuarantined) {
			t.Errorf("worker %s: %v", w.Name, err)
		}
	})
	return stop
}

func runner(t testing.TB, url string) Runner {
	t.Helper()
	return runnerOn(t, connect(t, Access{Servers: url, Name: "run"}))
}

func runnerOn(t testing.TB, nc *nats.Conn) Runner {
	return Runner{
		Conn: nc, Build: testBuild, Settings: quick(), Clock: clock(), Log: testLog(t),
	}
}

// alone runs an experiment without a farm.
func alone(t testing.TB, dir string, p *experiment.Plan) {
	t.Helper()
	d := create(t, dir, p)
	if _, err := experiment.Run(t.Context(), d, p, experiment.Options{}); err != nil {
		t.Fatal(err)
	}
}

func create(t testing.TB, dir string, p *experiment.Plan) *experiment.Dir {
	t.Helper()
	d, _, err := experiment.Create(dir, p, madeBy())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// outcome returns the bytes that must not depend on how a run was run: the stored summary
// and the sorted episodes.
func outcome(t testing.TB, dir string) (summary, episodes []byte) {
	t.Helper()
	d, err := experiment.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	s, err := experiment.Summarize(d)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := d.WriteJSONL(&out, s); err != nil {
		t.Fatal(err)
	}
	summary, err = os.ReadFile(filepath.Join(dir, "summary.json"))
	if err != nil {
		t.Fatal(err)
	}
	return summary, out.Bytes()
}

// sameOutcome demands that two directories hold exactly the same.
func sameOutcome(t testing.TB, what, want, got string) {
	t.Helper()
	s1, e1 := outcome(t, want)
	s2, e2 := outcome(t, got)
	if !bytes.Equal(s1, s2) {
		t.Errorf("%s: the summary differs:\n%s\nwant\n%s", what, s2, s1)
	}
	if !bytes.Equal(e1, e2) {
		t.Errorf("%s: the episodes differ", what)
	}
	if n := bytes.Count(e2, []byte("\n")); n == 0 {
		t.Errorf("%s: nothing was played", what)
	}
}

// TestFarm runs an experiment with some workers.
func TestFarm(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 2000))
	want, got := t.TempDir(), t.TempDir()
	alone(t, want, p)
	s := startServer(t, ServerConfig{})
	for i := range 3 {
		startWorker(t, s.URL(), &Worker{Name: fmt.Sprint("w", i)})
	}
	summary, err := runner(t, s.URL()).Run(t.Context(), create(t, got, p), p, experiment.Options{Chunk: 50, Clock: clock()})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d episodes", summary.Episodes)
	sameOutcome(t, "three workers", want, got)
}

// TestLostBeforeTheFirstResult loses the stream of results between the steps of a session:
// each must bring back what it needs.
func TestLostBeforeTheFirstResult(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 200))
	r := runner(t, startServer(t, ServerConfig{}).URL())
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s, err := r.newSession(ctx, create(t, t.TempDir(), p), p)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.js.DeleteStream(ctx, resultStream); err != nil {
		t.Fatal(err)
	}
	if err := s.recover(ctx); err != nil {
		t.Errorf("looking for results: %v", err)
	}
	if _, err := s.js.Stream(ctx, resultStream); err != nil {
		t.Errorf("workers cannot return results: %v", err)
	}
}

// somebody is a worker or a runner where nobody is invited.
func somebody(t testing.TB, name string) *identity {
	t.Helper()
	i, err := identify(nil, name)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// asks asks for something to do.
func asks(nc *nats.Conn, name, question string) error {
	return nc.PublishRequest(askSubject+testBuild+"."+name, answerTo(name, question), []byte(strings.Repeat("ab", 32)))
}
