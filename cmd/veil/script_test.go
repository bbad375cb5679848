// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	if os.Getenv(asProcess) != "" { // a test started this binary to be the command
		main()
	}
	if text := os.Getenv(asCrowd); text != "" { // or to attack a server
		if err := runCrowd(text); err != nil {
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

// signals starts a command, sends it a signal after a while, and demands its exit code, or
// -1 if it was killed: signals 4 INT 500ms veil krieg mate hard.log. With the name of a file
// in place of the time it waits until the command has written to it.
func signals(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 4 {
		ts.Fatalf("usage: signals CODE INT|KILL DELAY|FILE COMMAND…")
	}
	delay, err := time.ParseDuration(args[2])
	file := filepath.Join(ts.Getenv("WORK"), args[2])
	before := size(file)
	cmd := exec.CommandContext(context.Background(), "/usr/bin/env", args[3:]...)
	cmd.Dir, cmd.Env = ts.Getenv("WORK"), []string{"PATH=" + ts.Getenv("PATH"), "TMPDIR=" + ts.Getenv("TMPDIR")}
	cmd.Stdout, cmd.Stderr = ts.Stdout(), ts.Stderr()
	ts.Check(cmd.Start())
	time.Sleep(delay)
	for try := 0; err != nil && size(file) <= before; try++ {
		if try == 12_000 {
			ts.Fatalf("nothing was written to %s in a minute", args[2])
		}
		time.Sleep(5 * time.Millisecond)
	}
	ts.Check(cmd.Process.Signal(map[string]os.Signal{"INT": os.Interrupt, "KILL": os.Kill}[args[1]]))
	if got := exitStatus(cmd.Wait()); got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

// size returns how long a file is: a missing one has no bytes.
func size(name string) int64 {
	info, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return info.Size()
}
