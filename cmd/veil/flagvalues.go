// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"github.com/veilplan/veil/mines"
)

// firstFlag is a first-click rule on the command line that records whether it was given.
type firstFlag struct {
	mines.First

	set bool
}

func (f *firstFlag) Set(text string) error {
	f.set = true
	return f.UnmarshalText([]byte(text))
}

func (f *firstFlag) Type() string { return "RULE" }

func (f *firstFlag) String() string {
	if !f.set {
		return ""
	}
	return f.First.String()
}
