// SPDX-License-Identifier: BSD-3-Clause

// Command veil-dev, for veil's developers, learns weights, measures players, and
// writes the pages and lists that are made from results.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/veilplan/veil/cmd/veil-dev/internal/changes"
	"github.com/veilplan/veil/cmd/veil-dev/internal/clicks"
	"github.com/veilplan/veil/cmd/veil-dev/internal/codesize"
	"github.com/veilplan/veil/cmd/veil-dev/internal/daily"
	"github.com/veilplan/veil/cmd/veil-dev/internal/duel"
	"github.com/veilplan/veil/cmd/veil-dev/internal/equilibrium"
	"github.com/veilplan/veil/cmd/veil-dev/internal/licences"
	"github.com/veilplan/veil/cmd/veil-dev/internal/originals"
	"github.com/veilplan/veil/cmd/veil-dev/internal/regret"
	"github.com/veilplan/veil/cmd/veil-dev/internal/repro"
	"github.com/veilplan/veil/cmd/veil-dev/internal/train"
	"github.com/veilplan/veil/cmd/veil-dev/internal/versus"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}

// command is a name, a summary, and a function that defines its flags and returns its action.
type command struct {
	name, summary string
	prepare       func(flags *flag.FlagSet) func(ctx context.Context, out, log io.Writer) error
}

func commands() []command {
	return []command{
		{"repro", "write docs/results/mines-papers.md from runs, or standings.md, or one of three-theses.md", repro.Command},
		{"train", "learn the weights of the fast Minesweeper players, or check them", train.Command},
		{"duel", "compare two Minesweeper players on the same boards", duel.Command},
		{"regret", "judge Minesweeper guesses by a fixed set of positions", regret.Command},
		{"methods", "measure every method against random play, on every problem that it plays", versus.Command},
		{"equilibria", "measure the search for equilibria in small games against best responses", equilibrium.Command},
		{"clicks", "measure first clicks: tables and pictures in experiments/strength", clicks.Command},
		{"daily", "make and prove the list of boards of the day", daily.Command},
		{"originals", "read the POMDP files of others, print what was read, and write them again", originals.Command},
		{"count", "count the Go code of repositories, or of each room, with one ruler", codesize.Command},
		{"changes", "print the fragments in changes/, or move them into CHANGELOG.md", changes.Command},
		{"licences", "write THIRD_PARTY_NOTICES, sbom.cdx.json and docs/reference/dependencies.md", licences.Command},
	}
}

// Exit codes are those of veil.
const (
	ok     = 0
	failed = 1
	misuse = 2
)

// run executes the command in args[0].
func run(ctx context.Context, args []string, out, log io.Writer) int {
	if len(args) == 0 || strings.TrimLeft(args[0], "-") == "help" || args[0] == "-h" {
		fmt.Fprint(out, help())
		return ok
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(ctx, args[1:], out, log)
		}
	}
	fmt.Fprintf(log, "veil-dev: unknown command %q; want %s\n", args[0], strings.Join(names(), ", "))
	return misuse
}

// run parses the flags and calls the command. Package flag prints invalid flags.
func (c command) run(ctx context.Context, args []string, out, log io.Writer) int {
	flags := flag.NewFlagSet("veil-dev "+c.name, flag.ContinueOnError)
	flags.SetOutput(log)
	call := c.prepare(flags)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return ok
	case err != nil:
		return misuse
	}
	if err := call(ctx, out, log); err != nil {
		fmt.Fprintf(log, "veil-dev %s: %v\n", c.name, err)
		return failed
	}
	return ok
}

func names() (all []string) {
	for _, c := range commands() {
		all = append(all, c.name)
	}
	return all
}

func help() string {
	var b strings.Builder
	b.WriteString("Work on veil itself. Run it at the top of the repository.\n\n  veil-dev COMMAND [FLAGS]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-10s %s\n", c.name, c.summary)
	}
	b.WriteString("\nveil-dev COMMAND -h lists the flags of a command.\n")
	return b.String()
}
