// SPDX-License-Identifier: BSD-3-Clause

package composed

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
)

// The words of which puzzle names are made. They reveal nothing about the answer.
const (
	whichWords = "Quiet Long Dark Second Hidden Borrowed Paper Winter Empty Narrow Patient Broken Distant Sleeping Crooked Silver Hollow Late Early Lost Locked Painted Blind Still"
	whatWords  = "Corridor Lantern Door Staircase Whisper Window Bridge Key Room Garden Mirror Letter Harbour Curtain Tower Cellar Footstep Clock Island Shadow Signal Orchard Well Crossing"
)

// name sets the puzzles' names from their IDs, so that a name stays when others are added. Names
// are unique: the later of two, by ID, gets the next free one.
func name(list []api.KriegPuzzle) {
	which, what := strings.Fields(whichWords), strings.Fields(whatWords)
	order := make([]*api.KriegPuzzle, len(list))
	for i := range list {
		order[i] = &list[i]
	}
	slices.SortFunc(order, func(a, b *api.KriegPuzzle) int { return cmp.Compare(a.ID, b.ID) })
	taken := map[string]bool{}
	for _, p := range order {
		h := fnv.New32a()
		_, _ = h.Write([]byte(p.ID)) // a hash never fails
		for n := int(h.Sum32() >> 1); ; n++ {
			p.Name = which[n%len(which)] + " " + what[n/len(which)%len(what)]
			if !taken[p.Name] {
				break
			}
		}
		taken[p.Name] = true
	}
}

// hiddenMen returns, for each square, the share of the boards with a hidden man there.
func hiddenMen(b *krieg.Belief) map[string]float64 {
	heat := map[string]float64{}
	for i := range b.Len() {
		board := b.Board(i)
		men, _, _ := strings.Cut(board.String(), " ")
		at := 0
		for _, letter := range men {
			switch {
			case letter == '/':
				continue
			case letter >= '1' && letter <= '8':
				at += int(letter - '0')
				continue
			case (letter >= 'a') == (b.Me() == krieg.White):
				heat[string(rune('a'+at%8))+string(rune('8'-at/8))]++
			}
			at++
		}
	}
	for square := range heat {
		heat[square] /= float64(b.Len())
	}
	return heat
}
