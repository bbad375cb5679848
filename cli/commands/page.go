// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/web"
	"github.com/veilplan/veil/web/engines"
)

const pageLong = `page is about the pages that veil serve shows. Those for Minesweeper, Kriegspiel and faults
compute in the browser, with engines that packages contain and go install cannot build.`

const pageBuildLong = `build builds the engines for browsers, for a veil that go install has installed. It uses
the go command and the sources that go install left in the module cache, downloads nothing, and
writes to veil/page below the user's cache directory. veil serve uses the engines if their
SHA-256 sums are right. veil doctor shows whether they are there.

A veil from a package has its engines. In a checkout, run make build.`

// NeedsModule marks a command whose examples work only in a program built by go install.
const NeedsModule = "needs a module"

func newPage(a *app) *cobra.Command {
	cmd := frame.Group("page", "engines for the pages of veil serve: build", pageLong, "veil page build", "veil doctor")
	build := frame.StoppingItself(frame.Verb("build", "build the engines for browsers after go install", pageBuildLong,
		"veil page build", "veil page build --json"))
	build.Args = frame.AtMost(0)
	build.RunE = func(cmd *cobra.Command, _ []string) error { return a.buildEngines(cmd.Context()) }
	cmd.AddCommand(build)
	for _, c := range []*cobra.Command{cmd, build} {
		if c.Annotations == nil {
			c.Annotations = map[string]string{}
		}
		c.Annotations[NeedsModule] = "yes"
	}
	return cmd
}

// buildEngines builds the missing engines, and prints where they are.
func (a *app) buildEngines(ctx context.Context) error {
	if before := a.engineState(); before.found.State == "ok" {
		before.found.Detail = "already " + before.found.Detail
		return a.emitEngines(before)
	}
	program, installed := engines.Installed(a.Build)
	if !installed {
		return frame.Usage("this veil was not built by go install: there is no version whose sources could be found", "in a checkout of veil, run: make build")
	}
	if a.Cache == "" {
		return frame.Usage("there is no directory for caches", "set HOME, or XDG_CACHE_HOME to a directory")
	}
	line := a.ShowProgress("looking for the sources")
	defer line.Done()
	if err := engines.Build(ctx, a.Cache, program, func(step string) { line.Show("%s", step) }); err != nil {
		return notBuilt(err)
	}
	return a.emitEngines(a.engineState())
}

// notBuilt converts a build error into a failure with its exit code.
func notBuilt(err error) error {
	f := &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: "the engines were not built: " + err.Error(), Cause: err}
	if known, ok := errors.AsType[*engines.Failure](err); ok {
		f.Notes = known.Notes
	}
	if errors.Is(err, context.Canceled) {
		f.Code, f.Kind, f.What = frame.ExitInterrupted, frame.KindInterrupted, "the engines were not built, and nothing was left behind"
	}
	return f
}

func (a *app) emitEngines(s engineState) error {
	if s.found.State != "ok" {
		return &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: s.found.Detail, Notes: []string{s.found.Advice}}
	}
	return a.Emit(&doctorAnswer{api.Doctor{Schema: "veil.doctor/1", Healthy: true, Found: []api.Finding{s.found}}})
}

// engineState describes the engines for browsers, for serve, doctor and page build.
type engineState struct {
	files  map[string][]byte // verified; nil if the program contains engines, or none is usable
	found  api.Finding
	remedy string
	damage string // the damaged file
}

const (
	inCheckout = "In a checkout of veil, make build makes a program that has them."
	afterwards = "Build them with: veil page build (it needs Go, and downloads nothing). Or install a package: " + frame.Repository + "/releases"
)

// engineState looks for the engines, first in this program and then in the user's cache.
func (a *app) engineState() engineState {
	s := engineState{found: api.Finding{What: "engine for browsers", State: "ok", Detail: "included"}}
	lacking := web.MissingEngine()
	if len(lacking) == 0 {
		return s
	}
	s.remedy = inCheckout
	if program, installed := engines.Installed(a.Build); installed {
		s.remedy = afterwards
		s.read(a.Cache, program)
	}
	switch {
	case s.damage != "":
		s.found.State, s.found.Detail, s.found.Advice = "problem", "damaged: "+s.damage, "build it again: veil page build"
	case s.files == nil:
		s.found.State, s.found.Detail, s.found.Advice = "note", "not included. Pages that do not work: "+engines.Pages(lacking), s.remedy
	}
	return s
}

// read reads the engines from the cache, if they are there and undamaged.
func (s *engineState) read(cache string, program engines.Program) {
	if cache == "" {
		return
	}
	files, err := engines.Read(cache, program)
	switch {
	case err == nil:
		s.files, s.found.Detail = files, "built for "+program.Version+": "+program.Dir(cache)
	case !errors.Is(err, fs.ErrNotExist):
		s.damage = err.Error()
	}
}

// warning returns what a server lacks. If one file is damaged, none is used.
func (s *engineState) warning(lacking []string) string {
	text := append(engines.Missing(lacking), s.remedy)
	if s.damage != "" {
		text[0] = "The engines for browsers are damaged, and not used: " + s.damage
	}
	return strings.Join(text, "\n  ")
}
