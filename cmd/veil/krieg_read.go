// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/veilplan/veil/krieg/composed"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/mines/notation"
	"github.com/veilplan/veil/play"
)

// kriegFlags set how a Kriegspiel position or history is read.
type kriegFlags struct {
	rules  string
	boards int
	weigh  string
	seed   uint64
	time   time.Duration
	files  string
}

// registerSeed adds the flag of verbs that continue with a sample.
func (k *kriegFlags) registerSeed(cmd *cobra.Command) {
	cmd.Flags().Uint64Var(&k.seed, "seed", 1, "seed of an estimate, where more boards fit than --max-boards")
}

// registerWeights adds the flag of verbs that print percentages.
func (k *kriegFlags) registerWeights(cmd *cobra.Command) {
	var names []string
	for _, w := range krieg.Weightings() {
		names = append(names, string(w))
	}
	cmd.Flags().StringVar(&k.weigh, "weights", "", "what percentages `ASSUME`: "+strings.Join(names[:2], " or ")+" are equally likely, or the opponent moves at "+names[2]+" or is "+names[3])
	frame.CompleteFlag(cmd, "weights", names...)
}

func (k *kriegFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&k.rules, "rules", "", "`RULESET` in place of that of a position: "+rulesetList()+"; +material after it: see veil help rulesets")
	flags.IntVar(&k.boards, "max-boards", composed.MaxBoards, "limit of boards held")
	flags.StringVar(&k.files, "allow-files", "", "let a .ks text name a history in this `DIR` (default: the directory of its file)")
	frame.CompleteFlag(cmd, "rules", rulesetNames()...)
}

// ruleset returns the given rules, or nil.
func (k *kriegFlags) ruleset() (*krieg.Rules, error) {
	if k.rules == "" {
		return nil, nil
	}
	r, err := krieg.RulesNamed(k.rules)
	if err != nil {
		return nil, frame.Usage("--rules: "+err.Error(), text.DidYouMean(k.rules, rulesetNames())...)
	}
	return &r, nil
}

// situation is a player's knowledge, and its source.
type situation struct {
	krieg.Situation

	rules  *krieg.Rules // given by a flag
	text   string       // as read, with a history in place of the .ks that names it
	source string
}

// readSituation reads the input of a krieg verb: a file, "-", or standard input.
func (a *app) readSituation(ctx context.Context, cmd *cobra.Command, k kriegFlags, files []string) (*situation, error) {
	text, source, err := a.read(cmd, files)
	if err != nil {
		return nil, err
	}
	a.Input = text
	s := &situation{text: string(text), source: source}
	if s.rules, err = k.ruleset(); err != nil {
		return nil, err
	}
	open := func(name string) (string, error) {
		history, _, err := a.besides(k, source).Read(play.File{Name: name, Most: notation.MaxText})
		if err != nil {
			return "", &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: fmt.Sprintf("the history cannot be read: %v", err), Cause: err}
		}
		s.text = string(history)
		return s.text, nil
	}
	if a.Line.Load() == nil {
		defer a.ShowProgress("counting boards").Done()
	}
	s.Situation, err = krieg.Reader{Rules: s.rules, Open: open, Limits: krieg.Limits{Boards: k.boards}, Weigh: krieg.Weighting(k.weigh), Opponent: deduction.Sensible()}.Read(ctx, s.text)
	if err != nil {
		return s, explained(ctx, s, err) // a sample may still represent the history
	}
	return s, nil
}

// besides returns the files that a .ks text may open: those beside its file, since both come from
// the same source, or those in the allowed directory.
func (a *app) besides(k kriegFlags, source string) play.Access {
	switch {
	case k.files != "":
		return play.Access{Files: a.Path(k.files), From: filepath.Dir(a.Path(source))}
	case source != "":
		return play.Access{Files: filepath.Dir(a.Path(source))}
	default:
		return play.Access{} // standard input has no directory
	}
}

// readBelief computes a belief. A history that fits too many boards to store, or to find in half of
// the time, is represented by a sample.
func (a *app) readBelief(ctx context.Context, cmd *cobra.Command, k kriegFlags, files []string) (*situation, *deduction.Belief, error) {
	line := a.ShowProgress("finding the boards that fit")
	defer line.Done()
	half, cancel := api.WithTime(ctx, k.time/2)
	defer cancel()
	s, err := a.readSituation(half, cmd, k, files)
	tooHard := errors.Is(err, veil.ErrTooHard) || errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
	switch {
	case err == nil:
		return s, &deduction.Belief{Situation: s.Situation}, nil
	case !tooHard || s.History == nil:
		return nil, nil, err
	}
	all := len(s.History.Events)
	b, err := deduction.Estimate(ctx, &s.Situation, krieg.Weighting(k.weigh), k.seed, func(events int) { line.Show("estimating: %d of %d events", events, all) })
	if err != nil {
		return nil, nil, explained(ctx, s, err)
	}
	return s, b, nil
}

// explained converts the error of an unusable position or history into a failure.
func explained(ctx context.Context, s *situation, err error) error {
	switch {
	case errors.Is(err, krieg.ErrNoHistory), errors.Is(err, krieg.ErrNoWeighting):
		return frame.Usage("--weights: " + err.Error())
	case errors.Is(err, context.DeadlineExceeded):
		return timeUp(err)
	}
	if _, ok := errors.AsType[*frame.Failure](err); ok || errors.Is(err, context.Canceled) {
		return err
	}
	p := deduction.Explain(ctx, &s.Situation, err)
	switch p.Type {
	case api.Malformed:
		p.Advice = "see: veil help kriegspiel"
	case api.TooHard:
		p.Advice = "raise --max-boards"
	case api.Contradictory:
		p.Reason = append(p.Reason, misheard(ctx, s)...)
	}
	f, ok := errors.AsType[*frame.Failure](problemFailure(p))
	if !ok {
		return err
	}
	f.Cause = err
	f.What = cmp.Or(s.source, "standard input") + ": "
	if p.Line > 0 {
		f.What += fmt.Sprintf("line %d: ", p.Line)
	}
	f.What += p.Title
	return f
}

// misheard asks which single changes would make a referee log fit, in sentences.
func misheard(ctx context.Context, s *situation) []string {
	if krieg.Recognise(s.text) != krieg.FormatLog {
		return nil
	}
	doc, err := deduction.Mend(ctx, s.text, 1)
	if err != nil {
		return nil
	}
	return deduction.DidYouMean(doc)
}

func timeUp(err error) *frame.Failure {
	return &frame.Failure{Code: frame.ExitBudget, Kind: frame.KindBudget, What: "the time is up", Notes: []string{"Raise --time."}, Cause: err}
}

// positions returns a number of boards in words.
func positions(n int) string {
	if n == 1 {
		return "1 position"
	}
	return text.Thousands(n) + " positions"
}
