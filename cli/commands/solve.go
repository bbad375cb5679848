// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment/figure"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/controller"
)

const solveLong = `solve bounds the value of best play of a problem with rewards from both sides, and finds a
policy that earns at least the lower bound. It ends when the bounds are --gap apart, after
--walks, with --time or when --memory is full; what is known by then is printed.

--after is a step that was taken, as play prints it, and may be repeated: then solve
prints which hidden states are possible, and the bounds of every action from there.

--certify writes a controller: a plan with a value for every state, which --check verifies by
the rules alone. It shares no code with the search. The search then has three quarters of --time.
Exit code

  0  the bounds are close enough, or the controller earns what it claims
  1  the controller may not earn what it claims
  4  a limit was reached first; the bounds hold all the same`

// solveFlags are the flags of solve and graph.
type solveFlags struct {
	rules                         string
	question                      play.SolveQuestion
	after                         []string
	time                          time.Duration
	memory                        frame.ByteSize
	policy, certify, check, chart string
}

func (f *solveFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.rules, "rules", "", "rules of the domain, as `JSON`")
	flags.Float64Var(&f.question.Gap, "gap", 1e-3, "gap between the bounds at which the search ends")
	flags.IntVar(&f.question.Walks, "walks", 0, "limit of walks to beliefs with distant bounds (default: no limit)")
	flags.DurationVar(&f.time, "time", 0, "time limit, e.g. 15s (default: no limit)")
	flags.Var(&f.memory, "memory", "memory limit, e.g. 64MB")
}

func newSolve(a *app) *cobra.Command {
	f := solveFlags{memory: 512 << 20}
	domain := a.solvable()
	cmd := frame.Verb("solve DOMAIN", "bound the value of best play of a domain with rewards", solveLong,
		fmt.Sprintf("veil solve %s --gap 10", domain), fmt.Sprintf("veil solve %s --gap 10 --json", domain))
	f.register(cmd)
	flags := cmd.Flags()
	flags.StringArrayVar(&f.after, "after", nil, "`STEP` that was taken, as ACTION: OBSERVATION; may be repeated")
	flags.StringVar(&f.policy, "policy", "", "write the policy to `FILE`")
	flags.StringVar(&f.certify, "certify", "", "write a controller that --check verifies to `FILE`")
	flags.StringVar(&f.check, "check", "", "verify the controller in `FILE`")
	flags.StringVar(&f.chart, "bounds", "", "draw the bounds over the walks in `FILE`: .svg or .png")
	frame.Written(flags, "policy", "certify", "bounds")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.solve(cmd, args[0], &f) }
	return cmd
}

// solvable returns the name of a domain with a solver, for the examples in help. It opens domains
// only if the program names none: to open all of veil's takes longer than most commands.
func (a *app) solvable() string {
	if a.trial.Bounded != "" {
		return a.trial.Bounded
	}
	for _, d := range a.domains {
		if opened, err := d.Open(nil); err == nil && opened.Solver != nil && len(opened.Solver.Lacks) == 0 {
			return d.Name
		}
	}
	return a.trial.Domain
}

// solver opens a domain and returns its solver.
func (a *app) solver(domain, rules string) (*play.Solver, error) {
	opened, err := a.domains.OpenWith(play.Typed(a.Dir), domain, json.RawMessage(rules))
	if err != nil {
		return nil, frame.Usage(err.Error())
	}
	switch s := opened.Solver; {
	case s == nil:
		return nil, a.boundless(domain, "its rules give no rewards")
	case len(s.Lacks) > 0:
		return nil, a.boundless(domain, "the problem lacks "+strings.Join(s.Lacks, " and "))
	default:
		return s, nil
	}
}

// boundless says why a domain has no bounds, and what can be done: other methods play it, or a discount is all that it lacks.
func (a *app) boundless(domain, why string) error {
	notes := []string{fmt.Sprintf("%s methods %s: what can play it", a.Name(), domain)}
	const discounted = `{"discount":0.95}`
	opened, err := a.domains.OpenWith(play.Typed(a.Dir), domain, json.RawMessage(discounted))
	if err == nil && opened.Solver != nil && len(opened.Solver.Lacks) == 0 {
		notes = append(notes, "--rules '"+discounted+"' gives it one")
	}
	return frame.Usage(domain+": no bounds are possible: "+why, notes...)
}

