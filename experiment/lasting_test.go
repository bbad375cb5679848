// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package experiment_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/execplayer"
)

// opener plays the tiger problem, one episode after another: every fourth move opens a door. It dies in
// the third episode of its process, or continues to count where it stopped, if it is told to.
const opener = `while read line; do case $line in
*'"type":"start"'*) k=$((k+1)); [ "$1" = leak ] || n=0; echo '{"ready":true}';;
*'"type":"move"'*) n=$((n+1)); [ "$1 $k $n" = "die 3 2" ] && exit 7
	if [ $((n % 4)) = 0 ]; then echo '{"action":"left"}'; else echo '{"action":"listen"}'; fi;;
esac; done
`

// execRun runs a spec with a program, into a new directory.
func execRun(t *testing.T, dir, command, params string) (*experiment.Dir, error) {
	t.Helper()
	text := fmt.Sprintf("name: toy\ndomain: tiger\nhorizon: 6\npolicies: [{id: mine, player: \"exec:%s\", params: %s}]\nseed: 5\nepisodes: 12\n", command, params)
	p := plan(t, text, execplayer.Library{Domains: catalog.All(), Access: play.Typed(dir)})
	d, _, err := experiment.Create(filepath.Join(t.TempDir(), "toy"), p, madeBy())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	_, err = experiment.Run(t.Context(), d, p, experiment.Options{Chunk: 30})
	return d, err
}

// TestLastingPrograms: a program that dies in the middle of an episode costs that episode only, which a
// fresh process plays: the run is the same as that of a program that is started for every episode. One
// that keeps something fails the run. So it is with one episode at a time and with many.
func TestLastingPrograms(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3 here")
	}
	crowd, err := os.ReadFile("../play/execplayer/testdata/crowd.py")
	if err != nil {
		t.Fatal(err)
	}
	type player struct{ command, params string }
	for name, c := range map[string]struct{ alone, honest, dies, leaks player }{
		"one": {
			player{"sh player.sh", "{}"},
			player{"sh player.sh", "{persistent: true}"},
			player{"sh player.sh die", "{persistent: true}"},
			player{"sh player.sh leak", "{persistent: true}"},
		},
		"many": {
			player{"python3 player.py", "{persistent: true, batch: 1, restart: 1}"},
			player{"python3 player.py", "{persistent: true, batch: 12}"},
			player{"python3 player.py", "{persistent: true, batch: 6, settings: {die: 9}}"},
			player{"python3 player.py", "{persistent: true, batch: 2, settings: {leak: true}}"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range map[string]string{"player.sh": opener, "player.py": string(crowd)} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var want string
			for _, p := range []player{c.alone, c.honest, c.dies} {
				d, err := execRun(t, dir, p.command, p.params)
				if err != nil {
					t.Fatalf("%v: %v", p, err)
				}
				var all strings.Builder
				for e, err := range d.Episodes() {
					fmt.Fprintln(&all, e.Index, e.Plays, err)
				}
				if want == "" {
					want = all.String()
				}
				if all.String() != want {
					t.Errorf("%v:\n%s\nwant\n%s", p, all.String(), want)
				}
			}
			if _, err := execRun(t, dir, c.leaks.command, c.leaks.params); !errors.Is(err, experiment.ErrCarries) {
				t.Errorf("%v: %v", c.leaks, err)
			}
		})
	}
}
