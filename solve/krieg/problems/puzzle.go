// SPDX-License-Identifier: BSD-3-Clause

package problems

import (
	"slices"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/domain/krieg"
)

// shares say how many puzzles of each set are posed: most can be solved in a minute or two.
func shares() []struct {
	set   string
	posed int
} {
	return []struct {
		set   string
		posed int
	}{{"hist-3", 20}, {"seed-3", 90}, {"seed-5", 40}}
}

// A puzzle has at least two boards, or nothing is hidden, and few enough to be looked at.
const (
	fewestPosed = 2
	mostPosed   = 60
)

// Puzzles returns the mates that are posed as puzzles: the same ones always, mixed, so that
// consecutive days differ.
func Puzzles() ([]api.KriegPuzzle, error) {
	var list []api.KriegPuzzle
	for _, share := range shares() {
		set, err := Load(share.set)
		if err != nil {
			return nil, err
		}
		set = slices.DeleteFunc(set, func(p Problem) bool {
			return p.Verdict != Mate || p.Boards < fewestPosed || p.Boards > mostPosed
		})
		for i := range min(share.posed, len(set)) {
			p, err := puzzle(&set[i*len(set)/min(share.posed, len(set))])
			if err != nil {
				return nil, err
			}
			list = append(list, p)
		}
	}
	return mixed(list), nil
}

func puzzle(p *Problem) (api.KriegPuzzle, error) {
	h, err := krieg.ParseLog(p.History)
	return api.KriegPuzzle{ID: p.ID, Rules: h.Rules.String(), Moves: (p.Plies + 1) / 2, Boards: p.Boards, History: p.History}, err
}

// mixed puts a list into an order in which neighbours come from far apart: by steps of a
// number that has no factor in common with its length.
func mixed(list []api.KriegPuzzle) []api.KriegPuzzle {
	step := len(list)*5/13 | 1
	for gcd(step, len(list)) > 1 {
		step += 2
	}
	out := make([]api.KriegPuzzle, len(list))
	for i := range list {
		out[i] = list[i*step%len(list)]
	}
	return out
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
