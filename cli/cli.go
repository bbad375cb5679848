// SPDX-License-Identifier: BSD-3-Clause

// Package cli builds a program from your domains and players. With a domain as package
// [github.com/veilplan/veil/play] describes it, this is the whole program:
//
//	func main() { cli.Main(rescue.Domain()) }
//
// It has the commands of veil that do not depend on a game: exp (run, report, compare, export,
// verify, seal, players), farm, serve with the pages of experiments, and play. A farm only uses
// workers that are the same build of the same program.
// workers that are the same build of the same program.
//
// The tutorial in docs/tutorials/own-problem.md writes a program like this from scratch.
package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/commands"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/play"
)

// Main runs the program for some domains, and ends the process. The program is named after its
// executable.
func Main(domains ...play.Domain) { Program{Domains: domains}.Main() }

// Program is a program with the commands for some domains.
type Program struct {
	Name    string // default: the name of the executable
	About   string // one line
	Domains play.Domains
}

// Main runs the program and ends the process.
func (p Program) Main() { frame.Main(p.root) }

func (p Program) root(a *frame.App) *cobra.Command {
	if p.Name == "" {
		p.Name = strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	}
	if p.About == "" {
		p.About = "experiments with " + strings.Join(p.names(), ", ")
	}
	root := frame.Group(p.Name, p.About, p.About+".", p.Name+" exp players", p.Name+" help exit-codes")
	root.AddCommand(commands.Lab{Domains: p.Domains}.Commands(a)...)
	a.Topics = []frame.Topic{
		{Name: "exit-codes", Page: "reference/exit-codes.md", Text: frame.ExitCodesTopic},
		{Name: "json", Page: "reference/cli/README.md#help-topics", Text: frame.JSONTopic},
		{Name: "environment", Page: "reference/cli/README.md#help-topics", Text: frame.EnvironmentTopic},
	}
	return a.Complete(root)
}

func (p Program) names() []string {
	names := make([]string, len(p.Domains))
	for i, d := range p.Domains {
		names[i] = d.Name
	}
	return names
}
