// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/proof"
)

// mateAnswer is the answer of mate.
type mateAnswer struct {
	*deduction.Answer

	situation *situation
	flags     mateFlags
	ctx       context.Context // for the further searches of --all
}

func (m *mateAnswer) Text(p *text.Page) {
	if m.Sample == nil {
		p.Line("%s        belief: %s%s", m.headline(), positions(m.Boards()), describe(m.situation.Belief))
	} else {
		p.Line("%s        %s", m.headline(), sampleText(m.Sample, m.Boards()))
	}
	for i := range m.Cases {
		c := &m.Cases[i]
		p.Line("")
		if len(m.Cases) > 1 {
			p.Line("announced: %s   %s", c.Announced.Words(m.Rules), positions(len(c.States)))
		}
		m.caseText(p, c)
	}
	if m.flags.proof != "" && m.Sample != nil {
		p.Advise("No proof was written: the boards are a sample, and a proof lists all.")
	} else if m.flags.proof != "" && m.Verdict != andor.Unknown {
		p.Advise("verify with: veil krieg proof %s --check", m.flags.proof)
	}
}

func (m *mateAnswer) headline() string {
	switch m.Verdict {
	case andor.Proved:
		return fmt.Sprintf("MATE IN %d  proved", m.Moves())
	case andor.Disproved:
		return fmt.Sprintf("NO MATE IN %d  %s", (m.Plies+1)/2, m.quality())
	default:
		if m.OnSample() {
			return fmt.Sprintf("MATE IN %d  on the sample, not proved", m.sampleMoves())
		}
		return fmt.Sprintf("MATE IN %d  not known (%s)", (m.Plies+1)/2, deduction.ReasonOf(m.Cut))
	}
}

// sampleMoves returns the number of moves in which mate is forced on a sample.
func (m *mateAnswer) sampleMoves() int {
	plies := 0
	for i := range m.Cases {
		plies = max(plies, m.Cases[i].Plies)
	}
	return (plies + 1) / 2
}

// quality returns the basis of the verdict "no mate".
func (m *mateAnswer) quality() string {
	if deduction.Refuted(m.Answer) {
		return "proved"
	}
	return "searched exhaustively"
}

func (m *mateAnswer) model() *krieg.Model { return &krieg.Model{Rules: m.Rules, Me: m.Me} }

func (m *mateAnswer) caseText(p *text.Page, c *deduction.Case) {
	switch {
	case c.Verdict == andor.Proved:
		if err := deduction.WriteText(p, m.model(), &c.Case, c.Plan, m.alternatives(c)); err != nil {
			p.Line("the plan cannot be printed: %v", err)
		}
		m.keysText(p, c)
	case c.Verdict == andor.Disproved && c.Plies == m.Plies:
		m.nearText(p, c)
	case c.Plies > 0:
		p.Line("No mate in %d, searched exhaustively.", (c.Plies+1)/2)
	default:
		p.Line("Nothing is known yet.")
	}
}

// keysText reports whether there are other first tries.
func (m *mateAnswer) keysText(p *text.Page, c *deduction.Case) {
	own := krieg.NewOwnView(m.Rules, m.Me, c.States[0].Pos)
	var names []string
	for _, k := range c.Keys {
		names = append(names, own.Name(k))
	}
	switch {
	case len(names) == 1 && c.All:
		p.Line("only key.%s", m.hintAll())
	case len(names) > 0 && c.All:
		p.Line("keys: %s.%s", strings.Join(names, ", "), m.hintAll())
	case len(names) > 0:
		p.Line("keys found: %s; other tries were not decided.", strings.Join(names, ", "))
	}
}

func (m *mateAnswer) hintAll() string {
	if m.flags.all {
		return ""
	}
	return "  --all lists alternative mates."
}

// nearText prints the try that comes closest to a mate, and why it fails.
func (m *mateAnswer) nearText(p *text.Page, c *deduction.Case) {
	own := krieg.NewOwnView(m.Rules, m.Me, c.States[0].Pos)
	if c.Near != nil {
		a, err := krieg.ParseAction(c.Near.Plan.Nodes[0].Try)
		if err == nil {
			p.Line("1. %s? wins from %d of %s.", own.Name(a), len(c.Near.Of), positions(len(c.States)))
		}
		if c.Near.Winnable == len(c.States) {
			p.Line("Every position could be won if it were seen: only the information is missing.")
		} else {
			p.Line("%d of them could not be won even if they were seen.", len(c.States)-c.Near.Winnable)
		}
	}
	if c.Refutation == nil {
		return
	}
	core := c.Refutation.Nodes[0].Belief
	p.Line("%s:", countOf(len(core), "No try mates even in this position alone", "No order of tries mates in these %d alone"))
	for i, k := range core {
		if i == 5 && len(core) > 6 {
			p.Line("   … and %d more", len(core)-i)
			break
		}
		p.Line("   %s", c.Refutation.States[k])
	}
}

// countOf returns one form for 1 and another for several.
func countOf(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(several, n)
}

// alternatives returns a function that lists the other tries at a node of a plan, or nil.
func (m *mateAnswer) alternatives(c *deduction.Case) func(node, plies int) []krieg.Action {
	if !m.flags.all {
		return nil
	}
	return func(node, plies int) []krieg.Action {
		states, err := statesAt(c.Plan, node)
		if err != nil {
			return nil
		}
		keys, err := andor.Keys(m.ctx, deduction.Rules(m.model()), states, plies, andor.Config{States: 5_000_000})
		if err != nil {
			return nil
		}
		var list []krieg.Action
		for _, k := range keys {
			if k.Verdict == andor.Proved {
				list = append(list, k.Try)
			}
		}
		return list
	}
}

func statesAt(p *proof.Plan, node int) ([]krieg.State, error) {
	var states []krieg.State
	for _, i := range p.Nodes[node].Belief {
		s, err := krieg.ParseState(p.States[i])
		if err != nil {
			return nil, err
		}
		states = append(states, s)
	}
	return states, nil
}
