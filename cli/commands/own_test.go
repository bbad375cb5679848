// SPDX-License-Identifier: BSD-3-Clause

package commands_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
)

// advice is an answer that names commands.
type advice struct{}

func (advice) Text(p *text.Page) { p.Line("start one: veil exp run SPEC, see veil.example") }
func (advice) Rows() [][]string  { return nil }
func (advice) Document() any     { return nil }

// TestOwnName: an answer of another program names that program.
func TestOwnName(t *testing.T) {
	var out bytes.Buffer
	a := &frame.App{Env: frame.Env{Stdout: &out, Stderr: &out, Lookup: func(string) (string, bool) { return "", false }}}
	root := &cobra.Command{Use: "cat"}
	exp := &cobra.Command{Use: "exp", RunE: func(*cobra.Command, []string) error { return a.Emit(advice{}) }}
	root.AddCommand(exp)
	a.Complete(root)
	root.SetArgs([]string{"exp"})
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(out.String()); got != "start one: cat exp run SPEC, see veil.example" {
		t.Errorf("it says %q", got)
	}
}
