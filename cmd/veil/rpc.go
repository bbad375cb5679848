// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/api/rpc"
	"github.com/veilplan/veil/cli/frame"
)

const rpcLong = `rpc answers a program in lines of JSON on standard input and output: one process, all
questions of the HTTP API and more. A line has an id, the verb in "ask", and the fields of its
question. Each answer is a line with that id and a document in "doc"; documents improve until
the line with "last". {"stop":ID} stops a question, and the end of the input stops all.
"veil ask" answers a file of questions in order, without ids; "veil help verbs" lists the verbs.

env.open, env.reset and env.step let the program play the problems of "veil methods" itself,
many episodes at once.`

func newRPC(a *app) *cobra.Command {
	var server rpc.Server
	cmd := frame.Verb("rpc", "answer a program in lines of JSON", rpcLong,
		"veil rpc",
		"veil rpc --workers 1")
	cmd.Args = frame.AtMost(0)
	files := ""
	cmd.Flags().StringVar(&files, "allow-files", "", "let rules of env.open name files in this `DIR`")
	cmd.Flags().IntVar(&server.Workers, "workers", 0, "questions answered concurrently (default: one per core)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		server.Table = slices.Concat(a.verbs(api.Limits{}), a.environments(files))
		return server.Serve(cmd.Context(), a.Stdin, a.Stdout)
	}
	return cmd
}

const askLong = `ask answers questions in JSON, one per line, and prints their documents in that order, one
per line. A question has its verb in "ask" and the fields of that verb; "veil help verbs"
lists the verbs. It uses all cores. A question that fails is answered with a document of
schema veil.problem/1, and the exit code is then the worst of all questions.`

func newAsk(a *app) *cobra.Command {
	cmd := frame.Verb("ask [FILE]", "answer questions in JSON, one per line", askLong,
		`echo '{"ask":"mines.check","position":{"text":"4x4/4\n1...\n....\n....\n....\n"}}' | veil ask`,
		`echo '{"ask":"mines.board","size":"9x9/10","seed":"7"}' | veil ask > board.jsonl`)
	cmd.Args = frame.AtMost(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		table := a.verbs(api.Limits{})
		return a.runBatch(cmd, args, func(ctx context.Context, q batchQuestion) answered {
			return documentOf(table.Ask(ctx, q.text, nil))
		})
	}
	return cmd
}

// documentOf returns a document with the exit code that it would have alone.
func documentOf(document []byte) answered {
	var p api.Problem
	if err := json.Unmarshal(document, &p); err != nil || p.Schema != api.NewProblem("", "", "").Schema {
		return answered{document: document}
	}
	return answered{document: document, code: frame.AsFailure(&p).Code}
}
