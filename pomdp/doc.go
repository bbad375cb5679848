// SPDX-License-Identifier: BSD-3-Clause

// Package pomdp answers every question about a problem with rewards that is given as a file: its
// size, the value of best play, and the rewards that a policy earns.
package pomdp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/pomdp/cassandra"
	"github.com/veilplan/veil/pomdp/pomdpx"
	"github.com/veilplan/veil/pomdp/tabular"
	"github.com/veilplan/veil/search/alpha"
)

// Policy maps every belief of a problem to an action.
type Policy = alpha.Policy[tabular.State, tabular.Action, tabular.Seen]

// MaxText is the maximum size of a problem file, in bytes.
const MaxText = cassandra.MaxBytes

// maxStates limits the states of a listed problem.
const maxStates = 1 << 20

// Read parses a problem in the format of pomdp-solve or of PomdpX, which is XML. A syntax error is
// an [api.Problem] with line and column.
func Read(text []byte) (*tabular.Problem, error) {
	return ReadWithin(context.Background(), text, api.Limits{})
}

// ReadWithin is Read within limits: a problem that needs more memory is refused before it is allocated.
func ReadWithin(ctx context.Context, text []byte, l api.Limits) (*tabular.Problem, error) {
	read := cassandra.ReadWithin
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")) {
		read = pomdpx.ReadWithin
	}
	ctx, cancel := api.WithTime(ctx, l.Time)
	defer cancel()
	p, err := read(tabular.NewRoom(ctx, l.WithDefaults().Memory), bytes.NewReader(text))
	if err != nil {
		return nil, unread(err)
	}
	return p, nil
}

// unread converts a parse error into an api.Problem.
func unread(err error) error {
	if fault, ok := errors.AsType[*cassandra.Error](err); ok {
		doc := api.NewProblem(api.Malformed, fmt.Sprintf("line %d, column %d: the problem cannot be read", fault.Line, fault.Column), fault.Message)
		doc.Line, doc.Column = fault.Line, fault.Column
		return doc
	}
	if full, ok := errors.AsType[*tabular.FullError](err); ok {
		return tooLarge(full.Need, full.Most)
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return api.ProblemOf(err)
	}
	return api.NewProblem(api.TooLarge, "the problem cannot be read", err.Error())
}

// tooLarge reports a problem that needs more memory than it may take.
func tooLarge(need, most int64) *api.Problem {
	full := tabular.FullError{Need: need, Most: most}
	doc := api.NewProblem(api.TooLarge, "the problem needs too much memory", full.Error())
	doc.Limit, doc.Got = fmt.Sprintf("%d MB", most>>20), fmt.Sprintf("at least %d MB", tabular.Megabytes(need))
	return doc
}

// config gives a solver the memory that the problem leaves.
func config(p *tabular.Problem, l api.Limits) (alpha.Config, error) {
	held, most := p.Bytes(), l.WithDefaults().Memory
	if held >= most {
		return alpha.Config{}, tooLarge(held, most)
	}
	return alpha.Config{States: maxStates, Memory: int(most - held)}, nil
}

// unsolved explains why a solver refused a problem; the solver's memory limit includes the problem
// itself.
func unsolved(err error, p *tabular.Problem, title string) error {
	if full, ok := errors.AsType[*alpha.MemoryError](err); ok {
		return tooLarge(full.Need+p.Bytes(), full.Most+p.Bytes())
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return api.ProblemOf(err)
	}
	return api.NewProblem(api.Impossible, title, err.Error())
}

// Load reads a policy for the problem.
func Load(r io.Reader, p *tabular.Problem) (*Policy, error) {
	return LoadWithin(context.Background(), r, p, api.Limits{})
}

// LoadWithin is Load within limits.
func LoadWithin(ctx context.Context, r io.Reader, p *tabular.Problem, l api.Limits) (*Policy, error) {
	cfg, err := config(p, l)
	if err != nil {
		return nil, err
	}
	policy, err := alpha.ReadWithin(ctx, r, p, cfg)
	if errors.Is(err, alpha.ErrFormat) || errors.Is(err, alpha.ErrOther) {
		return nil, api.NewProblem(api.Malformed, "the policy cannot be used", err.Error())
	}
	if err != nil {
		return nil, unsolved(err, p, "the policy cannot be used")
	}
	return policy, nil
}

// Info returns the size of a problem: its states, actions, observations and outcomes.
func Info(p *tabular.Problem) (*api.PomdpInfo, error) {
	return InfoWithin(context.Background(), p, api.Limits{})
}

// InfoWithin is Info within limits.
func InfoWithin(ctx context.Context, p *tabular.Problem, l api.Limits) (*api.PomdpInfo, error) {
	cfg, err := config(p, l)
	if err != nil {
		return nil, err
	}
	cfg.Discount = p.Discount()
	v, err := alpha.MeasureWithin(ctx, p, cfg)
	if err != nil {
		return nil, unsolved(err, p, "the problem cannot be measured")
	}
	t := p.Tables()
	info := &api.PomdpInfo{
		Schema: "pomdp.info/1", States: len(t.States), Actions: len(t.Actions), Observations: len(t.Observations),
		Discount: t.Discount, Starts: len(t.Start), Reachable: v.States, Outcomes: v.Outcomes,
		Classes: v.Classes, Widest: v.Widest, Least: v.Least, Most: v.Most,
		Warning: t.Scaled.String(),
	}
	if t.Discount < 1 {
		info.Seeing = &v.Seeing
	}
	return info, nil
}
