// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/play"
)

// solveAnswer is the answer of solve.
type solveAnswer struct {
	Schema   string          `json:"schema"`
	Domain   string          `json:"domain"`
	Value    api.Bounds      `json:"value"`
	Cut      bool            `json:"cut,omitempty"`
	Moves    []api.PomdpMove `json:"moves"`
	Possible int             `json:"possible"`
	Belief   []play.Likely   `json:"belief"`
	Walks    int             `json:"walks"`
	Beliefs  int             `json:"beliefs"`
	Vectors  int             `json:"vectors"`

	// The files that were written, and what the controller earns at least.
	Policy     string  `json:"policy,omitempty"`
	Controller string  `json:"controller,omitempty"`
	Claim      float64 `json:"claim,omitempty"`
	Picture    string  `json:"picture,omitempty"`

	after int
}

func (s *solveAnswer) Text(p *text.Page) {
	p.Line("The value of best play is between %.4f and %.4f. [bounds]", s.Value.Lo, s.Value.Hi)
	p.Line("")
	title := "first move"
	if s.after > 0 {
		title = "next move"
		p.Line("After %s, %s possible:", text.Plural(s.after, "step"), text.Plural(s.Possible, "hidden state"))
		for _, l := range s.Belief {
			p.Line("%7.2f%%  %s", 100*l.P, l.State)
		}
		p.Line("")
	}
	wide := len(title)
	for _, m := range s.Moves {
		wide = max(wide, len(m.Action))
	}
	p.Line("%-*s  %10s  %10s", wide, title, "at least", "at most")
	for _, m := range s.Moves {
		p.Line("%-*s  %10.4f  %10.4f", wide, m.Action, m.Value.Lo, m.Value.Hi)
	}
	p.Line("")
	p.Line("%s, %s; a policy of %s.", text.Plural(s.Walks, "walk"), text.Plural(s.Beliefs, "belief"), text.Plural(s.Vectors, "vector"))
	if s.Policy != "" {
		p.Line("The policy is in %s.", s.Policy)
	}
	if s.Controller != "" {
		p.Line("The controller in %s earns at least %.4f; --check verifies it.", s.Controller, s.Claim)
	}
	if s.Picture != "" {
		p.Line("The bounds are drawn in %s.", s.Picture)
	}
}

func (s *solveAnswer) Rows() [][]string {
	rows := [][]string{{"move", "low", "high"}, {"", fmt.Sprint(s.Value.Lo), fmt.Sprint(s.Value.Hi)}}
	for _, m := range s.Moves {
		rows = append(rows, []string{m.Action, fmt.Sprint(m.Value.Lo), fmt.Sprint(m.Value.Hi)})
	}
	return rows
}

func (s *solveAnswer) Document() any { return s }

// promiseAnswer is the answer of solve --check.
type promiseAnswer struct {
	Schema string  `json:"schema"`
	Kept   bool    `json:"kept"`
	Claim  float64 `json:"claim"`
	Nodes  int     `json:"nodes"`
	Why    string  `json:"why,omitempty"`
}

func (s *promiseAnswer) Text(p *text.Page) {
	if !s.Kept {
		p.Line("NOT CERTIFIED  %s", s.Why)
		return
	}
	p.Line("CERTIFIED  the controller of %s earns at least %.4f", text.Plural(s.Nodes, "node"), s.Claim)
}

func (s *promiseAnswer) Rows() [][]string {
	return [][]string{{"kept", "claim", "nodes"}, {fmt.Sprint(s.Kept), fmt.Sprint(s.Claim), fmt.Sprint(s.Nodes)}}
}

func (s *promiseAnswer) Document() any { return s }

const infoLong = `info prints the size of a problem with rewards, and what best play would earn if the state
were seen: no player earns more. A solver's work grows with the size of the largest class of
states that observations do not divide, rather than with the number of states.`

func newInfo(a *app) *cobra.Command {
	var rules string
	domain := a.solvable()
	cmd := frame.Verb("info DOMAIN", "print the size of a domain with rewards", infoLong,
		"veil info "+domain, "veil info "+domain+" --json")
	cmd.Flags().StringVar(&rules, "rules", "", "rules of the domain, as `JSON`")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s, err := a.solver(args[0], rules)
		if err != nil {
			return err
		}
		size, err := s.Measure(cmd.Context())
		if err != nil {
			return frame.Usage(err.Error())
		}
		return a.Emit(&sizeAnswer{"play.size/1", args[0], size.States, size.Outcomes, size.Classes, size.Widest, size.Discount, size.Least, size.Most, size.Seeing})
	}
	return cmd
}

