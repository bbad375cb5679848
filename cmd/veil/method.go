// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/search/andor/baseline"
)

// methodFlag is the flag of commands that prove something.
type methodFlag struct{ name string }

// register declares --method.
func (f *methodFlag) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.name, "method", "veil", "`METHOD` of the search: veil, or one of the paper: "+strings.Join(baseline.Names(), ", "))
	frame.CompleteFlag(cmd, "method", append([]string{"veil"}, baseline.Names()...)...)
}

// read returns the method that the flag names.
func (f *methodFlag) read() (baseline.Config, error) {
	method, err := baseline.Named(f.name)
	if err != nil {
		return method, frame.Usage("--method: " + err.Error())
	}
	return method, nil
}
