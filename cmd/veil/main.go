// SPDX-License-Identifier: BSD-3-Clause

// Command veil computes optimal decisions under hidden information.
//
// The program is [run]: a function of everything it takes from the process, so that tests and
// documents run it without starting one. Each verb has one file, which also defines its flags. The
// parts that every command-line program needs are in cli/frame; experiments, farms and the server
// are in cli/commands, which other programs use through package cli.
package main

import (
	"context"

	"github.com/veilplan/veil/cli/frame"
)

func main() { frame.Main(newRoot) }

// run executes the program and returns the exit code of the process.
func run(ctx context.Context, e frame.Env) int { return frame.Run(ctx, e, newRoot) }
