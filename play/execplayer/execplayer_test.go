// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package execplayer_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/execplayer"
)

const (
	guide    = "../../docs/guides/exec-players.md"
	protocol = "../../docs/reference/exec-protocol.md"
)

// blocks returns the fenced blocks of a page by what follows the fence.
func blocks(t *testing.T, page string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	found, name := map[string]string{}, ""
	for line := range strings.Lines(string(text)) {
		if head, ok := strings.CutPrefix(line, "```"); ok {
			name = strings.TrimSpace(head)
			continue
		}
		if name != "" {
			found[name] += line
		}
	}
	return found
}

// scripts writes the programs of the guide, and the one that it links to, to a directory.
func scripts(t *testing.T) (dir string) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3 here")
	}
	dir = t.TempDir()
	for name, text := range blocks(t, guide) {
		if file, ok := strings.CutPrefix(name, "python "); ok {
			write(t, dir, file, text)
		}
	}
	write(t, dir, "rover.py", read(t, "testdata", "rover.py"))
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// match makes the match of a setup, and returns the setup with its defaults.
func match(t *testing.T, dir string, s play.Setup) (play.Match, play.Setup) {
	t.Helper()
	m, settled, err := execplayer.Library{Domains: catalog.All(), Access: play.Typed(dir)}.Match(s)
	if err != nil {
		t.Fatal(err)
	}
	return m, settled
}

// TestListenerPlaysLikeOurs: the program of the guide hears and does what the player in Go does.
func TestListenerPlaysLikeOurs(t *testing.T) {
	dir := scripts(t)
	theirs, settled := match(t, dir, play.Setup{Domain: "tiger", Player: "exec:python3 listener.py"})
	ours, _ := match(t, dir, play.Setup{Domain: "tiger", Player: "listener"})
	for i := range uint64(5) {
		a, err := theirs.Play(t.Context(), 1, i)
		if err != nil {
			t.Fatal(err)
		}
		b, err := ours.Play(t.Context(), 1, i)
		if err != nil {
			t.Fatal(err)
		}
		if said(a) != said(b) || a.Score != b.Score {
			t.Errorf("episode %d\n%s\n%s", i, said(a), said(b))
		}
	}
	if again, resettled := match(t, dir, settled); again.Player == nil || string(resettled.Params) != string(settled.Params) {
		t.Errorf("a settled setup settles to %s, not %s", resettled.Params, settled.Params)
	}
	write(t, dir, "listener.py", "import sys\n")
	if _, _, err := (execplayer.Library{Domains: catalog.All(), Access: play.Typed(dir)}).Match(settled); err == nil || !strings.Contains(err.Error(), "listener.py is not the file that the run was made with") {
		t.Errorf("a changed program: %v", err)
	}
}

func said(r play.Record) string {
	var text strings.Builder
	for _, p := range r.Plies {
		fmt.Fprintf(&text, "%s %s %v, ", p.Action, p.Seen, p.Reward)
	}
	return text.String()
}

// TestRoverEarns: the rover of the guide earns more than leaving at once, which pays 10 after
// seven moves.
func TestRoverEarns(t *testing.T) {
	dir := scripts(t)
	rocks := `{"settings":{"rocks":[[2,0],[0,1],[3,1],[6,3],[2,4],[3,4],[5,5],[1,6]]}}`
	m, _ := match(t, dir, play.Setup{Domain: "rocksample", Player: "exec:python3 rover.py", Params: json.RawMessage(rocks)})
	const episodes = 10
	mean := 0.0
	for i := range uint64(episodes) {
		rec, err := m.Play(t.Context(), 1, i)
		if err != nil {
			t.Fatal(err)
		}
		mean += rec.Score / episodes
	}
	t.Logf("the rover earns %.2f", mean)
	if mean < 8 {
		t.Errorf("the rover earns %.2f", mean)
	}
}

