// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/stats"
	"github.com/veilplan/veil/mines/recorded"
)

// hillID names the row of D. Hill's recorded games.
const hillID = "Hill (recorded)"

// addPairs adds comparisons of single games: D. Hill's games on the same boards, as a row, and the
// paired differences to them and to the best policy.
func (r *runData) addPairs(dir *experiment.Dir, s *experiment.Summary) error {
	if r.Estimator != "" {
		return nil
	}
	won := make([][]bool, len(r.Policies))
	for e, err := range dir.Counted(s) {
		if err != nil {
			return err
		}
		for i := range won {
			won[i] = append(won[i], e.Plays[i].Outcome == experiment.Won)
		}
	}
	if hill, _, ok := recorded.Hill(r.Board, r.First); ok && r.Seed == recorded.Seed {
		for i := range won {
			r.Policies[i].ToHill = paired(won[i], hill)
		}
		if uint64(len(hill)) >= r.Episodes {
			won = append(won, hill[:r.Episodes])
			r.Policies = append(r.Policies, rowOf(hill[:r.Episodes], won[0]))
		}
	}
	best := 0
	for i := range won {
		if r.Policies[i].Won > r.Policies[best].Won {
			best = i
		}
	}
	for i := range won {
		if i != best {
			r.Policies[i].ToBest = paired(won[i], won[best])
		}
	}
	return nil
}

// rowOf returns the row of recorded games, compared with those of a run's first policy.
func rowOf(games, first []bool) policyData {
	p := policyData{ID: hillID, Gain: paired(games, first)}
	for _, w := range games {
		if w {
			p.Won++
		}
	}
	p.Rate = estimate(float64(p.Won)/float64(len(games)), len(games), stats.Wilson(p.Won, len(games), experiment.Level))
	return p
}

// paired compares two players on the boards that both played.
func paired(a, b []bool) *experiment.Estimate {
	var p stats.Pairs
	for i := range min(len(a), len(b)) {
		p.N++
		switch {
		case a[i] && !b[i]:
			p.First++
		case b[i] && !a[i]:
			p.Other++
		}
	}
	e := estimate(p.Difference(), p.N, p.Interval(experiment.Level))
	return &e
}

func estimate(value float64, n int, in stats.Interval) experiment.Estimate {
	return experiment.Estimate{Value: experiment.Number(value), Low: experiment.Number(in.Lo), High: experiment.Number(in.Hi), N: n}
}
