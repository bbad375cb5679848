// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"fmt"
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
  -a    something is lacking: the line a below the table names it

The second table has the methods that prove a win: "veil prove DOMAIN --method METHOD".
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
		return a.Emit(list)
	}
	return cmd
}

// methodList is the answer of methods.
type methodList struct {
	Schema   string          `json:"schema"`
	Problems []problemRow    `json:"problems"`
	Methods  []methodListing `json:"methods"`
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
			how, lacks := opened.Plays(name)
			row.Methods = append(row.Methods, methodCell{name, how, lacks})
		}
		for _, name := range append([]string{proveName}, baseline.Names()...) {
			how, lacks := opened.Proves() // all provers need the same powers
			row.Methods = append(row.Methods, methodCell{name, how, lacks})
		}
		list.Problems = append(list.Problems, row)
	}
	for _, m := range methods.All() {
		list.Methods = append(list.Methods, methodListing{m.Name, m.Source})
	}
	list.Methods = append(list.Methods, methodListing{proveName, baseline.Config{}.Source()})
	for _, name := range baseline.Names() {
		by, err := baseline.Named(name)
		if err != nil {
			return nil, err
		}
		list.Methods = append(list.Methods, methodListing{name, by.Source()})
	}
	return list, nil
}

// proveName is the column of veil's own prover; those of the paper have their names.
const proveName = "prove"

func (l *methodList) Text(p *text.Page) {
	n := len(methods.Names()) + 1
	missing := &footnotes{}
	l.table(p, missing, 0, n, "")
	p.Line("")
	l.table(p, missing, n, len(l.Methods), "prove by")
	for i, what := range missing.texts {
		if i == 0 {
			p.Line("")
		}
		p.Line("-%c  lacks %s", 'a'+i, what)
	}
	p.Line("")
	for _, m := range l.Methods {
		p.Line("%-9s %s", m.Method, m.Source)
	}
}

// footnotes numbers what is missing.
type footnotes struct{ texts []string }

// mark returns the mark of a cell: yes, own, or a letter for what is missing.
func (f *footnotes) mark(cell methodCell) string {
	if cell.Plays != play.PlaysNo {
		return cell.Plays
	}
	what := strings.Join(cell.Lacks, " and ")
	i := slices.Index(f.texts, what)
	if i < 0 {
		i, f.texts = len(f.texts), append(f.texts, what)
	}
	return "-" + string(rune('a'+i))
}

// table prints the columns from first up to end.
func (l *methodList) table(p *text.Page, missing *footnotes, first, end int, title string) {
	var names []string
	for _, m := range l.Methods[first:end] {
		names = append(names, m.Method)
	}
	p.Line("%-11s%s", title, joinCells(names, names))
	for _, row := range l.Problems {
		var marks []string
		for _, cell := range row.Methods[first:end] {
			marks = append(marks, missing.mark(cell))
		}
		p.Line("%-11s%s", row.Domain, joinCells(marks, names))
	}
}

// joinCells aligns cells below the names of their columns.
func joinCells(cells, names []string) string {
	var line strings.Builder
	for i, c := range cells {
		fmt.Fprintf(&line, "%-*s", max(len(names[i]), 3)+1, c)
	}
	return strings.TrimRight(line.String(), " ")
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
