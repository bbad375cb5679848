// SPDX-License-Identifier: BSD-3-Clause

package regret

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
)

func keys(m map[int]float64) iter.Seq[int] { return maps.Keys(m) }

// sample is one half of the benchmark, or both.
type sample []*store

// games returns the number of games of each board.
func (s sample) games() (n int) {
	for _, x := range s {
		n += x.games
	}
	return n
}

// judge asks a policy in every position. It keeps values that were missing.
func (s sample) judge(ctx context.Context, makers []*maker, p *policy) (all []judged, err error) {
	for _, x := range s {
		list, err := x.judge(ctx, makers, p)
		if x.changed {
			err = errors.Join(err, x.write())
		}
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// report judges policies and prints tables.
func (s sample) report(ctx context.Context, w io.Writer, names []string) error {
	makers, err := newMakers()
	if err != nil {
		return err
	}
	var policies []*policy
	for _, name := range names {
		p, err := newPolicy(name)
		if err != nil {
			return err
		}
		policies = append(policies, p)
	}
	var all [][]judged
	for _, p := range policies {
		list, err := s.judge(ctx, makers, p)
		if err != nil {
			return err
		}
		all = append(all, list)
		fmt.Fprintf(w, "%s: %.1f ms CPU per guess\n\n", p.name, p.cpu.Seconds()*1000/float64(max(1, p.asked)))
		s.table(w, list)
	}
	s.pairs(w, names, all)
	return nil
}

// table prints what a policy gives away, by board and phase, and by kind of cell.
func (s sample) table(w io.Writer, list []judged) {
	fmt.Fprint(w, "| guesses | a game | not as fast | given away per guess | less fast per guess | less fast a game | the same, continued by instant |\n|---|---|---|---|---|---|---|\n")
	for i, b := range boards() {
		for _, ph := range phases {
			s.row(w, fmt.Sprintf("%v, %v", b, phase(ph)), list, func(j judged) bool { return j.at.board == i && j.at.phase == phase(ph) })
		}
		s.row(w, b.String(), list, func(j judged) bool { return j.at.board == i })
	}
	for _, off := range []string{"at a number", "off the numbers"} {
		for _, risk := range []string{", safest", ", riskier"} {
			s.row(w, "the three boards together, "+off+risk, list, func(j judged) bool { return j.kind == off+risk })
		}
	}
	s.row(w, "the three boards together", list, func(judged) bool { return true })
	fmt.Fprintln(w)
}

// row prints the guesses that pass a test. Those of kinds of cells and of all are of three games,
// one of each board.
func (s sample) row(w io.Writer, name string, list []judged, in func(j judged) bool) {
	number, differ, away := newTally(s.games()), newTally(s.games()), newTally(s.games())
	gain := [continuations]*tally{newTally(s.games()), newTally(s.games())}
	for _, j := range list {
		if !in(j) {
			continue
		}
		game, weight := j.at.game, j.at.weight
		number.add(game, weight)
		away.add(game, weight*j.away)
		if j.differs {
			differ.add(game, weight)
			gain[0].add(game, weight*j.gain[0])
			gain[1].add(game, weight*j.gain[1])
		}
	}
	n, _ := number.mean()
	if n == 0 {
		return
	}
	d, _ := differ.mean()
	fmt.Fprintf(w, "| %s | %.2f | %.0f%% | %s | %s | %s | %s |\n", name, n, 100*d/n, away.per(n), gain[0].per(n), gain[0].per(1), gain[1].per(1))
}

// per prints the mean, divided by a number, with its standard error.
func (t *tally) per(n float64) string {
	m, d := t.mean()
	return fmt.Sprintf("%+.2f ± %.2f", m/n, d/n)
}

// pairs prints the difference between every two policies in points a game.
func (s sample) pairs(w io.Writer, names []string, all [][]judged) {
	if len(names) < 2 {
		return
	}
	fmt.Fprint(w, "| points a game | continued by |")
	for _, b := range boards() {
		fmt.Fprintf(w, " %v |", b)
	}
	fmt.Fprint(w, "\n|---|---|---|---|---|\n")
	for i := range names {
		for j := range i {
			for k, by := range [continuations]string{"fast", "instant"} {
				fmt.Fprintf(w, "| `%s` less `%s` | %s |", names[i], names[j], by)
				for b := range boards() {
					fmt.Fprintf(w, " %s |", s.pair(all[i], all[j], b, k))
				}
				fmt.Fprintln(w)
			}
		}
	}
}

func (s sample) pair(x, y []judged, board, k int) string {
	t := newTally(s.games())
	for i := range x {
		if at := x[i].at; at.board == board {
			t.add(at.game, at.weight*(x[i].gain[k]-y[i].gain[k]))
		}
	}
	return t.per(1)
}