// sizeAnswer is the answer of info.
type sizeAnswer struct {
	Schema   string  `json:"schema"`
	Domain   string  `json:"domain"`
	States   int     `json:"states"`
	Outcomes int     `json:"outcomes"`
	Classes  int     `json:"classes"`
	Widest   int     `json:"widest"`
	Discount float64 `json:"discount"`
	Least    float64 `json:"least"`
	Most     float64 `json:"most"`
	Seeing   float64 `json:"seeing"`
}

func (s *sizeAnswer) Text(p *text.Page) {
	classes := fmt.Sprintf("%d classes", s.Classes)
	if s.Classes == 1 {
		classes = "1 class"
	}
	p.Line("%s can be reached, with %s; discount %v.", text.Plural(s.States, "state"), text.Plural(s.Outcomes, "outcome"), s.Discount)
	p.Line("Observations divide them into %s, the largest of %s.", classes, text.Plural(s.Widest, "state"))
	p.Line("A step pays %v to %v in expectation.", s.Least, s.Most)
	p.Line("No policy earns more than %.4f, which needs a view of the hidden state. [bounds]", s.Seeing)
}

func (s *sizeAnswer) Rows() [][]string {
	return [][]string{
		{"states", "outcomes", "classes", "widest", "discount", "least", "most", "seeing"},
		{fmt.Sprint(s.States), fmt.Sprint(s.Outcomes), fmt.Sprint(s.Classes), fmt.Sprint(s.Widest), fmt.Sprint(s.Discount), fmt.Sprint(s.Least), fmt.Sprint(s.Most), fmt.Sprint(s.Seeing)},
	}
}

func (s *sizeAnswer) Document() any { return s }

const graphLong = `graph solves a problem as solve does and draws what the policy does. A node is an action with
what the policy earns from there at least; an edge is an observation. FILE ends in .svg or .dot.`

func newGraph(a *app) *cobra.Command {
	f := solveFlags{memory: 512 << 20}
	var nodes int
	domain := a.solvable()
	cmd := frame.Verb("graph DOMAIN FILE", "draw what the best known policy of a domain does", graphLong,
		fmt.Sprintf("veil graph %s policy.svg --walks 20", domain), fmt.Sprintf("veil graph %s policy.dot --walks 20 --nodes 9", domain))
	f.register(cmd)
	cmd.Flags().IntVar(&nodes, "nodes", 50, "limit of nodes drawn")
	cmd.Args = frame.OneTo(2)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) != 2 || filepath.Ext(args[1]) != ".svg" && filepath.Ext(args[1]) != ".dot" {
			return frame.Usage("want a domain and a file whose name ends in .svg or .dot")
		}
		s, err := a.solver(args[0], f.rules)
		if err != nil {
			return err
		}
		found, err := a.found(cmd, s, &f, func(float64, float64, int) {})
		if err != nil {
			return err
		}
		picture, drawn, left := found.Draw(max(nodes, 1), filepath.Ext(args[1]) == ".dot")
		if err := a.keep(args[1], []byte(picture)); err != nil {
			return err
		}
		return a.Emit(&graphAnswer{"play.graph/1", args[1], drawn, left})
	}
	return cmd
}

// graphAnswer is the answer of graph.
type graphAnswer struct {
	Schema string `json:"schema"`
	File   string `json:"file"`
	Nodes  int    `json:"nodes"`
	Left   int    `json:"left"`
}

func (g *graphAnswer) Text(p *text.Page) {
	p.Line("The policy is drawn in %s: %s.", g.File, text.Plural(g.Nodes, "node"))
	if g.Left > 0 {
		p.Line("At least %d more are less likely to be reached; --nodes draws more.", g.Left)
	}
}

func (g *graphAnswer) Rows() [][]string {
	return [][]string{{"file", "nodes", "left"}, {g.File, fmt.Sprint(g.Nodes), fmt.Sprint(g.Left)}}
}

func (g *graphAnswer) Document() any { return g }
