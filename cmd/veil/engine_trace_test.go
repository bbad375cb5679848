// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/referee"
)

// TestEngineReadsOnlyLines plays a game against the engine under a tracer of system calls:
// from the first command on it reads its standard input, and makes no call but quietCalls.
func TestEngineReadsOnlyLines(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("no strace here")
	}
	if err := exec.CommandContext(t.Context(), strace, "-o", os.DevNull, "true").Run(); err != nil {
		t.Skipf("strace may not trace here: %v", err)
	}
	file := filepath.Join(t.TempDir(), "trace")
	cmd := exec.CommandContext(t.Context(), strace, "-f", "-y", "-qq", "-o", file, "veil", "engine")
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1") // else the runtime looks now and then how many there are
	plies := converse(t, cmd)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	calls := tracedCalls(string(text))
	t.Logf("%d plies: %v", plies, calls)
	for name, n := range calls {
		if !slices.Contains(quietCalls(), name) {
			t.Errorf("%s: called %d times during the game", name, n)
		}
	}
	if calls["read(0"] < plies/2 {
		t.Errorf("only %d lines were read in %d plies: the trace misses them", calls["read(0"], plies)
	}
}

// quietCalls are the system calls that tell a process nothing but what its standard input holds: reading
// that, writing, memory, threads, signals and sleep. Besides, the NATS server that veil holds for its farms
// reads the CPU time of its own process, and how long the machine has been up, once a second.
func quietCalls() []string {
	return []string{
		"own CPU time", "sysinfo",
		"read(0", "write", "mmap memory", "munmap", "madvise", "mprotect", "futex", "nanosleep", "epoll_pwait", "sched_yield", "clone", "clone3", "set_robust_list", "rseq",
		"gettid", "getpid", "clock_gettime", "brk", "tgkill", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall", "exit", "exit_group",
	}
}

// tracedCalls counts the system calls of a trace from the first command on.
func tracedCalls(trace string) map[string]int {
	calls := map[string]int{}
	_, game, _ := strings.Cut(trace, `"newgame krieg`)
	memory := regexp.MustCompile(`mmap\(.*, -1, 0`) // of no file
	pid, _, _ := strings.Cut(trace, " ")
	own := regexp.MustCompile(`["<]/proc/` + pid + `/stat[">]`)
	call := regexp.MustCompile(`(?m)^\d+ +(\w+)\((\d*).*$`)
	for _, m := range call.FindAllStringSubmatch(game, -1) {
		name := m[1]
		switch {
		case own.MatchString(m[0]):
			name = "own CPU time"
		case name == "read" || name == "pread64":
			name += "(" + m[2]
		case memory.MatchString(m[0]):
			name += " memory"
		}
		calls[name]++
	}
	return calls
}

// converse plays a short game with an engine against a random hidden side, and returns the
// number of plies.
func converse(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	in, out := pipes(t, cmd)
	r := rand.New(rand.NewPCG(1, 7))
	g, h := referee.NewGame(krieg.Wild16(), krieg.NewHistory(krieg.Wild16(), krieg.White).Start), krieg.NewHistory(krieg.Wild16(), krieg.White)
	say(t, in, "newgame krieg rules wild16 side white level 5 seed 1")
	plies := 0
	for ; !g.Over() && plies < 40; plies++ {
		var e krieg.Event
		for e = (krieg.Event{Heard: krieg.Percept{Answer: krieg.No}}); e.Heard.Answer == krieg.No; {
			s := g.State()
			e = krieg.Event{By: g.ToMove()}
			if e.By == krieg.White {
				say(t, in, "go")
				e.Action = bestTry(t, out)
			} else {
				list := krieg.LegalMoves(&s.Pos)
				e.Action = krieg.Action(list[r.IntN(len(list))])
			}
			e.Heard = g.Try(e.Action)
			say(t, in, "heard "+h.Line(e.HeardBy(krieg.White)))
		}
	}
	time.Sleep(1200 * time.Millisecond) // so that what is done once a second is seen too
	say(t, in, "quit")
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return plies
}

// pipes starts a command.
func pipes(t *testing.T, cmd *exec.Cmd) (io.Writer, *bufio.Scanner) {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return in, bufio.NewScanner(out)
}

func say(t *testing.T, in io.Writer, line string) {
	t.Helper()
	if _, err := fmt.Fprintln(in, line); err != nil {
		t.Fatal(err)
	}
}

// bestTry reads the answer to go.
func bestTry(t *testing.T, out *bufio.Scanner) krieg.Action {
	t.Helper()
	for out.Scan() {
		words := strings.Fields(out.Text())
		if words[0] == "error" {
			t.Fatal(out.Text())
		}
		if words[0] != "besttry" {
			continue
		}
		a, err := krieg.ParseAction(words[1])
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	t.Fatal("the engine ended")
	return 0
}
