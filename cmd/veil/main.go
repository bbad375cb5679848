// SPDX-License-Identifier: BSD-3-Clause

// Command veil acts optimally when not everything can be seen.
//
// The program is [run]: a function of everything it takes from the process, so that
// tests and documents run it without starting one. Each verb has one file, and flags
// live in these files and nowhere else.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// The first Ctrl-C asks for the best answer so far, the second one kills.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	terminated := make(chan os.Signal, 1)
	signal.Notify(terminated, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop()
		signal.Stop(terminated)
	})
	code := run(ctx, fromProcess())
	if code == int(exitInterrupted) && len(terminated) > 0 {
		code = int(exitTerminated)
	}
	os.Exit(code)
}
