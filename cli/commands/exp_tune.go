// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
)

const expTuneLong = `tune looks for the parameters with which a player scores best. The file is that of an
experiment with one policy, the player at its start, and the parameters:

  name: listen
  domain: tiger
  policies: [{id: listener, params: {sure: 0.7}}]
  seed: 1
  tune:
    parameters: {sure: {from: 0.51, to: 0.99, step: 0.1}}
    iterations: 50
    pairs: 20

Several independent chains climb by simultaneous perturbation (SPSA): in an iteration a chain
shifts all parameters up or down at random by about a step, plays the same episodes with
these and with the opposite shifts, and moves by the difference of the scores. The estimate
is the mean of the chains over the second half, and its error is from their spread. The last
episodes, on which nothing was tuned, compare it with the start.

The run is stored, resumed, verified and played on a farm like that of "veil exp run". Its
result depends neither on threads nor on machines. docs/guides/run-an-experiment.md shows
how to choose steps, and how to tune against opponents.`

func newExpTune(a *app) *cobra.Command {
	f := expRunFlags{tunes: true, scale: 1}
	cmd := frame.Verb("tune SPEC", "tune the parameters of a player, or resume it", expTuneLong,
		"printf '{name: listen, domain: tiger, policies: [{id: listener, params: {sure: 0.7}}], seed: 1, tune: {parameters: {sure: {from: 0.51, to: 0.99, step: 0.1}}, iterations: 8, pairs: 10}}' | veil exp tune -",
		"veil exp report listen")
	f.register(cmd.Flags())
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.runSpec(cmd, args, f) }
	return cmd
}
