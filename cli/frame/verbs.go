// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/veilplan/veil/internal/text"
)

// Complete makes a command with its subcommands the root of a program: it adds the global flags,
// help, completion and manual pages.
func (a *App) Complete(root *cobra.Command) *cobra.Command {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	a.answerVersion(root)
	root.PersistentFlags().BoolP("help", "h", false, "print help")
	a.Output.register(root.PersistentFlags())
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		a.patient.Store(patient(cmd))
		if err := a.flagsFromEnvironment(cmd.Flags()); err != nil {
			return err
		}
		if err := a.foldersExist(cmd.Flags()); err != nil {
			return err
		}
		return a.Output.validate()
	}
	CompleteFlag(root, "color", colors()...)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(a.printHelp)
	root.AddCommand(newVersion(a), newCompletion(a), newMan(a))
	root.SetHelpCommand(newHelp(a))
	a.root = root
	a.adopt(root)
	return root
}

// Endless annotates a command that runs until it is interrupted.
const Endless = "endless"

// StoppingItself marks a command and its subcommands as ending by themselves when interrupted.
func StoppingItself(cmd *cobra.Command) *cobra.Command {
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

// Verb returns a command that does something. Its help starts with the examples.
func Verb(use, short, long string, examples ...string) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Long: long, Example: strings.Join(examples, "\n"),
		DisableFlagsInUseLine: true,
	}
}

// Group returns a command that only holds subcommands.
func Group(use, short, long string, examples ...string) *cobra.Command {
	cmd := Verb(use, short, long, examples...)
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		notes := text.DidYouMean(args[0], verbsOf(cmd))
		return Usage(fmt.Sprintf("%s has no command %q", cmd.CommandPath(), args[0]),
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

// flagError explains an invalid flag.
func flagError(cmd *cobra.Command, err error) error {
	var notes []string
	if name, ok := strings.CutPrefix(err.Error(), "unknown flag: --"); ok {
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if guess, ok := text.Nearest(name, known); ok {
			notes = append(notes, "did you mean --"+guess+"?")
		}
	}
	return Usage(plainly(err), append(notes, "see: "+cmd.CommandPath()+" --help")...)
}

// plainly words the error of a flag's value without the names of Go's parsers.
func plainly(err error) string {
	invalid, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err.Error()
	}
	want, ok := map[string]string{
		"int": "a whole number", "int64": "a whole number", "uint": "a whole number from 0", "uint64": "a whole number from 0",
		"float64": "a number", "bool": "true or false", "duration": "a number with its unit, such as 500ms, 5s or 2m",
	}[invalid.GetFlag().Value.Type()]
	if !ok {
		return err.Error()
	}
	return fmt.Sprintf("--%s %q: want %s", invalid.GetFlag().Name, invalid.GetValue(), want)
}

// aliasOf is the annotation of a flag that is another name of a flag.
const aliasOf = "veil_alias_of"

// Alias adds a former name of a flag, which is accepted and not listed.
func Alias(flags *pflag.FlagSet, name, former string) {
	flags.Var(flags.Lookup(name).Value, former, "the same as --"+name)
	alias := flags.Lookup(former)
	alias.Hidden, alias.Annotations = true, map[string][]string{aliasOf: {name}}
}

// adoptAliases marks a flag as given if its alias was.
func adoptAliases(flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		for _, name := range f.Annotations[aliasOf] {
			flag := flags.Lookup(name)
			flag.Changed = flag.Changed || f.Changed
			f.Changed = flag.Changed
		}
	})
}

// flagsFromEnvironment sets every flag that was not given from its VEIL_… variable.
func (a *App) flagsFromEnvironment(flags *pflag.FlagSet) error {
	var failed error
	adoptAliases(flags)
	flags.VisitAll(func(f *pflag.Flag) {
		name := Variable(f.Name)
		value := a.Get(name)
		if f.Changed || value == "" || slices.Contains([]string{"help", "version"}, f.Name) || failed != nil {
			return
		}
		if err := flags.Set(f.Name, value); err != nil {
			failed = Usage(fmt.Sprintf("%s=%s: %v", name, value, err), "the variable sets --"+f.Name)
		}
	})
	return failed
}

// Variable returns the environment variable of a flag.
func Variable(flag string) string {
	return "VEIL_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// CompleteFlag adds shell completion for the values of a flag.
func CompleteFlag(cmd *cobra.Command, flag string, values ...string) {
	complete := cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // the flag does not exist: a bug in this package
	}
}

// AtMost accepts up to n arguments and names the first one too many.
func AtMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return Usage(fmt.Sprintf("unexpected argument %q", args[n]), "usage: "+cmd.UseLine())
		}
		return nil
	}
}

// OneTo accepts from one to n arguments.
func OneTo(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return Usage("an argument is missing", "usage: "+cmd.UseLine(), "see: "+cmd.CommandPath()+" --help")
		}
		return AtMost(n)(cmd, args)
	}
}
