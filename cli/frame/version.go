// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/text"
)

const versionLong = `version prints the version of this program, the commit and date of its sources, the Go version
and platform it was built with, and the build settings. Include it in bug reports.`

func newVersion(a *App) *cobra.Command {
	cmd := Verb("version", "print version and build settings", versionLong, "veil version", "veil version --json")
	cmd.Args = AtMost(0)
	cmd.RunE = func(*cobra.Command, []string) error {
		return a.Emit(&versionAnswer{a.BuildInfo()})
	}
	return cmd
}

// BuildInfo returns the build settings recorded by the linker, and the parts that the program lacks.
func (a *App) BuildInfo() api.Version {
	v := api.Version{Schema: "veil.version/1", Version: a.Version, Lacking: a.Lacking}
	build := a.Build
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

func (v *versionAnswer) Text(p *text.Page) {
	for _, row := range v.lines() {
		p.Line("%-9s%s", row[0], row[1])
	}
}

func (v *versionAnswer) Rows() [][]string { return append([][]string{{"what", "value"}}, v.lines()...) }
func (v *versionAnswer) Document() any    { return v.Version }

// answerVersion adds the flag --version.
func (a *App) answerVersion(root *cobra.Command) {
	asked := root.Flags().Bool("version", false, "print the version")
	otherwise := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if *asked {
			return a.Print(fmt.Appendf(nil, "%s %s\n", root.Name(), a.Version))
		}
		return otherwise(cmd, args)
	}
}
