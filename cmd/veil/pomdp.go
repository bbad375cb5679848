// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/pomdp"
	"github.com/veilplan/veil/pomdp/tabular"
)

const pomdpLong = `pomdp solves decision problems with hidden state and rewards: it bounds the value of best
play and finds a policy that earns it. Problems are files in the format of
Cassandra's pomdp-solve, and in PomdpX (XML); see docs/guides/solve-a-pomdp.md.`

func newPomdp(a *app) *cobra.Command {
	cmd := frame.Group("pomdp", "solve POMDPs: bounds, policies, play", pomdpLong,
		"veil pomdp gen tiger | veil pomdp solve -",
		"veil pomdp gen tag | veil pomdp info -")
	cmd.AddCommand(newPomdpInfo(a), newPomdpSolve(a), newPomdpPlay(a), newPomdpGen(a))
	return cmd
}

// readPomdp reads the problem of a verb: a file, or "-" for standard input.
func (a *app) readPomdp(cmd *cobra.Command, name string, l api.Limits) (*tabular.Problem, error) {
	content, _, err := a.ReadWhole(cmd, name, pomdp.MaxText)
	if err != nil {
		return nil, err
	}
	p, err := pomdp.ReadWithin(cmd.Context(), content, l)
	if err != nil {
		return nil, problemFailure(err)
	}
	if scaled := p.Tables().Scaled.String(); scaled != "" && !a.Output.Quiet {
		fmt.Fprintf(a.Stderr, "%s: warning: %s\n", a.Name(), scaled)
	}
	return p, nil
}

const pomdpInfoLong = `info prints the size of a problem: what the file lists, what can be reached from the
prior, and into how many classes observations always divide the states. A solver's work
grows with the size of the largest class rather than with the number of states.`

func newPomdpInfo(a *app) *cobra.Command {
	cmd := frame.Verb("info FILE", "print the size of a problem", pomdpInfoLong,
		"veil pomdp gen rocksample-4-4 | veil pomdp info -",
		"veil pomdp gen tag | veil pomdp info - --json")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := a.readPomdp(cmd, args[0], api.Limits{})
		if err != nil {
			return err
		}
		info, err := pomdp.InfoWithin(cmd.Context(), p, api.Limits{})
		if err != nil {
			return problemFailure(err)
		}
		return a.Emit(&pomdpInfo{info})
	}
	return cmd
}

// pomdpInfo is the answer of info.
type pomdpInfo struct{ *api.PomdpInfo }

func (i *pomdpInfo) Text(p *text.Page) {
	p.Line("%s, %s and %s; discount %v.",
		text.Plural(i.States, "state"), text.Plural(i.Actions, "action"), text.Plural(i.Observations, "observation"), i.Discount)
	p.Line("It starts in one of %s, and can reach %d, with %s.", text.Plural(i.Starts, "state"), i.Reachable, text.Plural(i.Outcomes, "outcome"))
	p.Line("Observations divide them into %s, the largest of %s.", classes(i.Classes), text.Plural(i.Widest, "state"))
	p.Line("A step pays %v to %v in expectation.", i.Least, i.Most)
	if i.Seeing != nil {
		p.Line("No policy earns more than %.4f, which needs a view of the hidden state. [bounds]", *i.Seeing)
	}
}

func classes(n int) string {
	if n == 1 {
		return "1 class"
	}
	return strconv.Itoa(n) + " classes"
}

func (i *pomdpInfo) Rows() [][]string {
	return [][]string{
		{"states", "actions", "observations", "discount", "starts", "reachable", "outcomes", "classes", "widest"},
		{
			strconv.Itoa(i.States), strconv.Itoa(i.Actions), strconv.Itoa(i.Observations), fmt.Sprint(i.Discount),
			strconv.Itoa(i.Starts), strconv.Itoa(i.Reachable), strconv.Itoa(i.Outcomes), strconv.Itoa(i.Classes), strconv.Itoa(i.Widest),
		},
	}
}

func (i *pomdpInfo) Document() any { return i.PomdpInfo }

const pomdpGenLong = `gen writes a problem as a file: tiger (two doors, a tiger behind one of them), tag (a robot
searches a room for a person who evades it), hallway and hallway2 (a robot that does not
know where it is looks for a goal), or rocksample-N-K (a rover on N × N
cells finds out which of K rocks are worth sampling).`

func newPomdpGen(a *app) *cobra.Command {
	cmd := frame.Verb("gen NAME", "write a well-known problem as a file", pomdpGenLong,
		"veil pomdp gen tiger",
		"veil pomdp gen rocksample-4-4 | veil pomdp solve - --gap 1")
	cmd.Args = frame.OneTo(1)
	cmd.ValidArgs = []string{"tiger", "tag", "hallway", "hallway2", "rocksample-4-4", "rocksample-7-8"}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		p, err := pomdp.Named(args[0])
		if err != nil {
			return problemFailure(err)
		}
		content, err := pomdp.Text(p)
		if err != nil {
			return err
		}
		return a.Print(content)
	}
	return cmd
}
