// SPDX-License-Identifier: BSD-3-Clause

// Package slip finds what was misheard: single changes of a referee log after which boards fit it
// again.
//
// A log is followed with a sample of boards. If it cannot be continued, every line up to there is
// doubted in turn, the last first: what else could the referee have said there, and how well does
// everything that follows fit then? The changes are ordered by their posterior probability: the
// prior of the slip, times the probability of all announcements after it, as estimated on the sample.
package slip

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
)

// Config bounds the search. The zero value works.
type Config struct {
	// Boards is the number of boards that decide whether anything fits; zero means 500.
	Boards int
	// Carried is the number of boards on which a change is tried; zero means 120.
	Carried int
	// Work limits the boards made while changes are tried; zero means 20 million, some seconds.
	Work int
	// Seed determines every random choice.
	Seed uint64
	// Opponent weighs the hidden moves; nil means that all legal moves are equally likely.
	Opponent cloud.Opponent
}

// Kind names the effect of a change on a line.
type Kind string

// The kinds of change.
const (
	Replace Kind = "replace" // another announcement, or another move
	Delete  Kind = "delete"  // the line was entered twice, or by mistake
	Insert  Kind = "insert"  // a line before it was missed
)

// Change is a single change of a log.
type Change struct {
	Line int // from 1
	Kind Kind
	Old  string // the present line; "" for an insertion
	New  string // the line to put there; "" for a deletion
	Text string // the whole log with the change
	// Share is the posterior probability among the changes that were found, an estimate.
	Share float64
}

// Report says where a log stops to fit, and what may have been misheard.
type Report struct {
	// Line is the first line after which nothing fits; 0 if the log fits.
	Line int
	// Proved reports that certainly no board fits, rather than that the sample found none.
	Proved bool
	// Changes are the single changes that make everything fit, the most likely first, at most one per line.
	Changes []Change
	// Cut reports that the limit of work ended the search before every line was doubted.
	Cut bool
}

// Find locates the first line of a referee log that nothing explains, and the single changes that
// make the log fit. A full log has no hidden moves: only its first error is located.
func Find(ctx context.Context, text string, cfg Config) (*Report, error) {
	cfg.Boards, cfg.Carried, cfg.Work = cmp.Or(cfg.Boards, 500), cmp.Or(cfg.Carried, 120), cmp.Or(cfg.Work, 20_000_000)
	f := &finder{ctx: ctx, cfg: cfg, lines: strings.Split(strings.TrimRight(text, "\n"), "\n"), best: map[int]scored{}}
	if err := f.locate(text); err != nil || f.report.Line == 0 {
		return &f.report, err
	}
	if f.h.Full {
		return &f.report, nil
	}
	f.doubt()
	f.rank()
	return &f.report, ctx.Err()
}

// finder doubts the lines of one log.
type finder struct {
	ctx    context.Context
	cfg    Config
	lines  []string
	h      krieg.History
	at     []int     // the line of each event
	before []sample  // the boards before each event that was explained, and before the next
	sums   []float64 // the logarithm of the probability of all announcements before each
	work   int
	best   map[int]scored // of each line
	report Report
}

// scored is a change and the logarithm of its weight.
type scored struct {
	Change

	score float64
}

// locate follows the log to the first line that nothing explains.
func (f *finder) locate(text string) error {
	h, at, err := krieg.ParseLogLines(text)
	f.h, f.at = h, at
	if bad, ok := errors.AsType[*krieg.LineError](err); ok {
		f.report.Line, f.report.Proved = bad.Line, errors.Is(err, veil.ErrImpossible)
	} else if err != nil {
		return err
	}
	if h.Full {
		return nil
	}
	return f.follow()
}

// follow keeps a sample of the boards before every event, until nothing explains one.
func (f *finder) follow() error {
	c, err := cloud.New(f.h.Rules, f.h.Me, []krieg.Position{f.h.Start}, cloud.Config{Boards: f.cfg.Boards, Seed: f.cfg.Seed, Opponent: f.cfg.Opponent})
	if err != nil {
		return err
	}
	now, sum := sample{}, 0.0
	for i, e := range f.h.Events {
		now = draw(c, f.cfg.Carried, f.cfg.Seed, now.turn)
		f.before, f.sums = append(f.before, now), append(f.sums, sum)
		next, p := now.hear(f, e)
		sum += logOf(p)
		now.turn = next.turn
		if c, err = c.Hear(f.ctx, e); errors.Is(err, veil.ErrImpossible) || errors.Is(err, cloud.ErrLost) {
			f.report.Line, f.report.Proved = f.at[i], errors.Is(err, veil.ErrImpossible)
			return nil
		}
		if err != nil {
			return err
		}
	}
	if f.report.Line > 0 {
		f.before, f.sums = append(f.before, draw(c, f.cfg.Carried, f.cfg.Seed, now.turn)), append(f.sums, sum)
	}
	return nil
}

// least is the logarithm of the probability of what the sample does not explain, although some
// other board may; unreadable is that of a later line that no board at all explains.
const (
	least      = -9.0
	unreadable = -30.0
)

func logOf(p float64) float64 { return max(least, math.Log(p)) }

// try follows the log with a change, and keeps it if everything up to the line that nothing
// explained is explained now. prior is the logarithm of the probability of the slip.
func (f *finder) try(c Change, prior float64) {
	lines := slices.Clone(f.lines)
	last := f.report.Line // the last line that must fit, in the new text
	switch i := c.Line - 1; c.Kind {
	case Delete:
		c.Old = lines[i]
		lines, last = slices.Delete(lines, i, i+1), last-1
	case Insert:
		lines, last = slices.Insert(lines, i, c.New), last+1
	default:
		c.Old, lines[i] = lines[i], c.New
	}
	c.Text = strings.Join(lines, "\n") + "\n"
	h, at, err := krieg.ParseLogLines(c.Text)
	end := math.MaxInt // the first line that cannot be read
	if bad, ok := errors.AsType[*krieg.LineError](err); ok {
		end = bad.Line
	}
	if h.Full || err != nil && end <= last {
		return
	}
	if score, fits := f.score(&h, at, last); fits {
		if end < math.MaxInt {
			score += unreadable
		}
		f.keep(c, score+prior)
	}
}

// keep remembers the best change of a line.
func (f *finder) keep(c Change, score float64) {
	if old, ok := f.best[c.Line]; !ok || score > old.score {
		f.best[c.Line] = scored{c, score}
	}
}

// tail limits the events after the critical line that are followed.
const tail = 16

// score returns the logarithm of the probability of all announcements, and whether those up to a
// line are possible.
func (f *finder) score(h *krieg.History, at []int, last int) (score float64, fits bool) {
	k := 0
	for k < min(len(h.Events), len(f.before)-1, len(f.h.Events)) && h.Events[k] == f.h.Events[k] {
		k++
	}
	now, score := f.before[k], f.sums[k]
	stop := len(h.Events)
	for i := k; i < stop; i++ {
		next, p := now.hear(f, h.Events[i])
		score += logOf(p)
		if at[i] > last {
			stop = min(stop, i+tail)
		}
		if len(next.list) == 0 {
			return score + least, at[i] > last
		}
		now = next
	}
	return score, true
}

// rank orders the changes and gives them their shares.
func (f *finder) rank() {
	var list []scored
	for line := range len(f.lines) + 2 {
		if c, ok := f.best[line]; ok {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	sum := 0.0
	for _, c := range list {
		sum += math.Exp(c.score - list[0].score)
	}
	for _, c := range list {
		c.Share = math.Exp(c.score-list[0].score) / sum
		f.report.Changes = append(f.report.Changes, c.Change)
	}
}
