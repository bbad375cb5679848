// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package farm

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/execplayer"
)

// opener opens a door with every fourth move. If it leaks, it goes on counting where the episode before
// stopped.
const opener = `echo $$ >> pids; while read line; do case $line in
*'"type":"start"'*) [ "$1" = leak ] || n=0; echo '{"ready":true}';;
*'"type":"move"'*) n=$((n+1)); if [ $((n % 4)) = 0 ]; then echo '{"action":"left"}'; else echo '{"action":"listen"}'; fi;;
esac; done
`

// TestLastingOnAFarm: a program that keeps something between episodes fails the run, and nobody is
// accused of lying; an honest one gives the result of one machine. Workers end their processes.
func TestLastingOnAFarm(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		argument string
		check    float64
	}{
		"honest": {"", 0.2}, "leaks, audited": {" leak", 0.5}, "leaks, never audited": {" leak", -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			programs := t.TempDir()
			if err := os.WriteFile(filepath.Join(programs, "player.sh"), []byte(opener), 0o600); err != nil {
				t.Fatal(err)
			}
			library := execplayer.Library{Domains: Catalog(), Access: play.Typed(programs)}
			find := func(s experiment.Spec) (*experiment.Plan, error) { return experiment.Resolve(s, library) }
			spec, err := experiment.Parse([]byte("name: toy\ndomain: tiger\nhorizon: 6\nseed: 7\nepisodes: 200\npolicies: [{id: mine, player: \"exec:sh player.sh" + c.argument + "\", params: {persistent: true}}]\n"))
			if err != nil {
				t.Fatal(err)
			}
			p, err := find(*spec)
			if err != nil {
				t.Fatal(err)
			}
			s := startServer(t, ServerConfig{})
			var stops []func() error
			for _, worker := range []string{"a", "b"} {
				stops = append(stops, startWorker(t, s.URL(), &Worker{Name: worker, Resolve: find}))
			}
			r := runner(t, s.URL())
			r.Check = c.check
			d := create(t, t.TempDir(), p)
			_, err = r.Run(t.Context(), d, p, experiment.Options{Chunk: 20, Clock: clock()})
			if errors.Is(err, experiment.ErrCarries) != (c.argument != "") || c.argument == "" && err != nil {
				t.Error(err)
			}
			if c.argument == "" {
				want := t.TempDir()
				alone(t, want, p)
				sameOutcome(t, name, want, d.Path)
			}
			if caughtBy(t, d, "a") || caughtBy(t, d, "b") {
				t.Error("an honest worker is quarantined")
			}
			for _, stop := range stops {
				if err := stop(); err != nil {
					t.Error(err)
				}
			}
			noneLeft(t, filepath.Join(programs, "pids"))
		})
	}
}

// noneLeft checks that no process of a list runs.
func noneLeft(t *testing.T, list string) {
	t.Helper()
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	for word := range strings.FieldsSeq(string(text)) {
		if pid, err := strconv.Atoi(word); err != nil || syscall.Kill(pid, 0) == nil {
			t.Errorf("process %d is still there", pid)
		}
	}
}
