// SPDX-License-Identifier: BSD-3-Clause

// Command repro writes docs/reproduction.md: every claim of the two Mines papers, what
// we find, and whether that agrees. It collects the results of runs (veil exp run) and of
// benchmarks into a data file and renders the page and its figures from that file, the
// papers' own tables, and exact values it computes on the way. No result is typed.
//
//	repro -runs runs -bench bench.out     # collect, then render
//	repro                                 # render what was collected
//	repro -standings -runs runs           # docs/standings.md instead: who wins how often
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "repro:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, log io.Writer) error {
	flags := flag.NewFlagSet("repro", flag.ContinueOnError)
	flags.SetOutput(log)
	runs := flags.String("runs", "", "`DIR` of run directories to collect")
	bench := flags.String("bench", "", "`FILE` with the output of go test -bench to collect")
	docs := flags.String("docs", "docs", "`DIR` to write to")
	table := flags.Bool("standings", false, "write docs/standings.md instead")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *table {
		return runStandings(ctx, *docs, *runs, log)
	}
	name := filepath.Join(*docs, "data", "reproduction.json")
	data, err := readData(name)
	if err != nil {
		return err
	}
	if err := data.collect(*runs, *bench, log); err != nil {
		return err
	}
	if err := data.write(name); err != nil {
		return err
	}
	page, figures, err := render(ctx, data, filepath.Join(*docs, ".."))
	if err != nil {
		return err
	}
	return writeAll(*docs, page, figures)
}

// writeAll writes the page and its figures.
func writeAll(docs, page string, figures map[string][]byte) error {
	dir := filepath.Join(docs, "figures")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, svg := range figures {
		if err := os.WriteFile(filepath.Join(dir, name), svg, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(docs, "reproduction.md"), []byte(page), 0o644)
}
