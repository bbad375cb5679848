// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/testsize"
)

func TestMain(m *testing.M) {
	if os.Getenv(asProcess) != "" { // a test started this binary to be the command
		frame.Main(func(a *frame.App) *cobra.Command {
			a.Version = cmp.Or(os.Getenv(asVersion), a.Version)
			return newRoot(a)
		})
	}
	if os.Getenv(asCrowd) != "" { // or to attack a server
		if err := runCrowd(); err != nil {
			panic(err)
		}
		return
	}
	testscript.Main(m, map[string]func(){"veil": main})
}

// TestScripts runs testdata/script/*.txtar against the real process.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       os.Getenv("UPDATE") != "",
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "signals": signals},
	})
}

// exits runs a command and demands its exit code: exits 3 veil mines solve typed.txt.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	err := ts.Exec(args[1], args[2:]...)
	if got := exitStatus(err); got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

// signals starts a command, sends it a signal when it has used so much CPU time, and demands its
// exit code, or -1 if it was killed: signals 4 INT 500ms veil krieg mate hard.log. A command that
// is killed by an interrupt was not listening yet: it is started again, and the signal comes
// later. With the name of a file in place of the time it waits until the command has written to
// it.
func signals(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 4 {
		ts.Fatalf("usage: signals CODE INT|KILL WORK|FILE COMMAND…")
	}
	file := ""
	work, err := time.ParseDuration(args[2])
	if err != nil {
		file = args[2]
	}
	got := signalled(ts, args[1], work, file, args[3:])
	for got == "-1" && args[1] == "INT" && file == "" && work < time.Minute {
		work *= 4
		got = signalled(ts, args[1], work, file, args[3:])
	}
	if got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

// script is a test to wait in.
type script struct {
	testing.TB

	ts *testscript.TestScript
}

func (s script) Helper() {}

func (s script) Fatalf(format string, args ...any) { s.ts.Fatalf(format, args...) }

// signalled returns the exit code of a command that gets a signal when it has worked for a while,
// or when it has written to a file.
func signalled(ts *testscript.TestScript, signal string, work time.Duration, file string, args []string) string {
	path := filepath.Join(ts.Getenv("WORK"), file)
	before := size(path)
	cmd := exec.CommandContext(context.Background(), "/usr/bin/env", args...)
	cmd.Dir, cmd.Env = ts.Getenv("WORK"), []string{"PATH=" + ts.Getenv("PATH"), "TMPDIR=" + ts.Getenv("TMPDIR")}
	cmd.Stdout, cmd.Stderr = ts.Stdout(), ts.Stderr()
	ts.Check(cmd.Start())
	testsize.AwaitWork(script{ts: ts}, cmd.Process.Pid, work)
	if file != "" {
		testsize.Await(script{ts: ts}, "something is written to "+file, func() bool { return size(path) > before })
	}
	ts.Check(cmd.Process.Signal(map[string]os.Signal{"INT": os.Interrupt, "KILL": os.Kill}[signal]))
	return exitStatus(cmd.Wait())
}

// size returns how long a file is: a missing one has no bytes.
func size(name string) int64 {
	info, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return info.Size()
}
