// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/krieg"
)

const kriegConvertLong = `convert writes what you know in another format:

  log    a referee log, one line for each thing heard
  kpgn   Kriegspiel PGN
  ks     a position: every board that fits, listed
  fen    the boards alone, one per line

The format of the output is given by --to or by the ending of OUT. A history can become
anything; a position cannot become a history, because how it came about is not known.`

func newKriegConvert(a *app) *cobra.Command {
	var f kriegFlags
	var to string
	cmd := frame.Verb("convert [IN [OUT]]", "write a position or history in another format", kriegConvertLong,
		`printf 'ruleset berkeley\nW e2e4 yes\nB moved\n' | veil krieg convert --to kpgn`,
		anderson1+" | veil krieg convert --to fen")
	f.register(cmd)
	cmd.Flags().StringVar(&to, "to", "", "output `FORMAT`: "+strings.Join(kriegFormats(), ", "))
	frame.CompleteFlag(cmd, "to", kriegFormats()...)
	cmd.Args = frame.AtMost(2)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 2 {
			a.Output.File = args[1]
		}
		format, err := kriegFormat(to, a.Output.File)
		if err != nil {
			return err
		}
		s, err := a.readSituation(cmd.Context(), cmd, f, args[:min(len(args), 1)])
		if err != nil {
			return err
		}
		text, err := s.as(format)
		if err != nil {
			return err
		}
		return a.Print([]byte(text))
	}
	return cmd
}

// fenList is a format that can only be written.
const fenList = "fen"

func kriegFormats() []string {
	var names []string
	for _, f := range krieg.Formats() {
		names = append(names, string(f))
	}
	return append(names, fenList)
}

// kriegFormat returns the given format, or the one that matches the file's extension.
func kriegFormat(name, file string) (string, error) {
	if name == "" {
		name = strings.TrimPrefix(filepath.Ext(file), ".")
	}
	if slices.Contains(kriegFormats(), name) {
		return name, nil
	}
	return "", frame.Usage("which format? give --to FORMAT, or an output file with its ending",
		append(text.DidYouMean(name, kriegFormats()), "formats: "+strings.Join(kriegFormats(), ", "))...)
}

// as converts a situation to a format.
func (s *situation) as(format string) (string, error) {
	history := format == string(krieg.FormatLog) || format == string(krieg.FormatPGN)
	if history && s.History == nil {
		return "", frame.Usage("a position cannot become a history: how it came about is not known", "it can become ks or fen")
	}
	switch format {
	case string(krieg.FormatLog):
		return s.History.Log(), nil
	case string(krieg.FormatPGN):
		return s.History.PGN(), nil
	}
	b := s.Belief
	p := krieg.Problem{Rules: b.Rules(), Me: b.Me(), ToMove: b.ToMove(), Moves: s.Moves, Weights: s.Weights, Positions: slices.Collect(b.Boards())}
	if format == string(krieg.FormatKS) {
		return p.String(), nil
	}
	var out strings.Builder
	for i := range p.Positions {
		fmt.Fprintln(&out, p.Positions[i].String())
	}
	return out.String(), nil
}
