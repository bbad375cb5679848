// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// page returns the manual page of a command in roff.
func (m manual) page(cmd *cobra.Command) string {
	var out strings.Builder
	fmt.Fprintf(&out, ".TH %q 1 %q %q %q\n", strings.ToUpper(pageOf(cmd)), m.date, m.source, "veil manual")
	fmt.Fprintf(&out, ".SH NAME\n%s \\- %s\n", plain(pageOf(cmd)), plain(cmd.Short))
	fmt.Fprintf(&out, ".SH SYNOPSIS\n\\fB%s\\fP\n.SH DESCRIPTION\n", plain(usageLine(cmd)))
	prose(&out, cmd.Long)
	options(&out, "OPTIONS", cmd.LocalNonPersistentFlags())
	global := cmd.InheritedFlags()
	if !cmd.HasParent() {
		global = cmd.PersistentFlags()
	}
	options(&out, "OPTIONS OF EVERY COMMAND", global)
	out.WriteString(".SH EXAMPLES\n.EX\n")
	for line := range strings.Lines(cmd.Example) {
		out.WriteString("$ " + plain(line))
	}
	fmt.Fprintf(&out, "\n.EE\n.SH SEE ALSO\n%s\n.PP\n%s\n", strings.Join(relatives(cmd), ", "), plain(DocsOf(cmd)))
	return out.String()
}

// prose writes paragraphs; indented lines are not filled.
func prose(out *strings.Builder, text string) {
	verbatim := false
	for line := range strings.Lines(text + "\n") {
		line = strings.TrimRight(line, "\n")
		switch indented := strings.HasPrefix(line, "  "); {
		case indented && !verbatim:
			out.WriteString(".PP\n.EX\n")
			verbatim = true
		case line != "" && !indented && verbatim:
			out.WriteString(".EE\n.PP\n")
			verbatim = false
		case line == "" && !verbatim:
			out.WriteString(".PP\n")
			continue
		}
		out.WriteString(plain(line) + "\n")
	}
	if verbatim {
		out.WriteString(".EE\n")
	}
}

// options writes a section of flags.
func options(out *strings.Builder, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(out, ".SH %s\n", title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Deprecated != "" {
			return
		}
		name, usage := pflag.UnquoteUsage(f)
		head := "\\fB" + plain("--"+f.Name) + "\\fP"
		if f.Shorthand != "" {
			head = "\\fB" + plain("-"+f.Shorthand) + "\\fP, " + head
		}
		if name != "" {
			head += " \\fI" + plain(name) + "\\fP"
		}
		fmt.Fprintf(out, ".TP\n%s\n%s\n", head, plain(usage))
	})
}

// relatives returns the pages of the parent command and of the subcommands.
func relatives(cmd *cobra.Command) []string {
	var list []string
	if cmd.HasParent() {
		list = append(list, "\\fB"+plain(pageOf(cmd.Parent()))+"\\fP(1)")
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			list = append(list, "\\fB"+plain(pageOf(c))+"\\fP(1)")
		}
	}
	return list
}

// plain escapes a text for roff: hyphens stay copyable, and no line is taken for a request.
func plain(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return strings.ReplaceAll(text, "\n.", "\n\\&.")
}
