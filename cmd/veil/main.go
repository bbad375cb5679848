// SPDX-License-Identifier: BSD-3-Clause

// Command veil acts optimally when not everything can be seen.
//
// The program is [run]: a function of everything it takes from the process, so that
// tests and documents run it without starting one. Each verb has one file, and flags
// live in these files and nowhere else. What every program of commands needs is in
// cli/frame; experiments, farms and the server are in cli/commands, which other
// programs get from package cli.
package main

import (
	"context"

	"github.com/veilplan/veil/cli/frame"
)

func main() { frame.Main(newRoot) }

// run is the program: it returns the exit code of the process.
func run(ctx context.Context, e frame.Env) int { return frame.Run(ctx, e, newRoot) }
