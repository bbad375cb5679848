// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/internal/text"
)

// ReadWhole reads a file, or standard input for "-", up to most+1 bytes, so that the caller can
// notice an excess. source is the name for messages.
func (a *App) ReadWhole(cmd *cobra.Command, name string, most int64) (content []byte, source string, err error) {
	source = name
	if name == "-" {
		source = ""
		defer a.ShowProgress("reading standard input").Done()
	}
	content, err = UntilDone(cmd.Context(), func() ([]byte, error) { return a.readSome(name, most+1) })
	if errors.Is(err, context.Canceled) {
		return nil, source, &Failure{Code: ExitInterrupted, Kind: KindInterrupted, What: "nothing was read", Cause: err}
	}
	if err != nil {
		return nil, source, a.Unreadable(source, err)
	}
	return content, source, nil
}

// readSome reads at most most bytes of a file, or of standard input for "-".
func (a *App) readSome(name string, most int64) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(io.LimitReader(a.Stdin, most))
	}
	file, err := os.Open(a.Path(name))
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it is only read
	return io.ReadAll(io.LimitReader(file, most))
}

// UntilDone calls read and stops waiting when the context ends: a terminal or a pipe may block forever.
func UntilDone(ctx context.Context, read func() ([]byte, error)) ([]byte, error) {
	type result struct {
		text []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		text, err := read()
		done <- result{text, err}
	}()
	select {
	case r := <-done:
		return r.text, r.err
	case <-ctx.Done():
	}
	select {
	case r := <-done: // input that is already there is still read
		return r.text, r.err
	case <-time.After(20 * time.Millisecond):
		return nil, context.Cause(ctx)
	}
}

// Unreadable explains a file that cannot be read, with a guess at the intended name.
func (a *App) Unreadable(name string, err error) *Failure {
	f := &Failure{Code: ExitUsage, Kind: KindFile, What: fmt.Sprintf("cannot read %s: %v", name, text.FileCause(err)), Cause: err}
	if name == "" {
		f.What = fmt.Sprintf("cannot read standard input: %v", err)
	}
	if errors.Is(err, fs.ErrNotExist) {
		f.Notes = text.DidYouMean(filepath.Base(name), a.NamesBeside(name))
	}
	return f
}

// NamesBeside returns the names of the files in the same directory.
func (a *App) NamesBeside(name string) []string {
	entries, err := os.ReadDir(filepath.Dir(a.Path(name)))
	if err != nil {
		return nil // no guess then
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}
