// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/veilplan/veil/experiment/farm"
	"github.com/veilplan/veil/internal/testsize"
)

// lease is how long a worker may be silent, by default.
const lease = 30 * time.Second

// command is a process of veil. What it says can be read while it runs.
type command struct {
	*exec.Cmd

	said testsize.Transcript
	over chan struct{} // closed when it has ended
	err  error
}

// spawn starts this binary as the command, in a directory.
func spawn(t *testing.T, dir string, args ...string) *command {
	t.Helper()
	return spawnAs(t, "", dir, args...)
}

// spawnAs starts a released version of the command.
func spawnAs(t *testing.T, version, dir string, args ...string) *command {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &command{Cmd: exec.CommandContext(t.Context(), self, args...), over: make(chan struct{})}
	c.Dir, c.Stdout, c.Stderr = dir, &c.said, &c.said
	c.Env = append(os.Environ(), asProcess+"=1", asVersion+"="+version)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		c.err = c.Wait()
		close(c.over)
	}()
	t.Cleanup(func() {
		_ = c.Process.Kill() // it may have ended
		<-c.over
	})
	return c
}

// await waits until the process says something, and returns it.
func (c *command) await(t *testing.T, pattern string) string {
	t.Helper()
	p := regexp.MustCompile(pattern)
	var found []string
	testsize.Await(t, fmt.Sprintf("%v says %s", c.Args, pattern), func() bool {
		found = p.FindStringSubmatch(c.said.String())
		return found != nil
	})
	return found[len(found)-1]
}

// crew is a farm of processes with two workers, and a run of a single chunk.
type crew struct {
	conn    *nats.Conn
	workers map[string]*command
	run     *command
}

func startCrew(t *testing.T, episodes int) *crew {
	t.Helper()
	dir := t.TempDir()
	spec := fmt.Sprintf("{name: leave, domain: mines, board: 16x16/40, first: zero, policies: [{id: safest}], episodes: %d, seed: 3}", episodes)
	if err := os.WriteFile(filepath.Join(dir, "leave.yaml"), []byte(spec), 0o600); err != nil {
		t.Fatal(err)
	}
	url := spawn(t, dir, "farm", "up", "--listen", "127.0.0.1:0").await(t, `nats://[0-9.:]+`)
	conn, err := farm.Connect(t.Context(), farm.Access{Servers: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	c := &crew{conn: conn, workers: map[string]*command{}}
	for _, name := range []string{"ann", "bob"} {
		c.workers[name] = spawn(t, dir, "farm", "work", "--servers", url, "--name", name, "--metrics", "127.0.0.1:0")
	}
	for _, w := range c.workers {
		w.await(t, "msg=working")
	}
	c.run = spawn(t, dir, "exp", "run", "leave.yaml", "--farm", url, "--chunk", strconv.Itoa(episodes))
	return c
}

// holder waits until a worker plays the chunk, and returns it and the one that is idle.
func (c *crew) holder(t *testing.T) (holds, idle *command) {
	t.Helper()
	testsize.Await(t, "somebody plays", func() bool {
		there, err := farm.Ask(t.Context(), c.conn, 200*time.Millisecond, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range there {
			if p.Worker != "" && p.Busy > 0 {
				holds = c.workers[p.Worker]
				delete(c.workers, p.Worker)
			}
		}
		return holds != nil
	})
	for _, other := range c.workers {
		idle = other
	}
	return holds, idle
}

// busy is how long a worker has played, by its metrics.
func busy(t *testing.T, w *command) time.Duration {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.await(t, `http://[0-9.:]+/metrics`), nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close() //nolint:errcheck // it was read
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^veil_farm_worker_busy_seconds_total (\S+)$`).FindSubmatch(text)
	if found == nil {
		t.Fatalf("no such metric:\n%s", text)
	}
	seconds, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		t.Fatal(err)
	}
	return time.Duration(seconds * float64(time.Second))
}

// delay sends a signal to the worker that plays the only chunk, and returns how much later
// the run ends for it: the time from the signal to the end, without that in which the heir
// was playing, which somebody would have had to play anyway. So it does not depend on how
// busy the machine is otherwise.
func delay(t *testing.T, signal syscall.Signal) time.Duration {
	t.Helper()
	c := startCrew(t, 12_000)
	holds, heir := c.holder(t)
	at := time.Now()
	if err := holds.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	testsize.Receive(t, "the run ends", c.run.over)
	end := time.Since(at)
	if c.run.err != nil || c.run.ProcessState == nil {
		t.Fatalf("the run: %v\n%s", c.run.err, c.run.said.String())
	}
	<-holds.over
	played := busy(t, heir)
	if played < 100*time.Millisecond {
		t.Fatalf("the heir has played for %v: the signal came too late", played)
	}
	t.Logf("%v: the run ended %v later, and the heir was playing for %v: a delay of %v", signal,
		end.Round(time.Millisecond), played.Round(time.Millisecond), (end - played).Round(time.Millisecond))
	return end - played
}

// TestFarmLeaving: a worker that is stopped in the middle of a chunk gives it back, and does not
// delay the end of the run until its lease is over. On an idle machine it is less than two
// seconds; the bound is a third of the lease, since processes that wait for a busy machine do so
// by the clock.
func TestFarmLeaving(t *testing.T) {
	t.Parallel()
	rounds(t, syscall.SIGTERM, lease/3)
}

// TestFarmKilledLast: the death of the last worker that plays delays the end of the run by
// the lease, and less than five seconds more.
func TestFarmKilledLast(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a lease of half a minute")
	}
	t.Parallel()
	rounds(t, syscall.SIGKILL, lease+5*time.Second)
}

// rounds demands that no delay reaches a bound.
func rounds(t *testing.T, signal syscall.Signal, bound time.Duration) {
	t.Helper()
	n := 1
	if full() {
		n = 5
	}
	for range n {
		if d := delay(t, signal); d >= bound {
			t.Errorf("the run ended %v later, want less than %v", d, bound)
		}
	}
}
