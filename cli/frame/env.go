// SPDX-License-Identifier: BSD-3-Clause

package frame

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

// Env is everything that the program takes from its process.
type Env struct {
	Args           []string // without the program's name
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	StdinTTY       bool
	StdoutTTY      bool
	Width          int // of the terminal, in columns; 0 if unknown
	Lookup         func(string) (string, bool)
	Dir            string // what relative file names are relative to
	Temp           string // where a report of an internal error may be left
	Cache          string // the user's directory for caches; empty if there is none
	Version        string
	Build          *debug.BuildInfo // what the linker recorded; nil if nothing
	Program        string           // the file of this program; empty if it is found as veil
	Entropy        func() uint64    // source of seeds that were not given
	Alone          bool             // this process starts no other programs: every orphan it adopts is a player's
}

func fromProcess() Env {
	program, err := os.Executable()
	if err != nil {
		program = ""
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = ""
	}
	build, _ := debug.ReadBuildInfo()
	return Env{
		Alone:     true,
		Args:      os.Args[1:],
		Stdin:     os.Stdin,
		Stdout:    os.Stdout,
		Stderr:    os.Stderr,
		StdinTTY:  term.IsTerminal(os.Stdin),
		StdoutTTY: term.IsTerminal(os.Stdout),
		Width:     term.Width(os.Stdout),
		Lookup:    os.LookupEnv,
		Temp:      os.TempDir(),
		Cache:     cache,
		Version:   buildVersion(build),
		Build:     build,
		Program:   program,
		Entropy:   rand.Uint64,
	}
}

// Path resolves a file name against Dir.
func (e Env) Path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(e.Dir, name)
}

// Get returns a variable of the environment, or "" if it is not set.
func (e Env) Get(key string) string {
	value, ok := e.Lookup(key)
	if !ok {
		return ""
	}
	return value
}

// columns returns the width of a line of output: the terminal's, or COLUMNS, or the traditional 80.
func (e Env) columns() int {
	asked, err := strconv.Atoi(e.Get("COLUMNS"))
	if err != nil || asked < 20 {
		asked = 80
	}
	return cmp.Or(e.Width, asked)
}

// buildVersion returns a released version, or "devel".
func buildVersion(build *debug.BuildInfo) string {
	if build == nil || build.Main.Version == "" || build.Main.Version == "(devel)" {
		return "devel"
	}
	return build.Main.Version
}
