// SPDX-License-Identifier: BSD-3-Clause

//go:build !lite

package main

import (
	"errors"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/cmd/veil/internal/assistant"
	"github.com/veilplan/veil/web"
)

const mcpLong = `mcp lets an assistant ask veil: every verb is a tool of the Model Context Protocol, on standard
input and output. You do not start it yourself: the assistant's program does, once its settings
name the command. Tools only compute; they open no file, start no program and use no network.
"veil help verbs" lists the verbs.`

func newMCP(a *app) *cobra.Command {
	var memory frame.ByteSize
	var most time.Duration
	var s assistant.Server
	cmd := frame.Verb("mcp", "answer an assistant, by the Model Context Protocol", mcpLong,
		"veil mcp",
		"veil mcp --time 10s --running 1")
	cmd.Args = frame.AtMost(0)
	flags := cmd.Flags()
	flags.DurationVar(&most, "time", 30*time.Second, "time limit per answer")
	flags.Var(&memory, "memory", "memory limit per answer (default 512MB)")
	flags.IntVar(&s.Running, "running", 0, "answers computed concurrently (default: the cores)")
	flags.IntVar(&s.Queue, "queue", 0, "limit of waiting calls (default: 4 for each that runs)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s.Table, s.Version = a.verbs(api.Limits{Time: most, Memory: int64(memory)}), a.Version
		s.Schemas = web.QuestionSchemas(s.Table)
		if err := s.Serve(cmd.Context(), a.Stdin, a.Stdout); err != nil && !errors.Is(err, io.EOF) {
			return frame.Usage("standard input is not the Model Context Protocol: "+err.Error(), "an assistant's program starts veil mcp: see docs/guides/use-with-assistants.md")
		}
		return nil
	}
	return cmd
}
