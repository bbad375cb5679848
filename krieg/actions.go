// SPDX-License-Identifier: BSD-3-Clause

package krieg

import "github.com/veilplan/veil/krieg/chess"

// AllActions lists every action of any game, in a fixed order: the moves of a queen or knight on an
// empty board, which include those of all other men, then promotions, the question and the wait.
func AllActions() []Action {
	var all []Action
	for from := range chess.Square(64) {
		reach := chess.AttacksOf(chess.Queen, chess.White, from, 0) | chess.AttacksOf(chess.Knight, chess.White, from, 0)
		for to := range chess.Square(64) {
			if reach&to.Bit() != 0 {
				all = append(all, Action(chess.NewMove(from, to, chess.NoKind)))
			}
		}
	}
	return append(appendPromotions(all), AskAny, Wait)
}

// appendPromotions appends the promotions of both sides.
func appendPromotions(all []Action) []Action {
	const rank7, rank2 = 48, 8 // first squares of the ranks that pawns promote from
	for _, ahead := range [][2]chess.Square{{rank7, rank7 + 8}, {rank2, rank2 - 8}} {
		for from := range chess.Square(8) {
			for to := max(from, 1) - 1; to <= min(from+1, 7); to++ {
				for _, kind := range []chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight} {
					all = append(all, Action(chess.NewMove(ahead[0]+from, ahead[1]+to, kind)))
				}
			}
		}
	}
	return all
}
