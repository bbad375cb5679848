// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/farm"
	"github.com/veilplan/veil/internal/testsize"
)

// leftChunk is the number of episodes that a worker may lose when it leaves while the server hangs.
const leftChunk = 200

// TestFarmLeavesSoon: a worker that is asked to leave ends within two seconds, without an error, and
// loses no more than a chunk: nothing if the server answers, and at most what it is playing if the
// server hangs. A busy machine delays a process by any amount, so of five workers one must be in time.
func TestFarmLeavesSoon(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	spec := "{name: leave, domain: mines, board: 16x16/40, first: zero, policies: [{id: safest}], episodes: 1000000, seed: 3}"
	if err := os.WriteFile(filepath.Join(dir, "leave.yaml"), []byte(spec), 0o600); err != nil {
		t.Fatal(err)
	}
	server := spawn(t, dir, "farm", "up", "--listen", "127.0.0.1:0")
	url := server.await(t, `nats://[0-9.:]+`)
	conn, err := farm.Connect(t.Context(), farm.Access{Servers: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	spawn(t, dir, "exp", "run", "leave.yaml", "--farm", url, "--chunk", strconv.Itoa(leftChunk))
	for signal, hangs := range map[syscall.Signal]*command{syscall.SIGINT: nil, syscall.SIGTERM: server} {
		fastest := testsize.Patience
		for n := 0; n < 5 && fastest >= 2*time.Second; n++ {
			l := leaver{name: fmt.Sprintf("ann%d-%d", signal, n), dir: dir, url: url, conn: conn, server: hangs}
			fastest = min(fastest, l.leave(t, signal))
		}
		t.Logf("%v, the server hangs: %v: left after %v", signal, hangs != nil, fastest.Round(time.Millisecond))
		if fastest >= 2*time.Second {
			t.Error("want less than 2s")
		}
	}
}

// leaver is a worker that will be asked to leave, and the server if it is to hang meanwhile.
type leaver struct {
	name, dir, url string
	conn           *nats.Conn
	server         *command
}

// leave starts the worker, stops it in the middle of a chunk, checks that the run gets its episodes, and
// returns how long it took to end.
func (l *leaver) leave(t *testing.T, signal syscall.Signal) (took time.Duration) {
	t.Helper()
	heard, err := l.conn.SubscribeSync("veil.here." + l.name)
	if err != nil {
		t.Fatal(err)
	}
	worker := spawn(t, l.dir, "farm", "work", "--servers", l.url, "--name", l.name)
	testsize.Await(t, l.name+" plays", func() bool {
		there, err := farm.Ask(t.Context(), l.conn, 200*time.Millisecond, "")
		return err == nil && slices.ContainsFunc(there, func(p farm.PeerStatus) bool { return p.Worker == l.name && p.Busy > 0 && p.Episodes > 0 })
	})
	if l.server != nil {
		signalTo(t, l.server, syscall.SIGSTOP)
	}
	at := time.Now()
	signalTo(t, worker, signal)
	testsize.Receive(t, l.name+" ends", worker.over)
	took = time.Since(at)
	if l.server != nil {
		signalTo(t, l.server, syscall.SIGCONT)
	}
	if worker.err != nil {
		t.Errorf("%v: %v\n%s", signal, worker.err, worker.said.String())
	}
	played, ok := l.farewell(t, heard)
	if !ok {
		return testsize.Patience
	}
	l.keeps(t, played)
	return took
}

func signalTo(t *testing.T, c *command, signal syscall.Signal) {
	t.Helper()
	if err := c.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
}

// farewell waits for the last words of the worker: how many episodes it has played. A server that hung may lose them: if it
// had written to the worker, which closed its connection without reading that, the system drops what the worker wrote.
func (l *leaver) farewell(t *testing.T, heard *nats.Subscription) (played uint64, ok bool) {
	t.Helper()
	patience := testsize.Patience
	if l.server != nil {
		patience = 20 * time.Second
	}
	for {
		m, err := heard.NextMsg(patience)
		if l.server != nil && errors.Is(err, nats.ErrTimeout) {
			return 0, false
		}
		if err != nil {
			t.Fatal(err)
		}
		var p farm.PeerStatus
		if err := json.Unmarshal(m.Data, &p); err != nil {
			t.Fatal(err)
		}
		if p.Left {
			return p.Episodes, true
		}
	}
}

// keeps waits until the run has stored all that the worker has played, or all but a chunk if the server hung.
func (l *leaver) keeps(t *testing.T, played uint64) {
	t.Helper()
	if l.server != nil {
		played -= min(played, leftChunk)
	}
	testsize.Await(t, fmt.Sprintf("the run has %d episodes of %s", played, l.name), func() bool {
		d, err := experiment.Open(filepath.Join(l.dir, "runs", "leave"))
		if err != nil {
			return false // it is being written
		}
		all, err := d.Accounts()
		stored := uint64(0)
		for _, a := range all {
			if a.By == l.name {
				stored += a.Episodes
			}
		}
		return err == nil && stored >= played
	})
}
