// SPDX-License-Identifier: BSD-3-Clause

//go:build linux

package execplayer_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/execplayer"
)

// What a shell does that was told to play the tiger: it plays for a move, or does not.
const (
	plays = `read l; echo '{"ready":true}'; read l; echo '{"action":"listen"}'; read l`
	hangs = "exec sleep 600"
	fails = "exit 1"
)

// escapes are ways to leave. Each leaves a process behind that writes its number to a file.
var escapes = map[string]string{
	"a job":                 `sh -c 'echo $$ > escaped; exec sleep 600' &`,
	"a session of its own":  `setsid sh -c 'echo $$ > escaped; exec sleep 600' &`,
	"forked twice, closed":  `(setsid sh -c 'exec <&- >&- 2>&-; echo $$ > escaped; exec sleep 600' &)`,
	"its child":             `(setsid sh -c 'exec <&- >&- 2>&-; sh -c "echo \$\$ > escaped; exec sleep 600" & wait' &)`,
	"holding on to outputs": `(setsid sh -c 'echo $$ > escaped; exec sleep 600' &)`,
}

// cleared leaves the mark behind, too.
const cleared = `(env -i PATH="$PATH" setsid sh -c 'exec <&- >&- 2>&-; echo $$ > escaped; exec sleep 600' &)`

// program is a player that leaves something behind and then does what it is told.
func program(t *testing.T, dir, escape, then string, alone bool) play.Match {
	t.Helper()
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("no setsid here")
	}
	wait := map[string]float64{plays: 60, fails: 0.5, hangs: 0.5}
	command := escape + "\nwhile [ ! -s escaped ]; do :; done\n" + then
	raw, err := json.Marshal(map[string]any{"command": []string{"sh", "-c", command}, "start_seconds": wait[then]})
	if err != nil {
		t.Fatal(err)
	}
	l := execplayer.Library{Domains: catalog.All(), Access: play.Typed(dir), Alone: alone}
	m, _, err := l.Match(play.Setup{Domain: "tiger", Rules: json.RawMessage(`{"horizon":1}`), Player: "exec", Params: raw})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// lives reports whether a process that wrote its number to a file is there, and not only its
// remains.
func lives(t *testing.T, dir string) bool {
	t.Helper()
	pid := strings.TrimSpace(read(t, dir, "escaped"))
	stat, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
	return err == nil && !bytes.Contains(stat, []byte(") Z "))
}

// TestEscapes: whatever a program has started is gone when its episode is, however it hides.
func TestEscapes(t *testing.T) {
	for name, escape := range escapes {
		for how, then := range map[string]string{"ends": plays, "is killed": hangs, "fails": fails} {
			t.Run(name+", "+how, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				m := program(t, dir, escape, then, false)
				if _, err := m.Play(t.Context(), 1, 0); (err == nil) != (how == "ends") {
					t.Errorf("got %v", err)
				}
				if lives(t, dir) {
					t.Error("it lives on")
				}
			})
		}
	}
}

// TestClearedEnvironment: in a process that starts nothing else, what has left its mark behind is
// found too; but what may be another player's is left alone as long as that plays.
func TestClearedEnvironment(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	first, second := program(t, one, cleared, plays, true), program(t, two, cleared, plays, true)
	start := func(m play.Match) play.Player {
		p, err := m.Player(play.PlayerRand(1, 0))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Move(t.Context(), m.Table(play.WorldRand(1, 0))); err != nil {
			t.Fatal(err)
		}
		return p
	}
	end := func(p play.Player) {
		if err := p.(interface{ Close() error }).Close(); err != nil {
			t.Error(err)
		}
	}
	a := start(first)
	b := start(second)
	end(a)
	if !lives(t, two) {
		t.Error("what another player has started was ended")
	}
	end(b)
	for _, dir := range []string{one, two} {
		if lives(t, dir) {
			t.Error("it lives on")
		}
		pid := strings.TrimSpace(read(t, dir, "escaped"))
		if _, err := os.Stat(filepath.Join("/proc", pid)); err == nil {
			t.Errorf("%s was not collected", pid)
		}
	}
}

// TestOthersLive: what the program around the players has started is not touched.
func TestOthersLive(t *testing.T) {
	other := exec.CommandContext(t.Context(), "sleep", "600")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := program(t, dir, escapes["forked twice, closed"], plays, false).Play(t.Context(), 1, 0); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "escaped"), fmt.Append(nil, other.Process.Pid), 0o600); err != nil {
		t.Fatal(err)
	}
	if !lives(t, dir) {
		t.Error("another program was ended")
	}
	_ = other.Process.Kill() // it lives, as we know
	_ = other.Wait()
}
