// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment/farm"
	"github.com/veilplan/veil/internal/testsize"
)

// keptFarm is a farm with invitations, of processes.
type keptFarm struct {
	*testing.T

	dir, url string
}

// do runs a command to its end.
func (f *keptFarm) do(args ...string) {
	f.Helper()
	c := spawn(f.T, f.dir, args...)
	if testsize.Receive(f, strings.Join(args, " "), c.over); c.err != nil {
		f.Fatalf("%v: %v\n%s", args, c.err, c.said.String())
	}
}

// work invites a worker and starts a version of it.
func (f *keptFarm) work(name, version string) *command {
	f.Helper()
	f.do("farm", "invite", name, "-o", name+".invitation")
	return spawnAs(f.T, version, f.dir, "farm", "work", "--servers", f.url, "--invitation", name+".invitation")
}

// there waits until a worker answers.
func (f *keptFarm) there(ctx context.Context, name string) {
	f.Helper()
	text, err := os.ReadFile(filepath.Join(f.dir, "owner.invitation"))
	if err != nil {
		f.Fatal(err)
	}
	nc, err := farm.Connect(ctx, farm.Access{Servers: f.url, Invitation: text, Name: "owner"})
	if err != nil {
		f.Fatal(err)
	}
	defer nc.Close()
	testsize.Await(f, name+" answers", func() bool {
		crew, err := farm.Ask(ctx, nc, 200*time.Millisecond, "")
		return err == nil && slices.ContainsFunc(crew, func(p farm.PeerStatus) bool { return p.Worker == name })
	})
}

// outdated demands that a worker ends with the exit code of its own, and prints the command for its system.
func (f *keptFarm) outdated(w *command) {
	f.Helper()
	testsize.Receive(f, "the worker ends", w.over)
	said := w.said.String()
	for _, want := range []string{"requires veil v1.2.0 or later, this is v1.0.0", "never replaces itself", "/releases/download/v1.2.0/veil_1.2.0_"} {
		if !strings.Contains(said, want) {
			f.Errorf("the worker does not say %q:\n%s", want, said)
		}
	}
	if code := w.ProcessState.ExitCode(); code != int(frame.ExitOutdated) {
		f.Errorf("exit code %d, want %d", code, frame.ExitOutdated)
	}
}

// TestFarmOutdated: a worker that is too old ends, whether it is connected when the farm requires
// another version or connects later. A newer one works on, and the last statement counts.
func TestFarmOutdated(t *testing.T) {
	t.Parallel()
	f := &keptFarm{T: t, dir: t.TempDir()}
	f.url = spawn(t, f.dir, "farm", "up", "--listen", "127.0.0.1:0", "--invited").await(t, `(?:nats|tls)://[0-9.:]+`)
	f.do("farm", "invite", "owner", "--role", "runner", "-o", "owner.invitation")
	old, recent := f.work("old", "v1.0.0"), f.work("new", "v1.2.0")
	f.there(t.Context(), "old")
	f.there(t.Context(), "new")
	f.do("farm", "require", "v1.2.0", "--servers", f.url)
	f.outdated(old)
	f.outdated(f.work("late", "v1.0.0"))
	f.do("farm", "require", "v0.0.0", "--servers", f.url)
	readmitted := f.work("again", "v1.0.0")
	f.there(t.Context(), "again")
	for _, w := range []*command{recent, readmitted} {
		select {
		case <-w.over:
			t.Errorf("a worker has ended: %v\n%s", w.err, w.said.String())
		default:
		}
	}
}
