// SPDX-License-Identifier: BSD-3-Clause

// Package originals reads the problem files of others and prints what was read.
//
//	veil-dev originals ~/sarsop/examples
//
// Such files are not part of this repository: their licences differ from ours.
package originals

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/pomdp"
	"github.com/veilplan/veil/pomdp/tabular"
)

// Command defines the flags and returns the function that reads.
func Command(flags *flag.FlagSet) func(ctx context.Context, out, log io.Writer) error {
	memory := flags.Int64("memory", 2048, "limit of `MB` per file")
	return func(ctx context.Context, out, _ io.Writer) error {
		if flags.NArg() != 1 {
			return errors.New("want one folder with .pomdp and .pomdpx files")
		}
		return list(ctx, out, flags.Arg(0), api.Limits{Memory: *memory << 20})
	}
}

// list prints a line for each file below the folder, and fails if one is not read or does not
// survive being written.
func list(ctx context.Context, out io.Writer, folder string, limits api.Limits) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "file\tKB\tstates\tactions\tobservations\toutcomes\tread, CPU s\twritten, KB\tread again\t")
	failed, warnings := 0, []string(nil)
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasPrefix(strings.ToLower(filepath.Ext(name)), ".pomdp") {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		before := rusage.CPU()
		p, err := pomdp.ReadWithin(ctx, text, limits)
		if err != nil {
			failed++
			fmt.Fprintf(table, "%s\t%d\tnot read: %v\t\t\t\t\t\t\t\n", filepath.Base(name), len(text)>>10, err)
			return ctx.Err()
		}
		took := rusage.CPU() - before
		written, result, ok := again(ctx, p, limits)
		if !ok {
			failed++
		}
		t := p.Tables()
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t%.2f\t%d\t%s\t\n", filepath.Base(name), len(text)>>10,
			len(t.States), len(t.Actions), len(t.Observations), outcomes(p), took.Seconds(), written>>10, result)
		if warning := t.Scaled.String(); warning != "" {
			warnings = append(warnings, filepath.Base(name)+": "+warning)
		}
		return nil
	})
	if flushed := table.Flush(); err == nil {
		err = flushed
	}
	for _, warning := range warnings {
		fmt.Fprintln(out, "warning:", warning)
	}
	if err == nil && failed > 0 {
		err = fmt.Errorf("%d files were not read, or not read again", failed)
	}
	return err
}

// again writes a problem, reads that and writes it again. It returns the size of the text and
// whether both texts are the same; one that is larger than any file may be is not read.
func again(ctx context.Context, p *tabular.Problem, limits api.Limits) (size int, result string, ok bool) {
	first, err := pomdp.Text(p)
	switch {
	case err != nil:
		return 0, "not written: " + err.Error(), false
	case len(first) > pomdp.MaxText:
		return len(first), "too large", true
	}
	q, err := pomdp.ReadWithin(ctx, first, limits)
	if err != nil {
		return len(first), "not read: " + err.Error(), false
	}
	second, err := pomdp.Text(q)
	if err != nil || !bytes.Equal(first, second) {
		return len(first), "DIFFERENT", false
	}
	return len(first), "the same", true
}

// outcomes counts the outcomes of all actions in all states.
func outcomes(p *tabular.Problem) (n int) {
	t := p.Tables()
	for i, row := range t.Moves {
		a := i / len(t.States)
		for _, next := range row {
			n += len(t.Signs[a*len(t.States)+int(next.Index)])
		}
	}
	return n
}
