// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/internal/text"
)

// printHelp prints the help of a command: examples first, the address of the
// documents last.
func printHelp(cmd *cobra.Command, _ []string) {
	w := cmd.OutOrStdout()
	printExamples(w, cmd)
	fmt.Fprintf(w, "\n%s\n\nUsage:\n  %s\n", cmd.Long, usageLine(cmd))
	if verbs := verbsOf(cmd); len(verbs) > 0 {
		fmt.Fprintln(w, "\nCommands:")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(w, "  %-12s %s\n", c.Name(), c.Short)
			}
		}
	}
	if !cmd.HasParent() {
		fmt.Fprintf(w, "\nHelp topics (veil help TOPIC):\n  %s\n", strings.Join(topicNames(), ", "))
	}
	printFlags(w, cmd)
	fmt.Fprintf(w, "\nDocs: %s\n", docsOf(cmd))
}

func printExamples(w io.Writer, cmd *cobra.Command) {
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

// docsOf returns the section of the command reference about cmd.
func docsOf(cmd *cobra.Command) string {
	return docsURL + "/cli.md#" + strings.ReplaceAll(cmd.CommandPath(), " ", "-")
}

// concise is what a person sees who starts a verb without input: no lecture, but
// enough to go on.
func concise(cmd *cobra.Command) *failure {
	var text strings.Builder
	printExamples(&text, cmd)
	return usage("no board: give a file, or - and a board on standard input",
		"usage: "+cmd.UseLine(), strings.TrimSuffix(text.String(), "\n"), "see: "+cmd.CommandPath()+" --help")
}

func newHelp(a *app) *cobra.Command {
	cmd := verb("help [COMMAND | TOPIC]", "help on a command or a topic",
		"help explains a command or one of the topics: "+strings.Join(topicNames(), ", ")+".",
		"veil help mines solve", "veil help exit-codes")
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return append(verbsOf(cmd.Root()), topicNames()...), cobra.ShellCompDirectiveNoFileComp
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			if topic, ok := findTopic(args[0]); ok {
				return a.write([]byte(topic.text() + "\nDocs: " + docsURL + "/" + topic.page + "\n"))
			}
		}
		target, rest, err := cmd.Root().Find(args)
		if err != nil || len(rest) > 0 {
			word := strings.Join(args, " ")
			known := append(verbsOf(cmd.Root()), topicNames()...)
			return usage(fmt.Sprintf("no command or topic %q", word),
				append(text.DidYouMean(word, known), "topics: "+strings.Join(topicNames(), ", "))...)
		}
		return target.Help()
	}
	return cmd
}
