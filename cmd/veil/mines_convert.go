// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/mines/notation"
)

const convertLong = `convert reads a board in any format and writes it in another. The format of the output
is given by --to or by the ending of OUT; a format that has no room for a part, such as
the layout or the moves, leaves it out.`

func newMinesConvert(a *app) *cobra.Command {
	var in boardFlags
	var to string
	var options notation.WriteOptions
	cmd := frame.Verb("convert [IN [OUT]]", "write a board in another format", convertLong,
		"printf '2x2x1\\n1H\\nHH\\n' | veil mines convert --to board",
		"veil mines gen 9x9/10 --seed 7 | veil mines convert --to jsm-url")
	in.registerFormat(cmd)
	cmd.Flags().StringVar(&to, "to", "", "output `FORMAT`: "+formatList())
	frame.CompleteFlag(cmd, "to", formatNames()...)
	cmd.Flags().BoolVar(&options.Strict, "strict", false, "board: leave out the section [moves], which is not in the standard")
	cmd.Flags().BoolVar(&options.Emoji, "emoji", false, "board: draw the cells as emoji")
	cmd.Args = frame.AtMost(2)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 2 {
			a.Output.File = args[1]
		}
		format, err := outputFormat(to, a.Output)
		if err != nil {
			return err
		}
		b, err := a.readDocument(cmd, in, args[:min(len(args), 1)])
		if err != nil {
			return err
		}
		answer, err := newPosition(b.Document, format, options)
		if err != nil {
			return err
		}
		return a.Emit(answer)
	}
	return cmd
}

// outputFormat returns the given format, or the one that matches the file's extension.
func outputFormat(name string, output frame.OutputFlags) (notation.Format, error) {
	if name != "" {
		return notation.Format(name), knownFormat(name)
	}
	if output.JSON {
		return notation.FormatJSON, nil
	}
	endings := map[string]notation.Format{
		".board": notation.FormatBoard, ".json": notation.FormatJSON, ".mbf": notation.FormatMBF, ".txt": notation.FormatHand,
	}
	if format, ok := endings[filepath.Ext(output.File)]; ok {
		return format, nil
	}
	if output.Plain {
		return notation.FormatHand, nil
	}
	return "", frame.Usage("which format? give --to FORMAT, or an output file ending in .board, .json, .mbf or .txt",
		"formats: "+formatList())
}
