// SPDX-License-Identifier: BSD-3-Clause

package composed

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
)

// shares returns the number of puzzles posed from each set: most can be solved in a minute or two.
func shares() []struct {
	set   string
	posed int
} {
	return []struct {
		set   string
		posed int
	}{{"hist-3", 20}, {"seed-3", 90}, {"seed-5", 40}}
}

// A puzzle has at least two boards, or nothing is hidden, and few enough to be inspected.
const (
	fewestPosed = 2
	mostPosed   = 60
)

// Puzzles returns the mates that are posed as puzzles: always the same ones, mixed so that
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
	name(list)
	return mixed(list), nil
}

func puzzle(p *Problem) (api.KriegPuzzle, error) {
	h, err := krieg.ParseLog(p.History)
	if err != nil {
		return api.KriegPuzzle{}, err
	}
	b, err := krieg.Estimate(context.Background(), &h, krieg.Limits{Boards: MaxBoards}) // our own problems: they are small
	if err != nil {
		return api.KriegPuzzle{}, err
	}
	own := b.Own()
	men, _, _ := strings.Cut(own.String(), " ")
	return api.KriegPuzzle{
		ID: p.ID, Level: level(p), Rules: h.Rules.String(), Moves: (p.Plies + 1) / 2, Boards: p.Boards, History: p.History,
		Own: men, Heat: hiddenMen(b),
	}, nil
}

// level returns the difficulty of a puzzle from 1: long mates on many boards, with many answers to
// find, are hard.
func level(p *Problem) int {
	answers := 1
	if p.Plan != nil {
		answers = len(p.Plan.Nodes)
	}
	score := float64(p.Plies-3) + math.Log2(float64(p.Boards)) + math.Log2(float64(answers))
	at := 1
	for _, fifth := range []float64{4.8, 5.4, 6.1, 8.1} { // each level has about as many
		if score > fifth {
			at++
		}
	}
	return at
}

// mixed returns a list in an order whose neighbours come from far apart: it steps by a number that
// is coprime to the length.
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
