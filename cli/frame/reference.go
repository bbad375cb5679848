// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// topicsHeading is the heading of the help topics in the index.
const topicsHeading = "Help topics"

// Index returns the list of commands and help topics as Markdown, one line each. If linked, each
// line links to the command's page, which writeReference writes; the repository does not contain
// these pages.
func (a *App) Index(root *cobra.Command, linked bool) string {
	x := index{linked: linked}
	x.WriteString("# Commands\n\n`veil help COMMAND` prints the flags and examples of a command. `go test ./cmd/veil` compares this list with the\n" +
		"program.\n")
	x.section(root, func(cmd *cobra.Command) bool { return !cmd.HasAvailableSubCommands() })
	for _, cmd := range root.Commands() {
		if cmd.HasAvailableSubCommands() {
			x.section(cmd, func(*cobra.Command) bool { return true })
		}
	}
	fmt.Fprintf(&x, "\n## %s\n\n| topic | command |\n|---|---|\n", topicsHeading)
	for _, topic := range a.Topics {
		fmt.Fprintf(&x, "| %s | %s |\n", strings.ReplaceAll(topic.Name, "-", " "), x.entry("veil help "+topic.Name))
	}
	return x.String()
}

type index struct {
	strings.Builder
	linked bool
}

// section writes the table of a command and its subcommands that are wanted.
func (x *index) section(top *cobra.Command, wanted func(*cobra.Command) bool) {
	fmt.Fprintf(x, "\n## %s\n\n| command | what it does |\n|---|---|\n", top.CommandPath())
	if top.HasParent() {
		x.line(top)
	}
	x.below(top, wanted)
}

func (x *index) below(top *cobra.Command, wanted func(*cobra.Command) bool) {
	for _, cmd := range top.Commands() {
		if cmd.IsAvailableCommand() && wanted(cmd) {
			x.line(cmd)
			x.below(cmd, wanted)
		}
	}
}

func (x *index) line(cmd *cobra.Command) {
	fmt.Fprintf(x, "| %s | %s |\n", x.entry(cmd.CommandPath()), strings.ReplaceAll(cmd.Short, "|", `\|`))
}

func (x *index) entry(command string) string {
	if !x.linked {
		return "`" + command + "`"
	}
	return fmt.Sprintf("[`%s`](%s.md)", command, strings.ReplaceAll(command, " ", "-"))
}

// writeReference writes the index and one Markdown page per command and help topic to a directory.
func (a *App) writeReference(root *cobra.Command, dir string) error {
	pages := map[string]string{"README": a.Index(root, true)}
	a.addPages(root, pages)
	for _, topic := range a.Topics {
		pages["veil-help-"+topic.Name] = fmt.Sprintf("# veil help %s\n\n```\n%s```\n", topic.Name, topic.Text())
	}
	for name, text := range pages {
		if err := os.WriteFile(filepath.Join(dir, name+".md"), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// addPages adds the page of a command, and those of its subcommands.
func (a *App) addPages(cmd *cobra.Command, pages map[string]string) {
	var help bytes.Buffer
	cmd.SetOut(&help)
	a.printHelp(cmd, nil)
	pages[pageOf(cmd)] = fmt.Sprintf("# %s\n\n%s\n\n```\n%s```\n", cmd.CommandPath(), cmd.Short, help.String())
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			a.addPages(c, pages)
		}
	}
}
