// SPDX-License-Identifier: BSD-3-Clause

//go:build lite

package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
)

// lab returns the replacements for experiments, farms and the server in the build without them:
// each command prints that it is missing.
func (a *app) lab() []*cobra.Command {
	a.Lacking = []string{"exp", "farm", "serve", "play", "page", "doctor", "mcp", "krieg bot"}
	var commands []*cobra.Command
	for _, name := range a.Lacking {
		if !strings.Contains(name, " ") {
			commands = append(commands, elsewhere(name))
		}
	}
	return commands
}

// newKriegBot returns a replacement too: this build has no network.
func newKriegBot(*app) *cobra.Command { return elsewhere("bot") }

// elsewhere returns the replacement of a command that only the full program has.
func elsewhere(name string) *cobra.Command {
	cmd := frame.Verb(name, "only in the full veil", name+" is not part of veil-lite. The full veil has it.", "veil version", "veil help")
	cmd.Args = cobra.ArbitraryArgs
	cmd.FParseErrWhitelist.UnknownFlags = true
	cmd.RunE = func(*cobra.Command, []string) error {
		return frame.Usage("veil-lite has no "+name, "veil-lite has neither experiments nor a network", "install the full veil: "+frame.Repository)
	}
	return cmd
}

// environments returns no verbs: the problems would add half to the size of this build.
func (a *app) environments(string) api.Table { return nil }
