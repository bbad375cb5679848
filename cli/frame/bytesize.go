// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"errors"
	"strconv"
	"strings"
)

// ByteSize is a flag value in bytes: 1500000, 64MB, 2GiB.
type ByteSize int64

var errByteSize = errors.New("want a size such as 64MB or 2GB")

// Set parses a size.
func (b *ByteSize) Set(text string) error {
	digits := strings.TrimRightFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	n, err := strconv.ParseInt(digits, 10, 64)
	unit := strings.ToUpper(strings.TrimSpace(text[len(digits):]))
	shift, known := map[string]int{"": 0, "B": 0, "K": 10, "M": 20, "G": 30}[strings.TrimSuffix(strings.TrimSuffix(unit, "IB"), "B")]
	if err != nil || !known || n < 1 || n > 1<<(62-shift) {
		return errByteSize
	}
	*b = ByteSize(n << shift)
	return nil
}

// Type returns the placeholder in help.
func (b *ByteSize) Type() string { return "SIZE" }

func (b *ByteSize) String() string {
	if *b == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*b), 10)
}
