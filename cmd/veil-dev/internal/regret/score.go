// SPDX-License-Identifier: BSD-3-Clause

package regret

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// judged contains a choice of a policy in a position, and its worth in points.
type judged struct {
	at      *position
	differs bool                   // from fast
	gain    [continuations]float64 // less what the choice of fast is worth
	away    float64                // less than the best candidate
	kind    string
}

// judge asks a policy in every position of a half.
func (s *store) judge(ctx context.Context, makers []*maker, p *policy) (all []judged, err error) {
	for _, at := range s.positions {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c, err := p.choose(ctx, at)
		if err != nil {
			return nil, fmt.Errorf("board %d, game %d, guess %d: %w", at.board, at.game, at.guess, err)
		}
		if err := s.supply(makers, at, c); err != nil {
			return nil, err
		}
		j := judged{at: at, differs: c != at.cells[0], away: 100 * at.away(c)}
		if j.differs {
			j.kind, err = makers[at.board].kindOf(at, c)
			for k := range continuations {
				j.gain[k] = 100 * (at.mean(c, k) - at.mean(at.cells[0], k))
			}
		}
		if err != nil {
			return nil, err
		}
		all = append(all, j)
	}
	return all, nil
}

// supply values a cell, and the choice of fast beside it, if they have not been valued.
func (s *store) supply(makers []*maker, at *position, c mines.Cell) error {
	if c == at.cells[0] && len(at.worths) == 0 {
		return nil // all agree
	}
	for _, c := range []mines.Cell{at.cells[0], c} {
		if _, ok := at.worths[c]; ok {
			continue
		}
		if err := s.check(makers); err != nil {
			return err
		}
		m := makers[at.board]
		if err := at.load(m.now); err != nil {
			return err
		}
		if m.now.Certainty(c) != count.Unsure {
			return fmt.Errorf("%s is no guess", m.board.rules.Name(c))
		}
		w, err := m.value(at, c, 0, at.layouts)
		if err != nil {
			return err
		}
		at.worths[c] = w
		if !slices.Contains(at.cells, c) {
			at.added = append(at.added, c)
		}
		s.changed = true
	}
	return nil
}

var errChanged = errors.New("the continuation does not play as when the benchmark was made: use the commit of its notebook, or make the benchmark again")

// check values cells of the first positions again, before others are compared with them.
func (s *store) check(makers []*maker) error {
	const enough = 4 // positions of each board
	for _, at := range s.positions {
		m := makers[at.board]
		want, ok := at.worths[at.cells[0]]
		if !ok || at.phase == endgame || m.checked >= enough {
			continue
		}
		m.checked++
		if err := at.load(m.now); err != nil {
			return err
		}
		got, err := m.value(at, at.cells[0], 0, at.layouts)
		if err != nil {
			return err
		}
		if got != want {
			return errChanged
		}
	}
	return nil
}

// away returns how much less a cell is worth than the best candidate. Either half of the layouts
// selects the best one, and the other half values it.
func (p *position) away(c mines.Cell) (x float64) {
	if len(p.cells) < 2 && len(p.added) == 0 {
		return 0
	}
	for half := range halves {
		best := slices.MaxFunc(p.cells, func(x, y mines.Cell) int { return p.worths[x][0][half] - p.worths[y][0][half] })
		x += float64(p.worths[best][0][1-half] - p.worths[c][0][1-half])
	}
	return x / float64(p.layouts*unit)
}

// kindOf names the kind of a cell: whether it touches a number, and whether it has the lowest risk.
func (m *maker) kindOf(at *position, c mines.Cell) (string, error) {
	if err := at.load(m.now); err != nil {
		return "", err
	}
	kind := "at a number"
	if m.now.GroupOf(c) < 0 {
		kind = "off the numbers"
	}
	const rounding = 1e-9
	if safest, _ := m.now.Safest(); m.now.Risk(c) > m.now.Risk(safest)+rounding {
		return kind + ", riskier", nil
	}
	return kind + ", safest", nil
}

// tally sums a quantity by game: games are independent, the positions of a game are not.
type tally struct {
	games int
	byID  map[int]float64
}

func newTally(games int) *tally { return &tally{games, map[int]float64{}} }

func (t *tally) add(game int, x float64) { t.byID[game] += x }

// mean returns the mean over games with its standard error.
func (t *tally) mean() (mean, deviation float64) {
	sum, square, n := 0.0, 0.0, float64(t.games)
	for _, game := range slices.Sorted(keys(t.byID)) {
		x := t.byID[game]
		sum, square = sum+x, square+float64(x*x)
	}
	mean = sum / n
	return mean, math.Sqrt(max(0, square/n-float64(mean*mean)) / max(1, n-1))
}
