// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
)

const kriegMateLong = `mate decides whether you can force mate whatever is hidden: on every board that fits what
you know, against every reply. It searches with more and more plies, so the mate it finds
is the shortest. FILE is a position (.ks), a referee log or Kriegspiel PGN; see veil help
kriegspiel. Exit code

  0  mate is forced; the plan is printed
  1  it is not, proved or searched exhaustively
  4  not known: a limit was reached; what is known was printed

When more boards fit a history than --max-boards, a sample of them is searched. If no mate
is forced on the sample, none is forced at all, because its boards are possible: the code
is 1. A mate that is forced on the whole sample is printed but not proved: the code is 4.

--proof writes a document that veil krieg proof --check verifies without any search. There
is no such document for a sample.`

// mateFlags are the flags of mate.
type mateFlags struct {
	kriegFlags

	plies  int
	proof  string
	method methodFlag
	all    bool
	nodes  int64
	states int64
	memory frame.ByteSize
}

func newKriegMate(a *app) *cobra.Command {
	f := mateFlags{memory: 2 << 30}
	cmd := frame.Verb("mate [FILE]", "prove that mate is forced on every possible board, or that it is not", kriegMateLong,
		anderson1+" | veil krieg mate",
		anderson1+" | veil krieg mate --rules wild16 --json")
	f.register(cmd)
	f.registerSeed(cmd)
	flags := cmd.Flags()
	flags.IntVar(&f.plies, "plies", 0, "limit of `N` plies (moves of both sides) until mate (default: the goal of the position)")
	flags.StringVar(&f.proof, "proof", "", "write the proof to `FILE`")
	frame.Written(flags, "proof")
	f.method.register(cmd)
	flags.BoolVar(&f.all, "all", false, "list alternative mates, not only the tries of the plan")
	flags.Int64Var(&f.nodes, "nodes", 0, "limit of beliefs expanded (default: "+text.Thousands(api.DefaultNodes)+"; with --time or --states, no limit)")
	flags.Int64Var(&f.states, "states", 0, "limit of hidden states (default: no limit)")
	flags.Var(&f.memory, "memory", "memory limit, e.g. 64MB (default 2GB)")
	flags.Lookup("memory").DefValue = ""
	flags.DurationVar(&f.time, "time", 0, "time limit, e.g. 5s (default: no limit)")
	cmd.Args = frame.AtMost(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx, cancel := api.WithTime(cmd.Context(), f.time)
		defer cancel()
		s, b, err := a.readBelief(ctx, cmd, f.kriegFlags, args)
		if err != nil {
			return err
		}
		return a.proveMate(ctx, s, b, f)
	}
	return cmd
}

// proveMate searches for a mate and prints the answer.
func (a *app) proveMate(ctx context.Context, s *situation, b *deduction.Belief, f mateFlags) error {
	method, err := f.method.read()
	if err != nil {
		return err
	}
	plies, err := f.depth(s)
	if err != nil {
		return err
	}
	_, cfg := new(deduction.Service).Search(api.KriegBudget{TimeMS: milliseconds(f.time), Nodes: f.nodes, States: f.states})
	cfg.Memory, cfg.Beliefs, cfg.Refutation = int64(f.memory), true, deduction.DefaultRefutation
	done := a.showStats(&cfg)
	got, err := deduction.Solve(ctx, b, plies, deduction.Options{Config: cfg, Prove: proveBy(method), Keys: true, Near: true})
	done()
	if err != nil {
		return problemFailure(api.ProblemOf(err))
	}
	ans := &mateAnswer{Answer: got, situation: s, flags: f, ctx: ctx}
	if err := a.writeProof(ans); err != nil {
		return err
	}
	if err := a.Emit(ans); err != nil {
		return err
	}
	return ans.exit()
}

// proveBy returns a prover that uses a method.
func proveBy(method baseline.Config) deduction.Prover {
	return func(ctx context.Context, m deduction.Rules, start []krieg.State, plies int, cfg andor.Config) (andor.Result, error) {
		return baseline.Prove(ctx, m, start, plies, method, cfg)
	}
}

// depth returns the maximum number of plies.
func (f *mateFlags) depth(s *situation) (int, error) {
	switch {
	case f.plies < 0 || f.plies > 99:
		return 0, frame.Usage(fmt.Sprintf("--plies %d: want 1 to 99", f.plies))
	case f.plies > 0:
		return f.plies, nil
	case s.Moves > 0:
		return 2*s.Moves - 1, nil
	default:
		return 0, frame.Usage("mate in how many? give --plies N, or \"goal: mate in N\" in the position")
	}
}

// writeProof writes the proof of an answer, if requested and available.
func (a *app) writeProof(ans *mateAnswer) error {
	if ans.flags.proof == "" || ans.Verdict == andor.Unknown || ans.Sample != nil {
		return nil
	}
	d, err := deduction.NewDocument(ans.situation.text, ans.situation.rules, ans.Answer)
	if err != nil {
		return err
	}
	return a.saveProof(ans.flags.proof, d)
}

// exit returns the exit code of the answer.
func (m *mateAnswer) exit() error {
	switch m.Verdict {
	case andor.Proved:
		return nil
	case andor.Disproved:
		return frame.AnsweredNo()
	case andor.Unknown:
	}
	if m.OnSample() {
		return &frame.Failure{
			Code: frame.ExitBudget, Kind: frame.KindBudget, Cause: m.Cut,
			What:  fmt.Sprintf("not proved: mate is forced on all %s of the sample, but more fit", positions(m.Boards())),
			Notes: []string{"Raise --max-boards."},
		}
	}
	f := &frame.Failure{
		Code: frame.ExitBudget, Kind: frame.KindBudget, Cause: m.Cut,
		What:  fmt.Sprintf("not known: %s after %s nodes and %s states", deduction.ReasonOf(m.Cut), text.Thousands(m.Stats.Nodes), text.Thousands(m.Stats.States)),
		Notes: []string{"Raise --nodes, --states, --memory or --time."},
	}
	if errors.Is(m.Cut, context.Canceled) {
		f.Code, f.Kind, f.Notes = frame.ExitInterrupted, frame.KindInterrupted, nil
	}
	return f
}
