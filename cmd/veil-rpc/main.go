// SPDX-License-Identifier: BSD-3-Clause

// Command veil-rpc is "veil rpc" and "veil version" alone, for packages of other languages: half the
// size of veil-lite, because it links nothing but this module and the standard library.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/api/rpc"
	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/cli/environments"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/krieg/browser/seat"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/pomdp"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(2)
	}
}

// run performs a command.
func run(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	if len(args) == 1 && args[0] == "version" {
		_, err := fmt.Fprintln(out, "veil", version())
		return err
	}
	if len(args) == 0 || args[0] != "rpc" {
		return errors.New("this program has the commands rpc and version; the full veil has all: https://github.com/veilplan/veil")
	}
	flags := flag.NewFlagSet("rpc", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // the error says it
	workers := flags.Int("workers", 0, "questions answered concurrently (default: one per core)")
	files := flags.String("allow-files", "", "let rules of env.open name files in this `DIR`")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	return rpc.Server{Table: verbs(*files), Workers: *workers}.Serve(ctx, in, out)
}

// verbs returns the questions of "veil rpc"; a test compares them.
func verbs(files string) api.Table {
	problems := environments.Service{Domains: catalog.All(), Access: play.Access{Files: files}}
	return slices.Concat(
		(&analysis.Service{Engine: "veil " + version()}).Verbs(), (&deduction.Service{}).Verbs(), (&seat.Service{Book: endings}).Verbs(),
		(&isolation.Service{}).Verbs(), (&pomdp.Service{}).Verbs(), problems.Verbs(),
	)
}

// endings returns the tables of endings, or nil if this program is damaged: players work without them.
func endings() *ending.Book {
	b, err := ending.Standard()
	if err != nil {
		return nil
	}
	return b
}

func version() string {
	if build, ok := debug.ReadBuildInfo(); ok && build.Main.Version != "" && build.Main.Version != "(devel)" {
		return build.Main.Version
	}
	return "devel"
}
