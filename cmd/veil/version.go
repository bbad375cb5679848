// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/text"
)

const versionLong = `version prints which veil this is: its version, the commit and the date of its sources, the Go it
was built with and for, and the settings of the build. Give it with every report of a fault.`

func newVersion(a *app) *cobra.Command {
	cmd := verb("version", "which veil this is", versionLong, "veil version", "veil version --json")
	cmd.Args = atMost(0)
	cmd.RunE = func(*cobra.Command, []string) error {
		return a.emit(&versionAnswer{versionOf(a.version, a.linked)})
	}
	return cmd
}

// versionOf is what the Go linker recorded.
func versionOf(version string, build *debug.BuildInfo) api.Version {
	v := api.Version{Schema: "veil.version/1", Version: version, Lacking: lackingParts()}
	if build == nil {
		return v
	}
	v.Go, v.Settings = build.GoVersion, map[string]string{}
	for _, s := range build.Settings {
		if s.Value != "" {
			v.Settings[s.Key] = s.Value
		}
	}
	v.Commit, v.Date, v.Modified = v.Settings["vcs.revision"], v.Settings["vcs.time"], v.Settings["vcs.modified"] == "true"
	v.System = v.Settings["GOOS"] + "/" + v.Settings["GOARCH"]
	for _, known := range []string{"vcs", "vcs.revision", "vcs.time", "vcs.modified", "GOOS", "GOARCH"} {
		delete(v.Settings, known)
	}
	return v
}

type versionAnswer struct{ api.Version }

func (v *versionAnswer) lines() [][]string {
	commit := v.Commit
	if v.Modified {
		commit += " (modified)"
	}
	rows := [][]string{{"veil", v.Version.Version}, {"commit", commit}, {"date", v.Date}, {"go", strings.TrimSpace(v.Go + " " + v.System)}}
	var settings []string
	for _, key := range slices.Sorted(maps.Keys(v.Settings)) {
		settings = append(settings, key+"="+v.Settings[key])
	}
	rows = append(rows, []string{"build", strings.Join(settings, " ")}, []string{"lacking", strings.Join(v.Lacking, ", ")})
	return slices.DeleteFunc(rows, func(row []string) bool { return row[1] == "" })
}

func (v *versionAnswer) text(p *text.Page) {
	for _, row := range v.lines() {
		p.Line("%-9s%s", row[0], row[1])
	}
}

func (v *versionAnswer) rows() [][]string { return append([][]string{{"what", "value"}}, v.lines()...) }
func (v *versionAnswer) document() any    { return v.Version }

// printVersion answers --version.
func (a *app) printVersion() error {
	return a.write(fmt.Appendf(nil, "veil %s\n", a.version))
}
