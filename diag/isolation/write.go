// SPDX-License-Identifier: BSD-3-Clause

package isolation

import (
	"fmt"
	"io"
	"strings"

	"github.com/veilplan/veil/api"
)

// WriteText prints a plan as a runbook, one line per reading.
func WriteText(w io.Writer, s *api.DiagStep) error {
	var b strings.Builder
	if s.Test == "" {
		fmt.Fprintf(&b, "It is %s.\n", strings.Join(s.Left, " or "))
	} else {
		fmt.Fprintln(&b, "Test:", s.Test)
		writeBranches(&b, s, "")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeBranches(b *strings.Builder, s *api.DiagStep, indent string) {
	for i, branch := range s.Branches {
		corner, more := "├─ ", "│  "
		if i == len(s.Branches)-1 {
			corner, more = "└─ ", "   "
		}
		if branch.Next.Test == "" {
			fmt.Fprintf(b, "%s%s%s: it is %s\n", indent, corner, branch.Reading, strings.Join(branch.Next.Left, " or "))
			continue
		}
		fmt.Fprintf(b, "%s%s%s: test %s\n", indent, corner, branch.Reading, branch.Next.Test)
		writeBranches(b, branch.Next, indent+more)
	}
}

// WriteDOT prints a plan for Graphviz.
func WriteDOT(w io.Writer, s *api.DiagStep) error {
	var b strings.Builder
	b.WriteString("digraph plan {\n  node [shape=box];\n")
	next := 0
	var draw func(s *api.DiagStep) int
	draw = func(s *api.DiagStep) int {
		me := next
		next++
		if s.Test == "" {
			fmt.Fprintf(&b, "  n%d [label=%q, shape=plain];\n", me, strings.Join(s.Left, "\n"))
			return me
		}
		fmt.Fprintf(&b, "  n%d [label=%q];\n", me, s.Test)
		for _, branch := range s.Branches {
			fmt.Fprintf(&b, "  n%d -> n%d [label=%q];\n", me, draw(branch.Next), branch.Reading)
		}
		return me
	}
	draw(s)
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}
