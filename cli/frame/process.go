// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// Main runs a program in the environment of the process, and ends the process.
func Main(newRoot func(*App) *cobra.Command) {
	// The first Ctrl-C asks for the best answer so far, the second one kills.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	terminated := make(chan os.Signal, 1)
	signal.Notify(terminated, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop()
		signal.Stop(terminated)
	})
	code := Run(ctx, fromProcess(), newRoot)
	if code == int(ExitInterrupted) && len(terminated) > 0 {
		code = int(ExitTerminated)
	}
	os.Exit(code)
}
