// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
)

const kriegLong = `krieg answers questions about Kriegspiel, chess in which you see only your own men and a
referee answers your tries: which boards are possible, what a try would reveal, and whether
a mate can be forced whatever is hidden.`

// anderson1 is a problem for examples that need no file.
const anderson1 = `printf 'ruleset: english\nme: 8/7B/8/2K5/2N5/8/8/1R6\nopp: k@a4 q|r|b|n@e1\ngoal: mate in 2\n'`

func newKrieg(a *app) *cobra.Command {
	cmd := frame.Group("krieg", "Kriegspiel: beliefs, forced mates, proofs", kriegLong,
		anderson1+" | veil krieg mate", "veil krieg problems list")
	cmd.AddCommand(newKriegMate(a), newKriegBelief(a), newKriegWhy(a), newKriegConvert(a), newKriegProof(a), newKriegProblems(a),
		newKriegEnding(a), newKriegEndings(a), newKriegReferee(a), newKriegPlay(a), newKriegBot(a))
	return cmd
}