func (a *app) solve(cmd *cobra.Command, domain string, f *solveFlags) error {
	if ext := filepath.Ext(f.chart); f.chart != "" && ext != ".svg" && ext != ".png" {
		return frame.Usage(fmt.Sprintf("--bounds %s: want a name that ends in .svg or .png", f.chart))
	}
	s, err := a.solver(domain, f.rules)
	if err != nil {
		return err
	}
	if f.check != "" {
		return a.checkController(cmd.Context(), s, f.check)
	}
	var low, high []figure.Point
	found, err := a.found(cmd, s, f, func(lo, hi float64, walks int) {
		low = append(low, figure.Point{X: float64(walks), Y: lo})
		high = append(high, figure.Point{X: float64(walks), Y: hi})
	})
	if err != nil {
		return err
	}
	claim, err := a.storeSolution(cmd.Context(), found, f)
	if err != nil {
		return err
	}
	if err := a.drawBounds(f.chart, domain, low, high); err != nil {
		return err
	}
	lo, hi := found.Value.Interval()
	ans := &solveAnswer{
		Schema: "play.solution/1", Domain: domain, Value: api.Bounds{Lo: lo, Hi: hi}, Cut: found.Cut, Belief: found.Belief[:min(len(found.Belief), shown)],
		Possible: len(found.Belief), Walks: found.Walks, Beliefs: found.Beliefs, Vectors: found.Vectors, after: len(f.after),
		Policy: f.policy, Controller: f.certify, Claim: claim, Picture: f.chart,
	}
	for _, m := range found.Moves {
		lo, hi := m.Value.Interval()
		ans.Moves = append(ans.Moves, api.PomdpMove{Action: m.Action, Value: api.Bounds{Lo: lo, Hi: hi}})
	}
	if err := a.Emit(ans); err != nil || hi-lo <= 1.001*f.question.Gap {
		return err
	}
	return &frame.Failure{
		Code: frame.ExitBudget, Kind: frame.KindBudget, What: fmt.Sprintf("the bounds are more than %v apart", f.question.Gap),
		Notes: []string{"They are proved all the same. Raise --walks, --time or --memory, or --gap."},
	}
}

// shown limits the hidden states that are printed.
const shown = 8

// found solves a problem within the limits of the flags.
func (a *app) found(cmd *cobra.Command, s *play.Solver, f *solveFlags, tell func(lo, hi float64, walks int)) (*play.Solution, error) {
	if !(f.question.Gap > 0) || f.question.Walks < 0 || f.time < 0 {
		return nil, frame.Usage("--gap, --walks and --time: want more than 0")
	}
	for _, step := range f.after {
		action, seen, ok := strings.Cut(step, ": ")
		if !ok {
			return nil, frame.Usage(fmt.Sprintf("--after %q: want ACTION: OBSERVATION", step))
		}
		f.question.After = append(f.question.After, play.Step{Action: action, Seen: seen})
	}
	defer frame.Frugal()()
	ctx := cmd.Context()
	search := f.time
	if f.certify != "" {
		search -= f.time / 4
	}
	ctx, cancel := limited(ctx, search)
	defer cancel()
	f.question.Memory = int64(f.memory)
	line := a.ShowProgress("listing states")
	defer line.Done()
	f.question.Tell = func(lo, hi float64, walks int) {
		line.Show("between %.4g and %.4g after %d walks", lo, hi, walks)
		tell(lo, hi, walks)
	}
	found, err := s.Solve(ctx, f.question)
	if err != nil {
		return nil, frame.Usage(err.Error())
	}
	return found, nil
}

// limited returns a context with a time limit, if there is one.
func limited(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	if most == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, most)
}

// storeSolution writes the policy and the controller, which is verified first, and returns what it claims.
func (a *app) storeSolution(ctx context.Context, found *play.Solution, f *solveFlags) (claim float64, err error) {
	var b bytes.Buffer
	if f.policy != "" {
		if err := found.Policy(&b); err != nil {
			return 0, err
		}
		if err := a.keep(f.policy, b.Bytes()); err != nil {
			return 0, err
		}
	}
	if f.certify == "" {
		return 0, nil
	}
	if ctx.Err() != nil { // Ctrl-C ended the search, and a second one ends the program
		ctx = context.WithoutCancel(ctx)
	}
	ctx, cancel := limited(ctx, f.time/4)
	defer cancel()
	b.Reset()
	if claim, err = found.Certify(ctx, &b); err != nil {
		return 0, fmt.Errorf("--certify %s: no controller was found in time, raise --time: %w", f.certify, err)
	}
	return claim, a.keep(f.certify, b.Bytes())
}

// keep writes a file.
func (a *app) keep(name string, content []byte) error {
	if err := os.WriteFile(a.Path(name), content, 0o644); err != nil {
		return &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: fmt.Sprintf("cannot write %s: %v", name, text.FileCause(err)), Cause: err}
	}
	return nil
}

// drawBounds draws both bounds over the walks.
func (a *app) drawBounds(name, domain string, low, high []figure.Point) error {
	if name == "" {
		return nil
	}
	if len(low) == 0 {
		return errors.New("no walk was made, so there are no bounds to draw")
	}
	picture, err := figure.Lines(figure.Axes{Title: "Value of best play: " + domain, X: "walks", Y: "proved bounds"},
		[]figure.Series{{Name: "at most", Points: high}, {Name: "at least", Points: low}})
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := picture.Write(&b, strings.TrimPrefix(filepath.Ext(name), ".")); err != nil {
		return err
	}
	return a.keep(name, b.Bytes())
}

// checkController verifies a stored controller.
func (a *app) checkController(ctx context.Context, s *play.Solver, name string) error {
	file, err := os.Open(a.Path(name))
	if err != nil {
		return a.Unreadable(name, err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	found, err := s.Check(ctx, file)
	if err != nil && !errors.Is(err, controller.ErrRejected) {
		return frame.Usage(name + ": " + err.Error())
	}
	ans := &promiseAnswer{Schema: "play.promise/1", Kept: err == nil, Claim: found.Claim, Nodes: found.Nodes}
	if err != nil {
		ans.Why = err.Error()
	}
	if err := a.Emit(ans); err != nil || ans.Kept {
		return err
	}
	return frame.AnsweredNo()
}
