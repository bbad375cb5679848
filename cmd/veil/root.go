// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
)

const rootLong = `veil finds the best action when part of the state is hidden. It computes exact beliefs and
marks every number exact, bounds or estimate.`

func newRoot(f *frame.App) *cobra.Command {
	a := &app{f}
	root := frame.Group("veil", "act optimally when you cannot see everything", rootLong,
		"printf '4x4/4\\n1...\\n....\\n....\\n....\\n' | veil mines solve",
		"veil help exit-codes")
	a.Topics = topics(a)
	root.AddCommand(newMines(a), newKrieg(a), newPomdp(a), newDiag(a), newEngine(a), newAsk(a), newRPC(a))
	root.AddCommand(a.lab()...)
	return a.Complete(root)
}
