// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/veilplan/veil/internal/text"
)

const rootLong = `veil acts optimally when you cannot see everything: it keeps what is known as an exact
belief, and says of every number how it is known.`

func newRoot(a *app) *cobra.Command {
	root := group("veil", "act optimally when you cannot see everything", rootLong,
		"printf '4x4/4\\n1...\\n....\\n....\\n....\\n' | veil mines solve",
		"veil help exit-codes")
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	version := root.Flags().Bool("version", false, "print the version")
	help := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if *version {
			return a.printVersion()
		}
		return help(cmd, args)
	}
	root.PersistentFlags().BoolP("help", "h", false, "print help")
	a.output.register(root.PersistentFlags())
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		a.patient.Store(patient(cmd))
		if err := a.flagsFromEnvironment(cmd.Flags()); err != nil {
			return err
		}
		return a.output.validate()
	}
	completeFlag(root, "color", colors()...)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(printHelp)
	root.AddCommand(newMines(a), newKrieg(a), newPomdp(a), newDiag(a), newEngine(a), stoppingItself(newExp(a)), stoppingItself(newFarm(a)), stoppingItself(newServe(a)),
		newVersion(a), newDoctor(a), newCompletion(a), newMan(a))
	root.SetHelpCommand(newHelp(a))
	return root
}

// stoppingItself marks a command, and all below it, as one that ends in its own time.
func stoppingItself(cmd *cobra.Command) *cobra.Command {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[stopsItself] = "yes"
	return cmd
}

// patient reports whether a command, or the group it is in, stops itself.
func patient(cmd *cobra.Command) bool {
	for ; cmd != nil; cmd = cmd.Parent() {
		if cmd.Annotations[stopsItself] != "" {
			return true
		}
	}
	return false
}

// verb is a command that does something. Its help starts with the examples.
func verb(use, short, long string, examples ...string) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Long: long, Example: strings.Join(examples, "\n"),
		DisableFlagsInUseLine: true,
	}
}

// group is a command that only holds others.
func group(use, short, long string, examples ...string) *cobra.Command {
	cmd := verb(use, short, long, examples...)
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		notes := text.DidYouMean(args[0], verbsOf(cmd))
		return usage(fmt.Sprintf("%s has no command %q", cmd.CommandPath(), args[0]),
			append(notes, "see: "+cmd.CommandPath()+" --help")...)
	}
	return cmd
}

func verbsOf(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// flagError explains a flag that could not be read.
func flagError(cmd *cobra.Command, err error) error {
	var notes []string
	if name, ok := strings.CutPrefix(err.Error(), "unknown flag: --"); ok {
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if guess, ok := text.Nearest(name, known); ok {
			notes = append(notes, "did you mean --"+guess+"?")
		}
	}
	return usage(err.Error(), append(notes, "see: "+cmd.CommandPath()+" --help")...)
}

// flagsFromEnvironment gives every flag that was not set its VEIL_… variable.
func (a *app) flagsFromEnvironment(flags *pflag.FlagSet) error {
	var failed error
	flags.VisitAll(func(f *pflag.Flag) {
		name := variable(f.Name)
		value := a.get(name)
		if f.Changed || value == "" || slices.Contains([]string{"help", "version"}, f.Name) || failed != nil {
			return
		}
		if err := flags.Set(f.Name, value); err != nil {
			failed = usage(fmt.Sprintf("%s=%s: %v", name, value, err), "it stands for the flag --"+f.Name)
		}
	})
	return failed
}

// variable returns the environment variable that mirrors a flag.
func variable(flag string) string {
	return "VEIL_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// completeFlag tells shells the values of a flag.
func completeFlag(cmd *cobra.Command, flag string, values ...string) {
	complete := cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // the flag does not exist: a slip in this package
	}
}

// atMost accepts up to n arguments and says which one is too many.
func atMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return usage(fmt.Sprintf("unexpected argument %q", args[n]), "usage: "+cmd.UseLine())
		}
		return nil
	}
}

// oneTo accepts from one to n arguments.
func oneTo(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage("an argument is missing", "usage: "+cmd.UseLine(), "see: "+cmd.CommandPath()+" --help")
		}
		return atMost(n)(cmd, args)
	}
}
