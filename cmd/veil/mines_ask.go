// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
)

// asked is a question about one position.
type asked struct {
	*board

	cells string // for why
	level int    // for hint
}

// answering answers a question. It returns both an answer and a failure if the answer is
// incomplete, and only a failure if there is none.
type answering func(ctx context.Context, a *app, q asked) (frame.Printable, error)

// answerBoard answers about one board, or about many in a batch. preset contains the parameters of
// the question besides the position.
func (a *app) answerBoard(cmd *cobra.Command, in boardFlags, files []string, preset asked, answer answering) error {
	if in.batch {
		return a.answerBatch(cmd, in, files, preset, answer)
	}
	var err error
	if preset.board, err = a.readBoard(cmd, in, files); err != nil {
		return err
	}
	ans, failed := answer(cmd.Context(), a, preset)
	if ans == nil {
		return failed
	}
	if err := a.Emit(ans); err != nil {
		return err
	}
	return failed
}
