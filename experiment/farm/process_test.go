// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/internal/testsize"
)

const roleVariable = "VEIL_FARM_TEST"

// role is what a process of these tests does. It is the test binary itself, so that
// workers and runs are of the same build.
type role struct {
	Server *ServerConfig // runs a server,
	Worker string        // and a worker,
	Run    string        // and a run in this directory
	URL    string
	Spec   string
	Chunk  int
	Delay  time.Duration // per chunk: the workers of these tests have little to do
	Wrong  bool          // the worker tampers with its results
	Check  float64
	Wait   time.Duration // the lease
	Crew   int           // so many workers, each with a connection of its own; 0 means one
	Keys   string        // a folder with credentials of the server and invitations of everybody; empty: none are needed
	Tells  bool          // the run prints its progress
	Bare   [2]uint64     // plays these episodes in a loop, without anything else
}

func TestMain(m *testing.M) {
	text := os.Getenv(roleVariable)
	if text == "" {
		flag.Parse()
		if err := flag.Set("test.parallel", "6"); err != nil { // they wait, most of the time
			panic(err)
		}
		os.Exit(m.Run())
	}
	var r role
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		panic(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := r.do(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (r *role) do(ctx context.Context) error {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelInfo}))
	if r.Server != nil {
		r.Server.Log = log
		if err := r.readCredentials(); err != nil {
			return err
		}
		s, err := StartServer(ctx, *r.Server)
		if err != nil {
			return err
		}
		defer s.Stop()
	}
	var others sync.WaitGroup
	defer others.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // the worker ends with the run
	if r.Crew > 0 {
		return r.crew(ctx)
	}
	if r.Worker != "" {
		others.Go(func() {
			if err := r.work(ctx, log); err != nil {
				log.Error("worker", "error", err)
			}
		})
	}
	if r.Run != "" {
		return r.run(ctx, log)
	}
	if r.Bare[1] > 0 {
		return r.bare(ctx)
	}
	<-ctx.Done()
	return nil
}

func (r *role) plan() (*experiment.Plan, error) {
	spec, err := experiment.Parse([]byte(r.Spec))
	if err != nil {
		return nil, err
	}
	return resolve(*spec)
}

func (r *role) bare(ctx context.Context) error {
	p, err := r.plan()
	if err != nil {
		return err
	}
	_, err = p.Play(ctx, r.Bare[0], r.Bare[1], clock())
	return err
}

func (r *role) waiting() int {
	if r.Run != "" {
		return 0
	}
	return WorkerWaiting
}

// connect waits for a server that may be down just now.
func (r *role) connect(ctx context.Context, name string, log *slog.Logger) (*nats.Conn, error) {
	b := newBackoff(name, 0)
	for {
		nc, err := Connect(ctx, Access{Servers: r.URL, Name: name, Log: log, Waiting: r.waiting(), Invitation: r.invitation(name)})
		if err == nil || ctx.Err() != nil || errors.Is(err, ErrServer) {
			return nc, err
		}
		pause(ctx, b.next())
	}
}

func (r *role) work(ctx context.Context, log *slog.Logger) error {
	nc, err := r.connect(ctx, r.Worker, log)
	if err != nil {
		return err
	}
	defer nc.Close()
	w := &Worker{Name: r.Worker, Build: testBuild, Resolve: resolve, Clock: clock(), Log: log, spoil: func(res *result) {
		time.Sleep(r.Delay)
		if r.Wrong {
			tamper(res)
		}
	}}
	return w.Work(ctx, nc)
}

func (r *role) run(ctx context.Context, log *slog.Logger) error {
	p, err := r.plan()
	if err != nil {
		return err
	}
	d, _, err := experiment.Create(r.Run, p, madeBy())
	if err != nil {
		return err
	}
	nc, err := r.connect(ctx, "run", log)
	if err != nil {
		return errors.Join(err, d.Close())
	}
	defer nc.Close()
	run := Runner{
		Conn: nc, Invitation: r.invitation("run"), Build: testBuild, Settings: Settings{Lease: r.Wait}, Check: r.Check, Clock: clock(), Log: log,
	}
	_, err = run.Run(ctx, d, p, experiment.Options{Chunk: r.Chunk, Clock: clock(), Progress: r.progress()})
	return errors.Join(err, d.Close())
}

// process is a running role.
type process struct {
	*exec.Cmd
	said testsize.Transcript
	over chan struct{} // closed when it has ended
	err  error
}

func start(t testing.TB, r role) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), roleVariable+"="+string(text))
	return launch(t, cmd)
}

// launch starts a program, which ends with the test.
func launch(t testing.TB, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{Cmd: cmd, over: make(chan struct{})}
	p.Stderr = &p.said
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.err = p.Wait()
		close(p.over)
	}()
	t.Cleanup(p.kill)
	return p
}

// kill is kill -9.
func (p *process) kill() {
	_ = p.Process.Kill()
	<-p.over
}

// ended reports whether the process ends within a while.
func (p *process) ended(wait time.Duration) bool {
	select {
	case <-p.over:
		return true
	case <-time.After(wait):
		return false
	}
}

// freeAddress returns an address that nobody uses.
func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // it was only tried
	return l.Addr().String()
}

// countStored counts the lines in the segments of a run: nothing may be stored twice.
func countStored(t testing.TB, dir string) (lines int) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "episodes", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines += strings.Count(string(text), `{"episode":`)
	}
	return lines
}
