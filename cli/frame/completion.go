// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/internal/text"
)

const completionLong = `completion prints a script that lets a shell complete veil's commands and flags.
Load it once to try it, or write it to where your shell looks for completions:

  bash        veil completion bash > ~/.local/share/bash-completion/completions/veil
  zsh         veil completion zsh > "${fpath[1]}/_veil"
  fish        veil completion fish > ~/.config/fish/completions/veil.fish
  powershell  veil completion powershell | Out-String | Invoke-Expression`

func newCompletion(a *App) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	cmd := Verb("completion bash|zsh|fish|powershell", "print the completion script of a shell", completionLong,
		"veil completion bash > veil.bash", "veil completion fish > veil.fish")
	cmd.Args = OneTo(1)
	cmd.ValidArgs = shells
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var script bytes.Buffer
		var err error
		switch root := cmd.Root(); args[0] {
		case "bash":
			err = root.GenBashCompletionV2(&script, true)
		case "zsh":
			err = root.GenZshCompletion(&script)
		case "fish":
			err = root.GenFishCompletion(&script, true)
		case "powershell":
			err = root.GenPowerShellCompletionWithDesc(&script)
		default:
			return Usage(fmt.Sprintf("no completion for %q", args[0]),
				append(text.DidYouMean(args[0], shells), "want bash, zsh, fish or powershell")...)
		}
		if err != nil {
			return err
		}
		return a.Print(script.Bytes())
	}
	return cmd
}