// TestTranscript holds the conversation of the reference: veil says exactly that, and the program answers
// exactly that. UPDATE=1 rewrites the page.
func TestTranscript(t *testing.T) {
	dir := scripts(t)
	const command = `{"command":["sh","-c","tee asked | python3 listener.py | tee answered"]}`
	m, _ := match(t, dir, play.Setup{Domain: "tiger", Rules: json.RawMessage(`{"horizon":4}`), Player: "exec", Params: json.RawMessage(command)})
	if _, err := m.Play(t.Context(), 1, 0); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	answers := strings.SplitAfter(read(t, dir, "answered"), "\n")
	for line := range strings.Lines(read(t, dir, "asked")) {
		got.WriteString("> " + line)
		if strings.Contains(line, `"type":"start"`) || strings.Contains(line, `"type":"move"`) {
			got.WriteString("< " + answers[0])
			answers = answers[1:]
		}
	}
	want := blocks(t, protocol)["transcript"]
	if got.String() == want {
		return
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatalf("the page says\n%s\nbut it is\n%s", want, got.String())
	}
	text, err := os.ReadFile(protocol)
	if err != nil {
		t.Fatal(err)
	}
	updated := strings.Replace(string(text), "```transcript\n"+want, "```transcript\n"+got.String(), 1)
	if err := os.WriteFile(protocol, []byte(updated), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestSeeds: the seed is a function of (seed, episode) and differs between episodes.
func TestSeeds(t *testing.T) {
	dir := t.TempDir()
	const program = `{"command":["sh","-c","read line; echo \"$line\" >> seeds; echo '{\"ready\":true}'; while read line; do case $line in *move*) echo '{\"action\":\"listen\"}';; esac; done"]}`
	m, _ := match(t, dir, play.Setup{Domain: "tiger", Rules: json.RawMessage(`{"horizon":1}`), Player: "exec", Params: json.RawMessage(program)})
	for _, episode := range []uint64{0, 1, 0} {
		if _, err := m.Play(t.Context(), 1, episode); err != nil {
			t.Fatal(err)
		}
	}
	lines := strings.Split(read(t, dir, "seeds"), "\n")
	if lines[0] != lines[2] || lines[0] == lines[1] {
		t.Errorf("started with %q", lines)
	}
}

// TestFaults: whatever the program does wrong ends the episode with an error that says what it
// was, where, and what to do; and nothing of it is left running.
func TestFaults(t *testing.T) {
	ready := `read l; echo '{"ready":true}'; read l; `
	for name, c := range map[string]struct{ program, params, want string }{
		"no such program": {"", `{"command":["/no/such/program"]}`, "cannot start /no/such/program"},
		"crash":           {ready + "echo oh dear >&2; exit 3", "", "ended too soon: exit status 3; its standard error ends with:\noh dear"},
		"quiet end":       {ready + "exit 0", "", `ended too soon; it has to answer until it reads {"type":"end"}`},
		"no answer":       {ready + "sleep 60 & wait", `"move_seconds":0.2`, "gave no answer within 200ms; raise move_seconds"},
		"never ready":     {"sleep 60", `"start_seconds":0.2`, "gave no answer within 200ms; raise start_seconds"},
		"not ready":       {`echo '{"ready":false}'; cat`, "", `"ready" is not true; want {"ready":true}`},
		"no JSON":         {ready + "echo left", "", `answered "left"`},
		"a misspelt field": {
			ready + `echo '{"acton":"left"}'`, "", `unknown field "acton": there are action, guess; want {"action":"…"}`,
		},
		"no action":       {ready + "echo '{}'", "", `no "action"`},
		"an illegal move": {ready + `echo '{"action":"run"}'`, "", `chose "run": not possible now; it was offered listen, left, right`},
		"a long line":     {ready + "yes | tr -d '\\n' | head -c 70000; sleep 60", "", "more than 65536 bytes without an end of line; print one object per line"},
		"half a line":     {ready + `printf '{"action":'`, "", "ended too soon"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			params := map[string]any{}
			if err := json.Unmarshal([]byte("{"+strings.Trim(c.params, "{}")+"}"), &params); err != nil {
				t.Fatal(err)
			}
			if params["command"] == nil {
				params["command"] = []string{"sh", "-c", "echo $$ > pid; " + c.program}
			}
			raw, err := json.Marshal(params)
			if err != nil {
				t.Fatal(err)
			}
			m, _ := match(t, dir, play.Setup{Domain: "tiger", Player: "exec", Params: raw})
			_, err = m.Play(t.Context(), 1, 7)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "episode 7, move 1: ") {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
			if pid, err := os.ReadFile(filepath.Join(dir, "pid")); err == nil {
				gone(t, strings.TrimSpace(string(pid)))
			}
		})
	}
}

// gone waits until a group of processes has ended.
func gone(t *testing.T, text string) {
	t.Helper()
	var pid int
	if _, err := fmt.Sscan(text, &pid); err != nil {
		t.Fatal(err)
	}
	testsize.Await(t, fmt.Sprintf("the group %d is gone", pid), func() bool { return syscall.Kill(-pid, 0) != nil })
}

// TestMemory: a program that takes more than it may fails, and does not take the machine with it.
func TestMemory(t *testing.T) {
	dir := scripts(t)
	write(t, dir, "greedy.py", "x = bytearray(1 << 30)\n")
	m, _ := match(t, dir, play.Setup{Domain: "tiger", Player: "exec:python3 greedy.py", Params: json.RawMessage(`{"memory_mb":200}`)})
	if _, err := m.Play(t.Context(), 1, 0); err == nil || !strings.Contains(err.Error(), "MemoryError") {
		t.Errorf("got %v", err)
	}
}

// TestEnvironment: secrets of the environment are not passed on.
func TestEnvironment(t *testing.T) {
	t.Setenv("SECRET_TOKEN", "xyzzy")
	dir := t.TempDir()
	m, _ := match(t, dir, play.Setup{Domain: "tiger", Player: "exec", Params: json.RawMessage(`{"command":["sh","-c","env > seen"]}`)})
	if _, err := m.Play(t.Context(), 1, 0); err == nil {
		t.Error("it played")
	}
	if text := read(t, dir, "seen"); strings.Contains(text, "xyzzy") || !strings.Contains(text, "PATH=") {
		t.Errorf("it sees\n%s", text)
	}
}

// TestSetups: what a spec may say.
func TestSetups(t *testing.T) {
	for _, c := range []struct{ player, params, want string }{
		{"exec:", "", "no command"},
		{"exec", "{}", "no command"},
		{"exec:sh", `{"command":["sh"]}`, "given twice"},
		{"exec:sh", `{"seconds":1}`, `unknown field "seconds"`},
		{"exec:sh", `{"move_seconds":0}`, "move_seconds 0"},
		{"exec:sh", `{"start_seconds":1e9}`, "start_seconds 1e+09"},
		{"exec:sh", `{"memory_mb":0}`, "memory_mb 0"},
		{"exec:sh", `{"restart":5}`, "restart 5: want 1 or more, with persistent: true"},
		{"exec:sh", `{"persistent":true,"restart":-1}`, "restart -1"},
		{"execute", "", `no player "execute"`},
	} {
		_, _, err := execplayer.Library{Domains: catalog.All(), Access: play.Typed("")}.Match(play.Setup{Domain: "tiger", Player: c.player, Params: json.RawMessage(c.params)})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v, want %s", c.player, c.params, err, c.want)
		}
	}
}
