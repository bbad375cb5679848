// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/veilplan/veil/domain/mines"
)

// firstFlag is a first-click rule on the command line that remembers whether it was given.
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

// byteSize is a number of bytes on the command line: 1500000, 64MB, 2GiB.
type byteSize int64

var errByteSize = errors.New("want a size such as 64MB or 2GB")

func (b *byteSize) Set(text string) error {
	digits := strings.TrimRightFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	n, err := strconv.ParseInt(digits, 10, 64)
	unit := strings.ToUpper(strings.TrimSpace(text[len(digits):]))
	shift, known := map[string]int{"": 0, "B": 0, "K": 10, "M": 20, "G": 30}[strings.TrimSuffix(strings.TrimSuffix(unit, "IB"), "B")]
	if err != nil || !known || n < 1 || n > 1<<(62-shift) {
		return errByteSize
	}
	*b = byteSize(n << shift)
	return nil
}

func (b *byteSize) Type() string { return "SIZE" }

func (b *byteSize) String() string {
	if *b == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*b), 10)
}
