// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/veilplan/veil/solve/krieg/problems"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/krieg"
	"github.com/veilplan/veil/internal/text"
	solvekrieg "github.com/veilplan/veil/solve/krieg"
)

// kriegFlags say how a Kriegspiel position or history is read.
type kriegFlags struct {
	rules  string
	boards int
	weigh  string
}

// registerWeights adds the flag of verbs that print percentages.
func (k *kriegFlags) registerWeights(cmd *cobra.Command) {
	var names []string
	for _, w := range krieg.Weighings() {
		names = append(names, string(w))
	}
	cmd.Flags().StringVar(&k.weigh, "weights", "", "what percentages `ASSUME`: that all "+strings.Join(names[:2], " or all ")+" count the same, or that the opponent moves at "+names[2])
	completeFlag(cmd, "weights", names...)
}

func (k *kriegFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&k.rules, "rules", "", "`RULESET` in place of that of a position: "+rulesetList()+"; +material after it: see veil help rulesets")
	flags.IntVar(&k.boards, "max-boards", problems.MaxBoards, "most boards to hold")
	completeFlag(cmd, "rules", rulesetNames()...)
}

// ruleset returns the rules given, or nil.
func (k *kriegFlags) ruleset() (*krieg.Rules, error) {
	if k.rules == "" {
		return nil, nil
	}
	r, err := krieg.RulesNamed(k.rules)
	if err != nil {
		return nil, usage("--rules: "+err.Error(), text.DidYouMean(k.rules, rulesetNames())...)
	}
	return &r, nil
}

// situation is what a player knows, and where it was read.
type situation struct {
	krieg.Situation

	rules  *krieg.Rules // given by a flag
	text   string       // as it was read, a history in place of the .ks that names it
	source string
}

// readSituation reads what a krieg verb is about: a file, "-", or standard input.
func (a *app) readSituation(ctx context.Context, cmd *cobra.Command, k kriegFlags, files []string) (*situation, error) {
	text, source, err := a.read(cmd, files)
	if err != nil {
		return nil, err
	}
	a.input = text
	s := &situation{text: string(text), source: source}
	if s.rules, err = k.ruleset(); err != nil {
		return nil, err
	}
	open := func(name string) (string, error) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(source), name)
		}
		history, err := a.readFile(name)
		if err != nil {
			return "", a.unreadable(name, err)
		}
		s.text = string(history)
		return s.text, nil
	}
	if a.line.Load() == nil {
		defer a.showProgress("counting boards").Done()
	}
	s.Situation, err = krieg.Reader{Rules: s.rules, Open: open, Limits: krieg.Limits{Boards: k.boards}, Weigh: krieg.Weighing(k.weigh)}.Read(ctx, s.text)
	if err != nil {
		return s, clash(ctx, &s.Situation, unfit(err, source)) // a history may still be followed by a sample
	}
	return s, nil
}

// clash adds to an error which lines cannot all be right.
func clash(ctx context.Context, s *krieg.Situation, err error) error {
	f, ok := errors.AsType[*failure](err)
	heard, no := errors.AsType[*krieg.HeardError](err)
	if ok && no && s.Lines != nil {
		_, reason := solvekrieg.Conflict(ctx, s, heard.Event)
		f.notes = append(f.notes, reason...)
	}
	return err
}

// unfit explains a position or history that cannot be used.
func unfit(err error, source string) error {
	if _, ok := errors.AsType[*failure](err); ok || errors.Is(err, context.Canceled) {
		return err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return &failure{code: exitBudget, kind: kindBudget, what: "the time is up", notes: []string{"Raise --time."}, cause: err}
	}
	if errors.Is(err, krieg.ErrNoHistory) || errors.Is(err, krieg.ErrNoWeighing) {
		return usage("--weights: " + err.Error())
	}
	f := &failure{code: exitUsage, kind: kindMalformed, what: cmp.Or(source, "standard input") + ": " + err.Error(), cause: err}
	switch {
	case errors.Is(err, veil.ErrImpossible):
		f.code, f.kind = exitContradiction, kindContradiction
		f.notes = []string{"no board fits what was heard: check this line first"}
	case errors.Is(err, veil.ErrTooHard):
		f.code, f.kind = exitBudget, kindBudget
		f.notes = []string{"more boards are held with --max-boards"}
	default:
		f.notes = []string{"see: veil help kriegspiel"}
	}
	return f
}

// positions counts boards in words.
func positions(n int) string {
	if n == 1 {
		return "1 position"
	}
	return text.Thousands(n) + " positions"
}
