// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"

	"github.com/veilplan/veil/internal/term"
)

// env is all that the program knows of the process around it.
type env struct {
	args           []string // without the program's name
	stdin          io.Reader
	stdout, stderr io.Writer
	stdinTTY       bool
	stdoutTTY      bool
	width          int // of the terminal, in columns; 0 if unknown
	lookup         func(string) (string, bool)
	dir            string // what relative file names are relative to
	temp           string // where a report of an internal error may be left
	version        string
	linked         *debug.BuildInfo // what the linker recorded; nil if nothing
	program        string           // the file of this program; empty if it is found as veil
	entropy        func() uint64    // where a seed comes from that nobody gave
}

func fromProcess() env {
	program, err := os.Executable()
	if err != nil {
		program = ""
	}
	build, _ := debug.ReadBuildInfo()
	return env{
		args:      os.Args[1:],
		stdin:     os.Stdin,
		stdout:    os.Stdout,
		stderr:    os.Stderr,
		stdinTTY:  term.IsTerminal(os.Stdin),
		stdoutTTY: term.IsTerminal(os.Stdout),
		width:     term.Width(os.Stdout),
		lookup:    os.LookupEnv,
		temp:      os.TempDir(),
		version:   buildVersion(build),
		linked:    build,
		program:   program,
		entropy:   rand.Uint64,
	}
}

// path returns name as the operating system should see it.
func (e env) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(e.dir, name)
}

func (e env) get(key string) string {
	value, ok := e.lookup(key)
	if !ok {
		return ""
	}
	return value
}

// columns is the room for a line of output: the terminal's, or what COLUMNS says, or
// the traditional 80.
func (e env) columns() int {
	asked, err := strconv.Atoi(e.get("COLUMNS"))
	if err != nil || asked < 20 {
		asked = 80
	}
	return cmp.Or(e.width, asked)
}

// buildVersion is a released version, or "devel".
func buildVersion(build *debug.BuildInfo) string {
	if build == nil || build.Main.Version == "" || build.Main.Version == "(devel)" {
		return "devel"
	}
	return build.Main.Version
}
