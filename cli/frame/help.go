// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/internal/text"
)

// printHelp prints the help of a command: examples first, the address of the documentation last.
func (a *App) printHelp(cmd *cobra.Command, _ []string) {
	w := cmd.OutOrStdout()
	PrintExamples(w, cmd)
	fmt.Fprintf(w, "\n%s\n\nUsage:\n  %s\n", cmd.Long, usageLine(cmd))
	if verbs := verbsOf(cmd); len(verbs) > 0 {
		fmt.Fprintln(w, "\nCommands:")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(w, "  %-12s %s\n", c.Name(), c.Short)
			}
		}
	}
	if !cmd.HasParent() && len(a.Topics) > 0 {
		fmt.Fprintf(w, "\nHelp topics (%s help TOPIC):\n  %s\n", cmd.Root().Name(), strings.Join(a.topicNames(), ", "))
	}
	printFlags(w, cmd)
	fmt.Fprintf(w, "\nDocs: %s\n", DocsOf(cmd))
}

// PrintExamples prints the examples of a command.
func PrintExamples(w io.Writer, cmd *cobra.Command) {
	fmt.Fprintln(w, "Examples:")
	for line := range strings.Lines(cmd.Example) {
		fmt.Fprintf(w, "  $ %s\n", strings.TrimSuffix(line, "\n"))
	}
}

func printFlags(w io.Writer, cmd *cobra.Command) {
	if local := cmd.LocalNonPersistentFlags(); local.HasAvailableFlags() {
		fmt.Fprintf(w, "\nFlags:\n%s", local.FlagUsages())
	}
	global := cmd.InheritedFlags()
	if !cmd.HasParent() {
		global = cmd.PersistentFlags()
	}
	if global.HasAvailableFlags() {
		fmt.Fprintf(w, "\nFlags of every command:\n%s", global.FlagUsages())
	}
}

func usageLine(cmd *cobra.Command) string {
	if cmd.HasAvailableSubCommands() {
		return cmd.CommandPath() + " COMMAND"
	}
	return cmd.UseLine() + " [flags]"
}

// DocsOf returns the section of the command reference that lists cmd: that of its group, such as veil mines.
func DocsOf(cmd *cobra.Command) string {
	const reference = DocsURL + "/reference/cli/README.md#" + first
	for cmd.HasParent() && cmd.Parent().HasParent() {
		cmd = cmd.Parent()
	}
	if !cmd.HasParent() || !cmd.HasAvailableSubCommands() {
		return reference
	}
	return reference + "-" + cmd.Name()
}

func newHelp(a *App) *cobra.Command {
	cmd := Verb("help [COMMAND | TOPIC]", "help on a command or a topic",
		"help explains a command or one of the topics:\n"+strings.Join(a.topicNames(), ", ")+".",
		"veil help exp run", "veil help exit-codes")
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return append(verbsOf(cmd.Root()), a.topicNames()...), cobra.ShellCompDirectiveNoFileComp
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			if topic, ok := a.findTopic(args[0]); ok {
				return a.Print([]byte(topic.Text() + "\nDocs: " + DocsURL + "/" + topic.Page + "\n"))
			}
		}
		target, rest, err := cmd.Root().Find(args)
		if err != nil || len(rest) > 0 {
			word := strings.Join(args, " ")
			known := append(verbsOf(cmd.Root()), a.topicNames()...)
			return Usage(fmt.Sprintf("no command or topic %q", word),
				append(text.DidYouMean(word, known), "topics: "+strings.Join(a.topicNames(), ", "))...)
		}
		return target.Help()
	}
	return cmd
}
