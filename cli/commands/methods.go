// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/search/andor/baseline"
)

const methodsLong = `methods prints which methods play which problems. A method needs powers of a problem's
model, such as exact probabilities or a guide; it plays every problem that has them:

  yes   the method plays the problem
  own   the problem has its own form of the method, with more parameters
  -     something is lacking; with a DOMAIN the list names it

"veil play DOMAIN --player METHOD" plays an episode, and specs of experiments use the same names.`

func newMethods(a *app) *cobra.Command {
	cmd := frame.Verb("methods [DOMAIN]", "print which methods play which problems, and what is missing", methodsLong,
		"veil methods", "veil methods "+a.trial.Domain)
	cmd.Args = frame.AtMost(1)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		domains, err := a.chosen(args)
		if err != nil {
			return err
		}
		list, err := listMethods(domains)
		if err != nil {
			return err
		}
		list.whole = len(args) > 0
		return a.Emit(list)
	}
	return cmd
}

// methodList is the answer of methods.
type methodList struct {
	Schema   string          `json:"schema"`
	Problems []problemRow    `json:"problems"`
	Methods  []methodListing `json:"methods"`

	whole bool // print the missing powers
}

type problemRow struct {
	Domain  string       `json:"domain"`
	Methods []methodCell `json:"methods"`
}

// methodCell is whether a method plays a problem.
type methodCell struct {
	Method string   `json:"method"`
	Plays  string   `json:"plays"` // yes, own or no
	Lacks  []string `json:"lacks,omitempty"`
}

type methodListing struct {
	Method string `json:"method"`
	Source string `json:"source"`
}

// noModel is the missing power of a problem that consists only of a table and players.
const noModel = "a model (veil.Model)"

// listMethods lists the methods for every domain with its default rules.
func listMethods(domains play.Domains) (*methodList, error) {
	list := &methodList{Schema: "play.methods/1"}
	for _, d := range domains {
		opened, err := d.Open(nil)
		if err != nil {
			return nil, err
		}
		row := problemRow{Domain: d.Name}
		for _, name := range methods.Names() {
			row.Methods = append(row.Methods, cellOf(opened, name))
		}
		row.Methods = append(row.Methods, proverOf(opened))
		list.Problems = append(list.Problems, row)
	}
	for _, m := range methods.All() {
		list.Methods = append(list.Methods, methodListing{m.Name, m.Source})
	}
	list.Methods = append(list.Methods, methodListing{proveName, "Russell & Wolfe 2005; the command prove has --method " + strings.Join(baseline.Names(), ", ")})
	return list, nil
}

// proveName is the column of the methods that prove instead of playing.
const proveName = "prove"

// proverOf asks a problem about proofs.
func proverOf(o play.Configured) methodCell {
	if o.Prover != nil && o.Prover.Prove != nil {
		return methodCell{Method: proveName, Plays: "yes"}
	}
	return methodCell{Method: proveName, Plays: "no", Lacks: lacksOf(o.Prover)}
}

// cellOf reports whether a method plays a problem. A problem without a model may still have a
// player of that name.
func cellOf(o play.Configured, name string) methodCell {
	if slices.ContainsFunc(o.Players, func(p play.Entry) bool { return p.Name == name }) && name != play.RandomEntry().Name {
		return methodCell{Method: name, Plays: "own"}
	}
	if _, err := o.Player(name); err == nil {
		return methodCell{Method: name, Plays: "yes"}
	}
	if i := slices.IndexFunc(o.Methods, func(m play.Method) bool { return m.Name == name }); i >= 0 {
		return methodCell{Method: name, Plays: "no", Lacks: o.Methods[i].Lacks}
	}
	return methodCell{Method: name, Plays: "no", Lacks: []string{noModel}}
}

func (l *methodList) Text(p *text.Page) {
	p.Line("%-12s%s", "", strings.TrimRight(joinCells(append(methods.Names(), proveName)), " "))
	for _, row := range l.Problems {
		marks := make([]string, len(row.Methods))
		for i, cell := range row.Methods {
			marks[i] = strings.ReplaceAll(cell.Plays, "no", "-")
		}
		p.Line("%-12s%s", row.Domain, strings.TrimRight(joinCells(marks), " "))
	}
	p.Line("")
	for _, m := range l.Methods {
		p.Line("%-9s %s", m.Method, m.Source)
	}
	if l.whole {
		l.lacking(p)
	}
}

// lacking prints the powers that problems lack for the methods that do not play them.
func (l *methodList) lacking(p *text.Page) {
	p.Line("")
	for _, row := range l.Problems {
		for _, cell := range row.Methods {
			if len(cell.Lacks) > 0 {
				p.Line("%s lacks %s for %s", row.Domain, strings.Join(cell.Lacks, " and "), cell.Method)
			}
		}
	}
}

func joinCells(words []string) string {
	var line strings.Builder
	for _, w := range words {
		line.WriteString(w + strings.Repeat(" ", max(1, 9-len(w))))
	}
	return line.String()
}

func (l *methodList) Rows() [][]string {
	rows := [][]string{{"domain", "method", "plays", "lacks"}}
	for _, row := range l.Problems {
		for _, cell := range row.Methods {
			rows = append(rows, []string{row.Domain, cell.Method, cell.Plays, strings.Join(cell.Lacks, "; ")})
		}
	}
	return rows
}

func (l *methodList) Document() any { return l }
