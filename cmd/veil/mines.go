// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
)

const minesLong = `mines answers questions about Minesweeper positions: exact risks, what is certain and
why, and which numbers contradict each other.`

func newMines(a *app) *cobra.Command {
	cmd := frame.Group("mines", "Minesweeper: exact risks, reasons, boards", minesLong,
		"printf '5x3/2\\n.....\\n11111\\n00000\\n' | veil mines solve",
		"veil mines gen 9x9/10 --seed 7")
	cmd.AddCommand(newMinesSolve(a), newMinesWhy(a), newMinesCheck(a), newMinesProve(a), newMinesHint(a),
		newMinesGen(a), newMinesPlay(a), newMinesReview(a), newMinesConvert(a), newMinesValues(a))
	return cmd
}
