// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/notation"
)

// boardFlags set how a board is read.
type boardFlags struct {
	format     string
	first      firstFlag
	mines      int
	trustFlags bool
	memory     frame.ByteSize
	time       time.Duration
	batch      bool
}

func (b *boardFlags) register(cmd *cobra.Command) {
	b.registerFormat(cmd)
	flags := cmd.Flags()
	flags.Var(&b.first, "first", "first-click `RULE`: any, safe or zero (default: that of the board, else safe)")
	frame.CompleteFlag(cmd, "first", firstRules()...)
	flags.IntVar(&b.mines, "mines", mines.UnknownMines, "number of mines, if the board does not contain it")
	flags.BoolVar(&b.trustFlags, "trust-flags", false, "treat flags as facts")
	flags.Lookup("mines").DefValue = "0" // help must not show the placeholder
	flags.DurationVar(&b.time, "time", 0, "time limit, e.g. 5s; the search uses all of it (default: no limit)")
	flags.Var(&b.memory, "memory", "memory limit, e.g. 64MB (default 512MB)")
	flags.BoolVar(&b.batch, "batch", false, "answer many positions, one JSON document per line (see: veil help batch)")
}

func (b *boardFlags) registerFormat(cmd *cobra.Command) {
	cmd.Flags().StringVar(&b.format, "from", "", "input `FORMAT` (default: detected): "+formatList())
	frame.CompleteFlag(cmd, "from", formatNames()...)
}

func firstRules() []string { return []string{"any", "safe", "zero"} }

func formatList() string { return strings.Join(formatNames(), ", ") }

func formatNames() []string {
	var names []string
	for _, f := range notation.Formats() {
		names = append(names, string(f))
	}
	return names
}

// board is a parsed position and its source.
type board struct {
	notation.Document

	source string // the file as the user named it, or "" for standard input
	memory int64
	time   time.Duration
}

// readBoard reads the board for a verb: a file, "-", or standard input.
func (a *app) readBoard(cmd *cobra.Command, in boardFlags, files []string) (*board, error) {
	text, source, err := a.read(cmd, files)
	if err != nil {
		return nil, err
	}
	return a.parseBoard(in, text, source)
}

// parseBoard parses a board and applies the flags.
func (a *app) parseBoard(in boardFlags, text []byte, source string) (*board, error) {
	b, err := a.parseDocument(in, text, source)
	if err != nil {
		return nil, err
	}
	err = in.reader().Complete(&b.Document)
	if d, ok := errors.AsType[*notation.CountError](err); ok {
		return nil, frame.Usage(fmt.Sprintf("--mines %d, but the board says %d", d.Given, d.Says), "leave out one of them")
	}
	if err != nil {
		return nil, frame.Usage(err.Error())
	}
	b.memory, b.time = int64(in.memory), in.time
	return b, nil
}

// reader returns a reader with the settings of the flags.
func (b *boardFlags) reader() *notation.Reader {
	r := &notation.Reader{Format: notation.Format(b.format), TrustFlags: b.trustFlags}
	if b.first.set {
		r.First = &b.first.First
	}
	if b.mines != mines.UnknownMines {
		r.Mines = &b.mines
	}
	return r
}

// readDocument reads a file with all its sections.
func (a *app) readDocument(cmd *cobra.Command, in boardFlags, files []string) (*board, error) {
	text, source, err := a.read(cmd, files)
	if err != nil {
		return nil, err
	}
	return a.parseDocument(in, text, source)
}

// parseDocument reads what was in a file.
func (a *app) parseDocument(in boardFlags, text []byte, source string) (*board, error) {
	a.Input = text
	if in.format != "" {
		if err := knownFormat(in.format); err != nil {
			return nil, err
		}
	}
	doc, err := in.reader().Parse(text)
	if err != nil {
		return nil, malformed(err, source, text)
	}
	return &board{Document: doc, source: source}, nil
}

// read returns the content of the file, or of standard input: slightly more than a board may have,
// so that the parser can refuse an excess.
func (a *app) read(cmd *cobra.Command, files []string) (text []byte, source string, err error) {
	switch {
	case len(files) == 0 && a.StdinTTY:
		return nil, "", concise(cmd)
	case len(files) == 0:
		return a.ReadWhole(cmd, "-", notation.MaxText)
	case isAddress(files[0]):
		return []byte(files[0]), "'" + files[0] + "'", nil // quoted, for a shell
	default:
		return a.ReadWhole(cmd, files[0], notation.MaxText)
	}
}

// isAddress reports whether an argument is the address of the web app with a position in it, or
// only the query, rather than a file name.
func isAddress(arg string) bool {
	return strings.Contains(arg, "://") || strings.HasPrefix(arg, "?") && strings.Contains(arg, "=")
}

func knownFormat(name string) error {
	names := formatNames()
	if slices.Contains(names, name) {
		return nil
	}
	return frame.Usage(fmt.Sprintf("unknown format %q", name),
		append(text.DidYouMean(name, names), "formats: "+formatList())...)
}

// malformed explains input that cannot be parsed, and shows the line.
func malformed(err error, source string, text []byte) *frame.Failure {
	p := analysis.Malformed(err)
	f := &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindMalformed, Cause: err, What: cmp.Or(source, "standard input") + ": " + p.Detail}
	if p.Line > 0 {
		f.Problem = *p
		f.Notes = pointAt(string(text), p.Line, p.Column)
	}
	f.Notes = append(f.Notes, "see: veil help formats")
	return f
}

// pointAt returns a line of the input and a marker under the column.
func pointAt(text string, line, column int) []string {
	lines := strings.Split(text, "\n")
	if line > len(lines) || len(lines[line-1]) > 100 || strings.TrimSpace(lines[line-1]) == "" {
		return nil
	}
	note := "| " + strings.TrimRight(strings.ReplaceAll(lines[line-1], "\t", " "), "\r")
	if column > 0 {
		note += "\n| " + strings.Repeat(" ", column-1) + "^"
	}
	return []string{note}
}

// rerun returns a command line for the board that was read from source.
func rerun(command, source string) string {
	if source == "" {
		return "… | " + command
	}
	return command + " " + source
}

// concise returns the failure of a verb without input: an example instead of the full help.
func concise(cmd *cobra.Command) *frame.Failure {
	var text strings.Builder
	frame.PrintExamples(&text, cmd)
	return frame.Usage("no board: give a file, or - and a board on standard input",
		"usage: "+cmd.UseLine(), strings.TrimSuffix(text.String(), "\n"), "see: "+cmd.CommandPath()+" --help")
}
