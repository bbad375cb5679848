// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/pomdp"
	"github.com/veilplan/veil/pomdp/tabular"
)

const pomdpSolveLong = `solve bounds the expected discounted reward of best play, from both sides, and finds a
policy that earns at least the lower bound. It ends when the bounds are --gap apart, after
--walks, with --time or when --memory is full; what is known by then is printed.

--policy writes the policy to a file, which veil pomdp play reads. --graph draws what the
policy does: FILE ends in .svg or .dot.`

// pomdpFlags set the precision and the limits.
type pomdpFlags struct {
	pomdp.Question
	limits api.Limits
	time   time.Duration
	memory frame.ByteSize
}

func (f *pomdpFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Float64Var(&f.Gap, "gap", 1e-3, "gap between the bounds at which the search ends")
	flags.IntVar(&f.Walks, "walks", 0, "limit of walks to beliefs with distant bounds (default: no limit)")
	flags.DurationVar(&f.time, "time", 0, "time limit, e.g. 15s (default: no limit)")
	flags.Var(&f.memory, "memory", "memory limit, e.g. 64MB (default 512MB)")
}

func (f *pomdpFlags) check() error {
	switch {
	case !(f.Gap > 0):
		return frame.Usage(fmt.Sprintf("--gap %v: want more than 0", f.Gap))
	case f.Walks < 0:
		return frame.Usage(fmt.Sprintf("--walks %d: want 1 or more", f.Walks))
	case f.time < 0:
		return frame.Usage(fmt.Sprintf("--time %v: want a time above 0", f.time))
	}
	f.limits.Time, f.limits.Memory = f.time, int64(f.memory)
	return nil
}

func newPomdpSolve(a *app) *cobra.Command {
	var f pomdpFlags
	var policy, drawing string
	var nodes int
	cmd := frame.Verb("solve FILE", "bound the value of best play", pomdpSolveLong,
		"veil pomdp gen tiger | veil pomdp solve -",
		"veil pomdp gen tag | veil pomdp solve - --gap 6 --policy tag.policy")
	f.register(cmd)
	cmd.Flags().StringVar(&policy, "policy", "", "write the policy to `FILE`")
	cmd.Flags().StringVar(&drawing, "graph", "", "draw what the policy does in `FILE`: .svg or .dot")
	frame.Written(cmd.Flags(), "policy", "graph")
	cmd.Flags().IntVar(&nodes, "nodes", 50, "limit of nodes drawn")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.check(); err != nil {
			return err
		}
		if ext := filepath.Ext(drawing); drawing != "" && ext != ".svg" && ext != ".dot" {
			return frame.Usage(fmt.Sprintf("--graph %s: want a name that ends in .svg or .dot", drawing))
		}
		p, err := a.readPomdp(cmd, args[0], f.limits)
		if err != nil {
			return err
		}
		doc, found, err := a.solvePomdp(cmd, p, &f)
		if err != nil {
			return err
		}
		if err := a.storePolicy(doc, found, policy, drawing, nodes); err != nil {
			return err
		}
		return a.emitSolution(cmd, doc)
	}
	return cmd
}

// solvePomdp solves a problem and shows the bounds meanwhile.
func (a *app) solvePomdp(cmd *cobra.Command, p *tabular.Problem, f *pomdpFlags) (*api.PomdpSolution, *pomdp.Policy, error) {
	defer frame.Frugal()()
	line := a.ShowProgress("listing states")
	defer line.Done()
	doc, policy, err := pomdp.Solve(cmd.Context(), p, f.Question, f.limits, func(g pomdp.Progress) {
		line.Show("between %.4g and %.4g after %d walks, %d beliefs, %d vectors", g.Low, g.High, g.Walks, g.Beliefs, g.Vectors)
	})
	if err != nil {
		return nil, nil, problemFailure(err)
	}
	return doc, policy, nil
}

// storePolicy writes the requested files.
func (a *app) storePolicy(doc *api.PomdpSolution, policy *pomdp.Policy, file, drawing string, nodes int) error {
	if file != "" {
		var b bytes.Buffer
		if err := policy.Write(&b); err != nil {
			return err
		}
		if err := a.writeFile(file, b.Bytes()); err != nil {
			return err
		}
		doc.Policy = file
	}
	if drawing == "" {
		return nil
	}
	g := policy.Graph(max(nodes, 1))
	picture := g.SVG()
	if filepath.Ext(drawing) == ".dot" {
		picture = g.DOT()
	}
	doc.Drawing = api.PomdpDrawing{File: drawing, Nodes: len(g.Nodes), Left: g.Left}
	return a.writeFile(drawing, []byte(picture))
}

func (a *app) writeFile(name string, content []byte) error {
	if err := os.WriteFile(a.Path(name), content, 0o644); err != nil {
		return &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: fmt.Sprintf("cannot write %s: %v", name, text.FileCause(err)), Cause: err}
	}
	return nil
}

// emitSolution prints the bounds, and fails if they are not as close as requested.
func (a *app) emitSolution(cmd *cobra.Command, doc *api.PomdpSolution) error {
	if err := a.Emit(&pomdpSolution{doc}); err != nil {
		return err
	}
	switch {
	case doc.State == api.Done:
		return nil
	case cmd.Context().Err() != nil:
		return interrupted()
	default:
		return &frame.Failure{
			Code: frame.ExitBudget, Kind: frame.KindBudget, What: fmt.Sprintf("the bounds are more than %v apart", doc.Gap),
			Notes: []string{"They are proved all the same. Raise --walks, --time or --memory, or --gap."},
		}
	}
}

// pomdpSolution is the answer of solve.
type pomdpSolution struct{ *api.PomdpSolution }

func (s *pomdpSolution) Text(p *text.Page) {
	p.Line("The value of best play is between %.4f and %.4f. [bounds]", s.Value.Lo, s.Value.Hi)
	p.Line("")
	wide := len("first move")
	for _, m := range s.Moves {
		wide = max(wide, len(m.Action))
	}
	p.Line("%-*s  %10s  %10s", wide, "first move", "at least", "at most")
	for _, m := range s.Moves {
		p.Line("%-*s  %10.4f  %10.4f", wide, m.Action, m.Value.Lo, m.Value.Hi)
	}
	p.Line("")
	p.Line("%s, %s; a policy of %s.", text.Plural(s.Work.Walks, "walk"), text.Plural(s.Work.Beliefs, "belief"), text.Plural(s.Work.Vectors, "vector"))
	if s.Policy != "" {
		p.Line("The policy is in %s.", s.Policy)
	}
	if s.Drawing.File != "" {
		p.Line("The policy is drawn in %s: %s.", s.Drawing.File, drawn(s.Drawing))
	}
}

func drawn(d api.PomdpDrawing) string {
	if d.Left == 0 {
		return text.Plural(d.Nodes, "node")
	}
	return fmt.Sprintf("the %s most likely to be reached, of at least %d", text.Plural(d.Nodes, "node"), d.Nodes+d.Left)
}

func (s *pomdpSolution) Rows() [][]string {
	rows := [][]string{{"move", "low", "high"}, {"", fmt.Sprint(s.Value.Lo), fmt.Sprint(s.Value.Hi)}}
	for _, m := range s.Moves {
		rows = append(rows, []string{m.Action, fmt.Sprint(m.Value.Lo), fmt.Sprint(m.Value.Hi)})
	}
	return rows
}

func (s *pomdpSolution) Document() any { return s.PomdpSolution }
