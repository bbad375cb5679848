// SPDX-License-Identifier: BSD-3-Clause

package commands_test

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/commands"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/tiger/tigerplayers"
)

// The commands of a program with one domain: here an episode is played.
func ExampleLab_Commands() {
	program := func(a *frame.App) *cobra.Command {
		root := frame.Group("doors", "play with doors", "Play with doors.")
		root.AddCommand(commands.Lab{Domains: play.Domains{tigerplayers.Domain()}}.Commands(a)...)
		return a.Complete(root)
	}
	env := frame.Env{
		Args: []string{"play", "tiger", "--rules", `{"horizon":4}`, "--player", "listener"}, Stdout: os.Stdout, Stderr: os.Stdout,
		Lookup: func(string) (string, bool) { return "", false },
	}
	fmt.Println("$ doors play tiger --player listener")
	fmt.Println("exit", frame.Run(context.Background(), env, program))
	// Output:
	// $ doors play tiger --player listener
	//   1. listen: growl-right  -1
	//   2. listen: growl-right  -1
	//   3. left: silence  +10
	//   4. listen: growl-left  -1
	// over after 4 moves, score 7
	// exit 0
}
