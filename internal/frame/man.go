// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newMan writes the manual pages. It is hidden: packagers call it, people read man(1).
func newMan(a *App) *cobra.Command {
	cmd := Verb("man DIR", "write the manual pages to a directory",
		"man writes one manual page per command to DIR, from the same text as --help.\nSOURCE_DATE_EPOCH fixes their date.",
		"veil man man1", "SOURCE_DATE_EPOCH=0 veil man man1")
	cmd.Hidden = true
	cmd.Args = OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		dir := a.Path(args[0])
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return &Failure{Code: ExitUsage, Kind: KindFile, What: "cannot make the directory: " + err.Error(), Cause: err}
		}
		cmd.Root().DisableAutoGenTag = true
		indentTables(cmd.Root())
		header := &doc.GenManHeader{Title: "VEIL", Section: "1", Source: "veil " + a.Version, Manual: "veil manual"}
		return doc.GenManTree(cmd.Root(), header, dir)
	}
	return cmd
}

// indentTables marks the indented lines of all texts as preformatted, which takes four
// spaces in the Markdown that manual pages are made from.
func indentTables(cmd *cobra.Command) {
	cmd.Long = strings.ReplaceAll(cmd.Long, "\n  ", "\n      ")
	for _, c := range cmd.Commands() {
		indentTables(c)
	}
}
