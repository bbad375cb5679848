// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// newMan returns the command that writes the manual pages. It is hidden: packagers call it, people
// read man(1).
func newMan(a *App) *cobra.Command {
	cmd := Verb("man DIR", "write the manual pages to a directory",
		"man writes one manual page per command to DIR, from the same text as --help.\nTheir date is that of the sources, or SOURCE_DATE_EPOCH.",
		"veil man man1", "veil man --markdown cli")
	markdown := cmd.Flags().Bool("markdown", false, "write Markdown, with an index and the help topics")
	cmd.Hidden = true
	cmd.Args = OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		dir := a.Path(args[0])
		err := os.MkdirAll(dir, 0o755)
		if err == nil {
			err = a.writeManual(cmd.Root(), dir, *markdown)
		}
		if err != nil {
			return &Failure{Code: ExitUsage, Kind: KindFile, What: "cannot write the manual: " + err.Error(), Cause: err}
		}
		return nil
	}
	return cmd
}

func (a *App) writeManual(root *cobra.Command, dir string, markdown bool) error {
	if markdown {
		return a.writeReference(root, dir)
	}
	return manual{date: a.sourceDate(), source: "veil " + a.Version}.write(root, dir)
}

// sourceDate returns the date of the last change of the sources, or "" if unknown.
func (a *App) sourceDate() string {
	when, err := time.Parse(time.RFC3339, a.BuildInfo().Date)
	if seconds, failed := strconv.ParseInt(a.Get("SOURCE_DATE_EPOCH"), 10, 64); failed == nil {
		when, err = time.Unix(seconds, 0), nil
	}
	if err != nil {
		return ""
	}
	return when.UTC().Format(time.DateOnly)
}

// manual writes manual pages.
type manual struct{ date, source string }

// write writes the page of a command, and those of its subcommands.
func (m manual) write(cmd *cobra.Command, dir string) error {
	if err := os.WriteFile(filepath.Join(dir, pageOf(cmd)+".1"), []byte(m.page(cmd)), 0o644); err != nil {
		return err
	}
	for _, c := range cmd.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		if err := m.write(c, dir); err != nil {
			return err
		}
	}
	return nil
}

// pageOf returns the name of a command's page.
func pageOf(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }
