// SPDX-License-Identifier: BSD-3-Clause

package cassandra

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/veilplan/veil/pomdp/tabular"
)

// Write writes a problem, one number per line. Parse reads it back as the same problem.
func Write(w io.Writer, p *tabular.Problem) error {
	out := &writer{Writer: bufio.NewWriter(w), t: p.Tables()}
	t := &out.t
	fmt.Fprintf(out, "discount: %s\nvalues: reward\n", number(t.Discount))
	out.names("states", t.States)
	out.names("actions", t.Actions)
	out.names("observations", t.Observations)
	out.start()
	out.rows("T", t.Moves)
	out.rows("O", t.Signs)
	for a := range t.Actions {
		for s := range t.States {
			out.rewards(p, tabular.Action(a), tabular.State(s))
		}
	}
	return out.Flush()
}

type writer struct {
	*bufio.Writer

	t tabular.Tables
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// names writes names, or only their count if they are numbers.
func (w *writer) names(key string, list []string) {
	if list[0] == "0" {
		fmt.Fprintf(w, "%s: %d\n", key, len(list))
		return
	}
	fmt.Fprintf(w, "%s:", key)
	for _, name := range list {
		fmt.Fprint(w, " ", name)
	}
	fmt.Fprintln(w)
}

func (w *writer) start() {
	dense := make([]float64, len(w.t.States))
	for _, c := range w.t.Start {
		dense[c.Index] = c.P
	}
	fmt.Fprint(w, "start:")
	for _, p := range dense {
		fmt.Fprint(w, " ", number(p))
	}
	fmt.Fprintln(w)
}

func (w *writer) rows(key string, rows [][]tabular.Chance) {
	n := len(w.t.States)
	for i, row := range rows {
		for _, c := range row {
			fmt.Fprintf(w, "%s: %d : %d : %d %s\n", key, i/n, i%n, c.Index, number(c.P))
		}
	}
}

func (w *writer) rewards(p *tabular.Problem, a tabular.Action, s tabular.State) {
	every, each := p.Rewards(a, s)
	if each == nil {
		if every != 0 {
			fmt.Fprintf(w, "R: %d : %d : * : * %s\n", a, s, number(every))
		}
		return
	}
	for i, out := range p.AppendOutcomes(nil, &s, a) {
		if each[i] != 0 {
			fmt.Fprintf(w, "R: %d : %d : %d : %d %s\n", a, s, out.State, out.Seen, number(each[i]))
		}
	}
}
