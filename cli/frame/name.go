// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// first is the program name in texts, which Own replaces.
const first = "veil"

// Name returns the name of the program.
func (a *App) Name() string { return a.root.Name() }

// Own replaces the name veil in the commands of a text by the name of this program.
func (a *App) Own(text string) string {
	if a.root == nil || a.Name() == first || !strings.Contains(text, first) {
		return text
	}
	commands := regexp.MustCompile(`\b` + first + ` (` + strings.Join(append(verbsOf(a.root), "help", "man"), "|") + `)\b`)
	return commands.ReplaceAllString(text, a.Name()+" $1")
}

// adopt rewrites the help of shared commands for this program.
func (a *App) adopt(cmd *cobra.Command) {
	cmd.Short, cmd.Long, cmd.Example = a.Own(cmd.Short), a.Own(cmd.Long), a.Own(cmd.Example)
	for _, flags := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) { f.Usage = a.Own(f.Usage) })
	}
	for _, c := range cmd.Commands() {
		a.adopt(c)
	}
}
