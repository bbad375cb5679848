// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/cmd/veil/internal/protocol"
	"github.com/veilplan/veil/krieg/ending/minor"
)

const engineLong = `engine answers a program through lines of text on standard input and output, like UCI; one
process answers many questions. For Minesweeper the program
sends positions, and the engine answers with the best move and its winning chance; for
Kriegspiel it sends what one player hears, and the engine answers with what to try. The
protocol is described in docs/reference/engine-protocol.md.`

func newEngine(a *app) *cobra.Command {
	cmd := frame.Verb("engine", "answer a program line by line, like a chess engine", engineLong,
		`printf 'newgame mines\nposition 4x4/4 1... .... .... ....\ngo multipv 2\n' | veil engine`,
		`printf 'newgame krieg rules wild16 side white level 3\ngo boards 20 multipv 3\n' | veil engine`)
	cmd.Args = frame.AtMost(0)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		book, err := minor.Book()
		if err != nil {
			return err
		}
		e := protocol.Engine{Version: a.Version, Book: book}
		return e.Run(cmd.Context(), a.Stdin, a.Stdout)
	}
	return cmd
}
